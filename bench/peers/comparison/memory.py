# SPDX-License-Identifier: GPL-3.0-or-later
"""What the kernel says of a process's memory."""

from pathlib import Path


def private_bytes(processes):
    """Bytes that belong to these processes alone, dirty or clean."""
    total = 0
    for pid in processes:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Private_"):
                total += int(line.split()[1]) * 1024
    return total

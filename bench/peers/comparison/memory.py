# SPDX-License-Identifier: GPL-3.0-or-later
"""What the kernel says of a process's memory."""

from pathlib import Path


def private_bytes(processes):
    """Bytes that belong to these processes alone, dirty or clean."""
    return _bytes_of(processes, "Private_")


def written_bytes(processes):
    """Of these, what they have written: the others are pages of files, which come and go as the kernel likes."""
    return _bytes_of(processes, "Private_Dirty")


def _bytes_of(processes, kind):
    total = 0
    for pid in processes:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith(kind):
                total += int(line.split()[1]) * 1024
    return total

# SPDX-License-Identifier: GPL-3.0-or-later
"""The files that are served."""

import os
import subprocess
from pathlib import Path

OLD = 1_700_000_000  # long unchanged, so that every cache takes them
STRUCTURED_BYTES = 2_621_609


def patterned(size):
    unit = bytes(33 + (i * 7 + i // 89) % 89 for i in range(8099))
    return (unit * (size // len(unit) + 1))[:size]


def structured_text(size=STRUCTURED_BYTES):
    """Lines of JSON as an application would log them: the same every time, compressible about as such text is."""
    lines, length, state = [], 0, 12345
    levels = ("info", "debug", "warning", "error")
    words = ("request", "served", "cache", "worker", "connection", "timeout", "retry", "session", "upload", "index")
    while length < size:
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        other = (state * 69069 + 1) & 0x7FFFFFFF
        line = (f'{{"id":{len(lines)},"level":"{levels[state % 4]}","user":"u{other % 5000:04d}",'
                f'"message":"{words[state // 7 % 10]} {words[other // 11 % 10]} {words[(state ^ other) // 13 % 10]}",'
                f'"milliseconds":{state % 997},"path":"/api/v{other % 3}/{words[other // 17 % 10]}/{state % 10007}"}}\n')
        lines.append(line)
        length += len(line)
    return "".join(lines).encode()[:size]


class Fixture:
    """A folder with every file the rows ask for. Nothing is there before make()."""

    def __init__(self, folder):
        self.root = Path(folder)
        self.small = self.root / "a.txt"
        self.page = self.root / "1k.txt"
        self.middle = self.root / "100k.txt"
        self.large = self.root / "8m.bin"
        self.text = self.root / "log.json"
        self.small32 = self.root / "small.txt"
        self.huge = self.root / "1g.bin"

    def make(self):
        self.root.mkdir(parents=True)
        contents = {self.small: b"Hello, world!", self.page: patterned(1024), self.middle: patterned(100 * 1024),
                    self.large: patterned(8 * 1024 * 1024), self.text: structured_text(), self.small32: patterned(32),
                    self.root / "index.html": b"<title>home</title>"}
        for path, content in contents.items():
            path.write_bytes(content)
            os.utime(path, (OLD, OLD))
        with self.huge.open("wb") as file:
            file.truncate(1024 ** 3)  # sparse: its bytes are zeros
        os.utime(self.huge, (OLD, OLD))

    def many(self, count):
        """A folder with so many small files, made when it is first asked for; their names count up."""
        folder = self.root.parent / f"files-{count}"
        if folder.exists():
            return folder
        folder.mkdir()
        digits = len(str(count - 1))
        for number in range(count):
            path = f"{folder}/{number:0{digits}d}.txt"
            with open(path, "wb") as file:
                file.write(b"Hello, world!")
            os.utime(path, (OLD, OLD))
        return folder


def make_certificate(folder):
    """A self-signed P-256 certificate for this run."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
         "-keyout", key, "-out", certificate], check=True, capture_output=True)
    return {"key": key, "certificate": certificate}

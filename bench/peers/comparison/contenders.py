# SPDX-License-Identifier: GPL-3.0-or-later
"""The servers that are compared: what they are called, how each is started, and whether it is there."""

import copy
import json
import os
import shutil
import signal
import socket
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable


class Skipped(Exception):
    """A contender or a row that cannot be run here; the text says how it can."""


@dataclass(frozen=True)
class Context:
    """Where things are, and which cores each side has."""

    build: Path
    cache: Path
    work: Path
    node_http_server: Path | None
    server_cores: str
    client_core: str

    def names(self):
        return {
            "build": str(self.build),
            "cache": str(self.cache),
            "nodeHttpServer": str(self.node_http_server or ""),
        }


@dataclass(frozen=True)
class Settings:
    """What of a contender differs from row to row."""

    root: Path | Callable  # a folder, or what makes one
    file: Path | None = None
    workers: int = 1
    cores: str | None = None  # other than the server's usual ones
    flags: tuple = ()
    arguments: tuple = ()  # behind the command
    patch: dict = field(default_factory=dict)  # laid over a JSON configuration
    values: dict = field(default_factory=dict)  # further names for templates


def replace_names(text, names):
    for name, value in names.items():
        text = text.replace("{" + name + "}", str(value))
    return text


def fill(value, names):
    """Replaces names in every text of a JSON value; a text that is one name keeps the type of its value."""
    if isinstance(value, dict):
        return {key: fill(part, names) for key, part in value.items()}
    if isinstance(value, list):
        return [fill(part, names) for part in value]
    if not isinstance(value, str):
        return value
    if value.startswith("{") and value.endswith("}") and value[1:-1] in names:
        return names[value[1:-1]]
    return replace_names(value, names)


def merged(base, patch):
    result = copy.deepcopy(base)
    for key, value in patch.items():
        nested = isinstance(value, dict) and isinstance(result.get(key), dict)
        result[key] = merged(result[key], value) if nested else value
    return result


def lines_for(template, flags):
    for line in template:
        if line[:1] not in "?!":
            yield line
            continue
        flag, rest = line[1:].split(" ", 1)
        if (flag in flags) == (line[0] == "?"):
            yield rest


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def accepts(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def process_tree(pid):
    """A process and all its descendants."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            found += process_tree(int(child))
    return found


class Running:
    """A contender that is being served by. Ended by stop()."""

    def __init__(self, process, port, stop_signal, output):
        self.port = port
        self._process = process
        self._signal = stop_signal
        self._output = output

    def processes(self):
        return process_tree(self._process.pid)

    def await_ready(self, deadline=20.0):
        end = time.monotonic() + deadline
        while not accepts(self.port):
            if self._process.poll() is not None:
                raise Skipped("it ended at once: " + self.said())
            if time.monotonic() > end:
                self.stop()
                raise Skipped("it accepted no connection within 20 seconds")
            time.sleep(0.02)

    def said(self):
        return self._output.read_text(errors="replace").strip()[-400:]

    def stop(self):
        if self._process.poll() is None:
            self._process.send_signal(self._signal)
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


class Contender:
    """One entry of contenders.json."""

    def __init__(self, entry, context):
        self.name = entry["name"]
        self.title = entry["title"]
        self.is_bare = entry.get("bare", False)  # answers with one file whatever is asked
        self._entry = entry
        self._context = context
        self._starts = 0

    def program(self):
        """Path of what is run; raises Skipped where it is not installed."""
        for candidate in self._entry["program"]:
            path = replace_names(candidate, self._context.names())
            found = shutil.which(path) or (path if os.path.isfile(path) else None)
            if found:
                return found
        raise Skipped(f"{self.title} is not installed ({self._entry['get']})")

    def start(self, settings):
        program = self.program()
        self._starts += 1
        folder = self._context.work / f"{self.name}-{self._starts}"
        folder.mkdir(parents=True)
        port = free_port()
        names = self._context.names() | settings.values | {
            "program": program, "folder": folder, "port": port,
            "root": str(settings.root() if callable(settings.root) else settings.root),
            "file": settings.file or "", "workers": settings.workers,
        }
        names["configuration"] = self._write_configuration(folder, settings, names)
        cores = settings.cores or self._context.server_cores
        command = ["taskset", "-c", cores]
        command += [replace_names(part, names) for part in self._entry["command"]]
        command += [replace_names(part, names) for part in settings.arguments]
        environment = os.environ | {
            key: replace_names(value, names) for key, value in self._entry.get("environment", {}).items()
        }
        output = folder / "output"
        with output.open("wb") as sink:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=sink, stderr=sink,
                                       env=environment, start_new_session=True)
        return Running(process, port, getattr(signal, self._entry["stop"]), output)

    def _write_configuration(self, folder, settings, names):
        path = folder / ("configuration" + self._entry.get("suffix", ".conf"))
        if "json" in self._entry:
            document = merged(fill(self._entry["json"], names), fill(settings.patch, names))
            path.write_text(json.dumps(document))
        elif "template" in self._entry:
            text = "\n".join(lines_for(self._entry["template"], settings.flags)) + "\n"
            path.write_text(replace_names(text, names))
        return path


def load_contenders(path, context):
    document = json.loads(Path(path).read_text())
    return {entry["name"]: Contender(entry, context) for entry in document["contenders"]}

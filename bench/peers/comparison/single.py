# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows that are no load: starting, memory, configurations, system calls."""

import json
import re
import shutil
import subprocess
import time
import urllib.request
from dataclasses import dataclass, field
from typing import Callable

from .contenders import Settings, Skipped
from .figures import at_least, at_most
from .load import Load, light_command, run_light
from .measure import started
from .memory import private_bytes, written_bytes
from .rows import IDLE, LONG, OURS


@dataclass(frozen=True)
class SingleRow:
    name: str
    title: str
    run: Callable  # of a session and a place for notes; gives rounds of figures
    targets: tuple
    needs: str = ""
    note: str = ""
    participants: tuple = field(default=())


def cold_start(session, notes):
    """From the start of the program to the first byte of its first answer; then at rest."""
    rounds = []
    settings = Settings(session.fixture.root)
    contender = session.contenders[OURS]
    for _ in range(session.rounds + 1):  # the first brings the program into memory
        began = time.monotonic()
        running = contender.start(settings)
        try:
            milliseconds = (await_answer(running.port) - began) * 1e3
            time.sleep(0.3)
            private = private_bytes(running.processes()) / 2**20
        finally:
            running.stop()
        rounds.append({OURS: {"milliseconds": milliseconds, "privateMiB": private}})
    return rounds[1:]


def await_answer(port):
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/a.txt", timeout=5) as answer:
                if answer.read() == b"Hello, world!":
                    return time.monotonic()
        except OSError:
            time.sleep(0.0005)
    raise Skipped("no answer came within 20 seconds")


def first_coded_byte(session, notes):
    """A fresh server each time, so that nothing is coded yet."""
    patch = {"compression": {"enabled": True, "brotliQuality": 4}}
    load = Load("/log.json", session.fixture.text, 1,
                ("--field", "Accept-Encoding: br", "--coding", "br", "--seconds", "0"))
    rounds = []
    for _ in range(session.rounds):
        with started(session, session.contenders[OURS], Settings(session.fixture.root, patch=patch)) as running:
            sample = run_light(load, session.context, running, 0)
        rounds.append({OURS: {"firstByteMs": sample["firstBodySeconds"] * 1e3, "wholeMs": sample["checkSeconds"] * 1e3}})
    return rounds


def bytes_per_idle(session, running, arguments):
    """Memory written in addition while so many connections are held."""
    kind = tuple(part for part in arguments if part != "--idle-ask")
    run_light(Load("/a.txt", session.fixture.small, 10, ("--requests", 1000, *kind)), session.context, running, 0)
    load = Load("/a.txt", None, 1, ("--idle", IDLE, "--pause", "--requests", "1", *arguments))
    command = light_command(load, session.context, running.port, 0, [])
    before = written_bytes(running.processes())
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as client:
        ready = client.stdout.readline()
        time.sleep(0.3)
        grown = written_bytes(running.processes()) - before
        _, errors = client.communicate("\n", timeout=60)
    if ready != "ready\n":
        raise Skipped(errors.strip()[:300])
    return grown / IDLE


def idle_memory(session, notes):
    kinds = {"silent": (), "after an answer": ("--idle-ask",)}
    names = (OURS, "nginx", "h2o")
    rounds = []
    for _ in range(1 if session.seconds < 0.5 else min(session.rounds, 2)):
        figures = {}
        for name in names:
            for kind, arguments in kinds.items():
                settings = Settings(session.fixture.root, flags=("idle",), patch=LONG)
                try:
                    with started(session, session.contenders[name], settings) as running:
                        figures[f"{name}, {kind}"] = {"bytes": bytes_per_idle(session, running, arguments)}
                except Skipped as reason:
                    notes[f"{name}, {kind}"] = str(reason)
        rounds.append(figures)
    return rounds


def idle_tls_memory(session, notes):
    settings = Settings(session.fixture.root, patch=LONG, flags=("tls", "idle"), values=session.certificate,
                        arguments=("--port", "0", "--https", "--https-port", "{port}", "--cert", "{certificate}",
                                   "--key", "{key}"))
    figures = {}
    for kind, arguments in {"silent": ("--tls", "kept"), "after an answer": ("--tls", "kept", "--idle-ask")}.items():
        with started(session, session.contenders[OURS], settings) as running:
            figures[f"{OURS}, {kind}"] = {"bytes": bytes_per_idle(session, running, arguments)}
    return [figures]


def configurations(session, notes):
    done = subprocess.run(["taskset", "-c", session.context.server_cores,
                           str(session.context.build / "bench/bench_siteconfig"), "--json"],
                          capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    return [{OURS: {"builtPerSecond": rate, "bytesRetained": found["bytesRetained"],
                    "bytesWithOverlay": found["bytesWithOverlay"]}} for rate in found["builtPerSecond"]]


def counted_calls(summary):
    """Calls by name from the table that strace -c writes."""
    calls = {}
    for line in summary.splitlines():
        row = re.match(r"\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)\s+(?:\d+\s+)?([a-z]\w*)$", line)
        if row and row[2] != "total":
            calls[row[2]] = int(row[1])
    return calls


def calls_of(session, load, patch=None):
    if not shutil.which("strace"):
        raise Skipped("strace is not installed (apt-get install strace)")
    with started(session, session.contenders[OURS], Settings(session.fixture.root, patch=patch or {})) as running:
        run_light(Load(load.path, load.body, 1, ("--seconds", "0.2")), session.context, running, 0)
        trace = subprocess.Popen(["strace", "-c", "-f", "-p", str(running.processes()[0])],
                                 stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        attached = "".join(iter(lambda: trace.stderr.read(1), "d"))  # "strace: Process N attached"
        time.sleep(0.5)
        sample = run_light(load, session.context, running, 0)
        trace.terminate()
        _, summary = trace.communicate(timeout=20)
    asked = sample["asked"] + 1  # and the one that was checked
    return {name: count / asked for name, count in counted_calls(attached + summary).items()}


def system_calls(session, notes):
    figures = {}
    for label, pipelined in (("one at a time", 1), ("16 in one write", 16)):
        load = Load("/a.txt", session.fixture.small, 50, ("--requests", 32_000, "--pipelined", pipelined))
        calls = calls_of(session, load)
        reads = sum(calls.get(name, 0) for name in ("recvfrom", "recvmsg", "read"))
        writes = sum(calls.get(name, 0) for name in ("sendto", "sendmsg", "write", "writev"))
        figures[label] = {"calls": sum(calls.values()), "reads": reads, "writes": writes,
                          "shared": sum(calls.values()) - reads - writes}
        notes[label] = ", ".join(f"{name} {count:.4f}" for name, count in sorted(calls.items(), key=lambda c: -c[1])
                                 if count > 0.0005)
    return [figures]


def single_rows():
    yield SingleRow("brotli-first-byte", "first coded byte of a first request, Brotli 4 of 2.5 MiB", first_coded_byte,
                    (at_most("firstByteMs", OURS, 30),))
    yield SingleRow("idle-memory", "private memory for each of 10,000 idle connections", idle_memory,
                    (at_most("bytes", f"{OURS}, silent", 256), at_most("bytes", f"{OURS}, after an answer", 256)))
    yield SingleRow("tls-idle-memory", "private memory for each of 10,000 idle TLS connections", idle_tls_memory,
                    (at_most("bytes", f"{OURS}, silent", 300), at_most("bytes", f"{OURS}, after an answer", 16 * 1024)),
                    needs="tls")
    yield SingleRow("cold-start", "from the program's start to its first answer, and at rest", cold_start,
                    (at_most("milliseconds", OURS, 60), at_most("privateMiB", OURS, 16)))
    yield SingleRow("configuration", "configurations built and kept", configurations,
                    (at_least("builtPerSecond", OURS, 10 * 580_412), at_most("bytesRetained", OURS, 0.1 * 5786.0),
                     at_most("bytesWithOverlay", OURS, 0.1 * 5972.4)))
    yield SingleRow("system-calls", "system calls for a request, 50 connections", system_calls,
                    (at_most("reads", "one at a time", 1.01), at_most("writes", "one at a time", 1.01),
                     at_most("calls", "one at a time", 2.1), at_most("reads", "16 in one write", 1.01 / 16),
                     at_most("writes", "16 in one write", 1.01 / 16)))

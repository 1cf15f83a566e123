# SPDX-License-Identifier: GPL-3.0-or-later
"""One timed sample: the light client of the bench, or wrk."""

import json
import re
import subprocess
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from .contenders import Skipped


@dataclass(frozen=True)
class Load:
    """What is asked, how, and what the right answer is."""

    path: str = "/a.txt"
    body: Path | None = None
    connections: int = 50
    arguments: tuple = ()  # further ones of the light client
    client: str = "light"  # or "wrk"
    closes: bool = False  # wrk: a connection for each request
    partial: bool = False  # answers are so long that parts of them count
    seconds: float | None = None  # other than the run's
    spread: int = 0  # so many paths in turn: a number stands for "%"

    def __post_init__(self):
        object.__setattr__(self, "arguments", tuple(str(part) for part in self.arguments))

    def warming(self):
        """Each path once."""
        return replace(self, arguments=self.arguments + ("--requests", str(self.spread)))

    def checking(self):
        """The same, only to look at one answer."""
        return replace(self, client="light", arguments=self.arguments + ("--seconds", "0"))


def light_command(load, context, port, seconds, processes):
    command = ["taskset", "-c", context.client_core, str(context.build / "bench/peers/peers_client"),
               "--port", str(port), "--path", load.path, "--connections", str(load.connections),
               "--seconds", str(seconds)]
    if load.spread:
        command += ["--spread", str(load.spread)]
    if load.body:
        command += ["--body", str(load.body)]
    if processes:
        command += ["--cpu-of", ",".join(str(pid) for pid in processes)]
    return command + list(load.arguments)


def run_light(load, context, running, seconds):
    command = light_command(load, context, running.port, seconds, running.processes())
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 120)
    if not done.stdout:
        raise Skipped(f"its answers are not right: {done.stderr.strip()[:400]}")
    return json.loads(done.stdout)


def figures_of(sample, load):
    """Figures of one sample, by name; times for a request in microseconds."""
    answers = sample["bytes"] / sample["answerBytes"] if load.partial else sample["answers"]
    if sample["errors"] > 0 or answers == 0:
        raise Skipped(f"{sample['errors']} requests failed: {sample['firstError'] or 'no answer came'}")
    return {
        "cpu": sample["serverCpu"] / answers * 1e6,
        "rate": answers / sample["seconds"],
        "busy": sample["serverCpu"] / sample["seconds"],
        "clientCpu": sample["clientCpu"] / answers * 1e6,
        "clientBusy": sample["clientCpu"] / sample["seconds"],
    }


def measure_light(load, context, running, seconds):
    return figures_of(run_light(load, context, running, seconds), load)


def cpu_time(processes):
    """Seconds of user and system time, by the kernel's clock of each process."""
    return sum(time.clock_gettime((~pid << 3) | 2) for pid in processes)


def measure_wrk(load, context, running, seconds):
    """wrk takes whole seconds only, so its samples are longer."""
    whole = max(1, round(seconds))
    command = ["taskset", "-c", context.client_core, "wrk", "-t1", f"-c{load.connections}", f"-d{whole}s"]
    if load.closes:
        command += ["-H", "Connection: close"]
    processes = running.processes()
    before = cpu_time(processes)
    try:
        done = subprocess.run(command + [f"http://127.0.0.1:{running.port}{load.path}"],
                              capture_output=True, text=True, timeout=whole + 60)
    except FileNotFoundError:
        raise Skipped("wrk is not installed (apt-get install wrk)") from None
    spent = cpu_time(processes) - before
    counted = re.search(r"(\d+) requests in ([\d.]+)(m?s|m)", done.stdout)
    if not counted or "Non-2xx" in done.stdout or int(counted[1]) == 0:
        raise Skipped(f"wrk found wrong answers: {done.stdout.strip()[-300:]}")
    requests = int(counted[1])
    taken = float(counted[2])
    return {"cpu": spent / requests * 1e6, "rate": requests / taken, "busy": spent / taken}


def measure(load, context, running, seconds):
    seconds = load.seconds if load.seconds and seconds >= 0.5 else seconds
    if load.client == "wrk":
        return measure_wrk(load, context, running, seconds)
    return measure_light(load, context, running, seconds)

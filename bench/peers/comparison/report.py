# SPDX-License-Identifier: GPL-3.0-or-later
"""The result as one JSON document and as tables."""

import os
import platform
import subprocess
from pathlib import Path

from .figures import spread

TITLES = {
    "cpu": ("CPU for a request, µs", 2), "rate": ("requests a second", 0), "milliseconds": ("ms", 1),
    "privateMiB": ("private MiB", 2), "privateGrowthMiB": ("private MiB grown", 2), "firstByteMs": ("ms to the first byte", 2),
    "bytes": ("bytes each", 0), "builtPerSecond": ("built a second", 0), "bytesRetained": ("bytes retained", 0),
    "bytesWithOverlay": ("bytes with an overlay", 0), "calls": ("system calls a request", 3), "reads": ("reads a request", 4),
    "writes": ("writes a request", 4),
}


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def version_of(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    return lines[0].strip() if lines else None


def environment(session):
    flags = {"nginx": "-v", "nginx-sendfile": "-v", "h2o": "--version", "lighttpd": "-v", "caddy": "version"}
    versions = {}
    for name, contender in session.contenders.items():
        try:
            versions[name] = version_of([contender.program(), flags.get(name, "--version")]) \
                if not contender.is_bare and name not in ("node-http-server", "uwebsockets") else None
        except Exception:
            continue
    return {
        "processor": processor(), "cores": os.cpu_count(), "kernel": platform.release(),
        "system": platform.system(), "loadAverage": os.getloadavg(),
        "serverCores": session.context.server_cores, "clientCore": session.context.client_core,
        "seed": session.seed, "rounds": session.rounds, "secondsPerSample": session.seconds,
        "versions": {name: version for name, version in versions.items() if version},
    }


def summaries(rounds):
    labels = dict.fromkeys(label for figures in rounds for label in figures)
    result = {}
    for label in labels:
        samples = [figures[label] for figures in rounds if label in figures]
        result[label] = {metric: spread([sample[metric] for sample in samples]).as_json() for metric in samples[0]}
    return result


def row_document(row, rounds, notes):
    return {"name": row.name, "title": row.title, "note": row.note, "notes": notes, "rounds": rounds,
            "participants": summaries(rounds), "targets": [target.as_json(rounds) for target in row.targets]}


def number(value, digits):
    return f"{value:,.{digits}f}"


def target_line(target):
    title, digits = TITLES.get(target["metric"], (target["metric"], 3))
    what = f"{target['of']}: {title}"
    if target["over"]:
        what += " / " + ", ".join(target["over"])
        digits = 3
    sign, limit = (">=", target["atLeast"]) if "atLeast" in target else ("<=", target["atMost"])
    if target["verdict"] == "not measured":
        return what, "", f"{sign} {number(limit, digits)}", "not measured"
    found = f"{number(target['median'], digits)} [{number(target['q1'], digits)} to {number(target['q3'], digits)}]"
    verdict = "reached" if target["verdict"] == "reached" else f"missed by {target['missedBy']:.1%}"
    return what, found, f"{sign} {number(limit, digits)}", verdict


def participant_lines(document):
    for label, figures in document["participants"].items():
        parts = []
        for metric, found in figures.items():
            title, digits = TITLES.get(metric, (metric, 3))
            if metric in ("privateGrowthMiB", "clientCpu", "shared"):
                continue
            parts.append(f"{title} {number(found['median'], digits)}"
                         f" [{number(found['q1'], digits)} to {number(found['q3'], digits)}]")
        yield f"    {label}: " + "; ".join(parts)


def details(document):
    """What one row came to, for following a run."""
    lines = [f"{document['name']}: {document['title']}"]
    lines += participant_lines(document)
    lines += [f"    {label}: {note}" for label, note in document["notes"].items()]
    return "\n".join(lines)


def lines_of(documents):
    """One line for each target; a row that was left out has one that says why."""
    lines = [("row", "figure", "median [quartiles]", "target", "verdict")]
    for document in documents:
        if not document["participants"]:
            reasons = "; ".join(dict.fromkeys(document["notes"].values()))
            lines.append((document["name"], "", "", "", "skipped: " + reasons))
            continue
        for target in document["targets"]:
            lines.append((document["name"], *target_line(target)))
    return lines


def markdown(documents):
    head, *lines = lines_of(documents)
    rows = [head, ("---",) * len(head), *lines]
    return "\n".join("| " + " | ".join(part or " " for part in row) + " |" for row in rows)


def table(documents):
    lines = lines_of(documents)
    widths = [max(len(line[i]) for line in lines) for i in range(4)]
    return "\n".join("  ".join([part.ljust(width) for part, width in zip(line, widths)] + [line[4]]).rstrip()
                     for line in lines)

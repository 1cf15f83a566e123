# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures a timed row: all participants started, checked, warmed, then in every round each of them once."""

import contextlib
import random
import sys
from dataclasses import dataclass, replace

from .contenders import Skipped
from .load import measure, run_light
from .memory import private_bytes, written_bytes


@dataclass
class Session:
    """What all rows of one run share."""

    context: object
    contenders: dict
    rounds: int
    seconds: float
    seed: int
    fixture: object
    certificate: dict

    def say(self, text):
        print(text, file=sys.stderr, flush=True)

    def settings_for(self, settings):
        if settings.cores != "both":
            return settings
        return replace(settings, cores=f"{self.context.server_cores},{self.context.client_core}")


@contextlib.contextmanager
def started(session, contender, settings):
    running = contender.start(session.settings_for(settings))
    try:
        running.await_ready()
        yield running
    finally:
        running.stop()


def check(session, participant, running):
    """The bytes of an answer, before anything is timed. The same again, for what is made by the first."""
    for _ in range(2):
        run_light(participant.load.checking(), session.context, running, 0)


def warm(session, participant, running, notes):
    """A sample that does not count; where it fails, those that do will tell."""
    load = participant.load
    try:
        if load.spread > 0:
            run_light(load.warming(), session.context, running, 60)
        measure(load, session.context, running, min(0.3, session.seconds))
    except Skipped as reason:
        notes[participant.label] = f"warming up: {reason}"


def start_all(session, row, stack, notes):
    """Participants that are there and answer rightly; why the others are not."""
    active = {}
    for participant in row.participants:
        try:
            contender = session.contenders[participant.contender]
            running = stack.enter_context(started(session, contender, participant.settings))
            check(session, participant, running)
            warm(session, participant, running, notes)
            active[participant.label] = (participant, running, written_bytes(running.processes()))
        except Skipped as reason:
            notes[participant.label] = str(reason)
    return active


def measure_once(session, active, label):
    participant, running, written_before = active[label]
    figures = measure(participant.load, session.context, running, session.seconds)
    figures["privateMiB"] = private_bytes(running.processes()) / 2**20
    figures["privateGrowthMiB"] = (written_bytes(running.processes()) - written_before) / 2**20
    return figures


def measure_row(session, row):
    """Figures of every round by participant, and notes on those that were left out."""
    order = random.Random(f"{session.seed} {row.name}")
    rounds, notes = [], {}
    with contextlib.ExitStack() as stack:
        active = start_all(session, row, stack, notes)
        for _ in range(min(session.rounds, row.rounds or session.rounds)):
            figures = {}
            for label in order.sample(list(active), len(active)):
                try:
                    figures[label] = measure_once(session, active, label)
                except Skipped as reason:
                    notes[label] = f"a sample is left out: {reason}"
            rounds.append(figures)
    return rounds, notes

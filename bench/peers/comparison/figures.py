# SPDX-License-Identifier: GPL-3.0-or-later
"""Medians, quartiles, and what they say of a target."""

import statistics
from dataclasses import dataclass


@dataclass(frozen=True)
class Spread:
    """Median and quartiles."""

    low: float
    median: float
    high: float

    def as_json(self):
        return {"q1": self.low, "median": self.median, "q3": self.high}


def spread(values):
    if len(values) == 1:
        return Spread(values[0], values[0], values[0])
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return Spread(low, middle, high)


@dataclass(frozen=True)
class Target:
    """A limit on a figure of one participant, as it is or over the best of others in the same round."""

    metric: str
    of: str
    limit: float
    over: tuple = ()
    at_least: bool = False

    def values(self, rounds):
        """One value for each round in which all that it needs was measured."""
        found = []
        for figures in rounds:
            others = [figures[name][self.metric] for name in self.over if name in figures]
            if self.of not in figures or (self.over and not others):
                continue
            own = figures[self.of][self.metric]
            best = max(others, default=1) if self.at_least else min(others, default=1)
            found.append(own / best)
        return found

    def missed_by(self, value):
        """0 where it is reached, else the part of the limit by which it is missed."""
        if self.limit == 0:
            return 0.0 if value <= 0 else 1.0
        excess = self.limit / value - 1 if self.at_least else value / self.limit - 1
        return max(0.0, excess)

    def as_json(self, rounds):
        values = self.values(rounds)
        result = {"metric": self.metric, "of": self.of, "over": list(self.over),
                  "atLeast" if self.at_least else "atMost": self.limit}
        if not values:
            return result | {"verdict": "not measured"}
        found = spread(values)
        missed = self.missed_by(found.median)
        return result | found.as_json() | {
            "rounds": len(values),
            "verdict": "reached" if missed == 0 else "missed",
            "missedBy": missed,
        }


def at_most(metric, of, limit, *over):
    return Target(metric, of, limit, over)


def at_least(metric, of, limit, *over):
    return Target(metric, of, limit, over, True)

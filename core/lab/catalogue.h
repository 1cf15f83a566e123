// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"

/// What can be run out of the box: workloads that others published figures of, and lessons of our own.
namespace servelab::lab {

/// Every entry, by group and in the order of the groups. `contenders` are the other servers of the entry of
/// that name; without them it measures this server alone.
QList<Experiment> catalogue(const QList<Contender> &contenders = {});

/// "N" node-http-server's benchmarks, "O" its operational one, "U" uWebSockets.js', "H" Node's, "D" Deno's,
/// "own" lessons.
QStringList catalogueGroups();

/// The groups that others published figures of.
QStringList seedGroups();

/// The same with next to no time in it: proves that all of it runs, and measures nothing.
Experiment smokeOf(Experiment experiment);

// Parts of the catalogue.
QList<Experiment> publishedExperiments(const QList<Contender> &contenders);
QList<Experiment> lessonExperiments();

// What entries are made of.
Workload getWorkload(const QString &id, const QString &title, const QString &lesson, const QString &path);
Variant patchedVariant(const QString &id, const QString &label, const QJsonObject &patch = {});
QJsonObject techniquePatch(const QString &technique, const QString &choice);
QJsonObject brotliPatch(int quality, const QString &codedVariants);

} // namespace servelab::lab

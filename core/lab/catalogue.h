// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"

/// What can be run out of the box: workloads that others published figures of, and lessons of our own.
namespace servelab::lab {

/// What the catalogue depends on beside itself.
struct CatalogueParts
{
    QList<Contender> contenders; ///< of the entry of that name; without them it measures this server alone
    QStringList
        hooks; ///< what the measured program can do beside serving files; entries without theirs are left out
};

/// Every entry.
QList<Experiment> catalogue(const CatalogueParts &parts = {});

/// "N" node-http-server's benchmarks, "O" its operational one, "U" uWebSockets.js', "H" Node's, "D" Deno's,
/// "own" lessons.
QStringList catalogueGroups();

/// The groups that others published figures of.
QStringList seedGroups();

/// The same with next to no time in it: proves that all of it runs, and measures nothing.
Experiment smokeOf(Experiment experiment);

// Parts of the catalogue.
QList<Experiment> publishedExperiments(const QList<Contender> &contenders);
QList<Experiment> hookExperiments(); ///< of every hook there may be
QList<Experiment> taskExperiments(); ///< of what needs no request
QList<Experiment> lessonExperiments();

// What entries are made of.
Workload getWorkload(const QString &id, const QString &title, const QString &lesson, const QString &path);
/// As many answers as the published profile took in a sample, and a second at least.
Experiment publishedEntry(const QString &group, const QString &id, const QString &title);
/// A technique that this build knows makes two variants, its good choice first.
void compareTechnique(
    Experiment &experiment, const QString &technique, const QString &good, const QString &naive);
/// Each variant with each of these numbers of connections.
void compareConnections(Experiment &experiment, const QList<int> &counts);
Variant patchedVariant(const QString &id, const QString &label, const QJsonObject &patch = {});
QJsonObject techniquePatch(const QString &technique, const QString &choice);
QJsonObject brotliPatch(int quality, const QString &codedVariants);

} // namespace servelab::lab

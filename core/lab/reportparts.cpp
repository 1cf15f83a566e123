// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/reportparts.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

QString coreCount(int cores)
{
    return cores == 1 ? u"1 core"_s : u"%1 cores"_s.arg(cores);
}

QString coresText(const QList<int> &cores)
{
    QStringList numbers;
    for (const int core : cores)
        numbers.append(QString::number(core));
    return (cores.size() == 1 ? u"core "_s : u"cores "_s) + numbers.join(", "_L1);
}

QString placementText(const Environment &environment)
{
    if (environment.serverCores.isEmpty())
        return u"server and load share the cores"_s;
    return u"server on %1, load on %2"_s.arg(
        coresText(environment.serverCores), coresText(environment.loadCores));
}

QString machineText(const base::MachineDescription &machine)
{
    QStringList parts{machine.processor, coreCount(machine.cores),
        bytesText(static_cast<double>(machine.memoryBytes)), machine.operatingSystem, machine.kernel};
    if (!machine.governor.isEmpty())
        parts.append(u"governor %1"_s.arg(machine.governor));
    parts.removeAll(QString());
    return parts.join(", "_L1);
}

QString programText(const Environment &environment)
{
    const QString revision
        = environment.revision.isEmpty() ? QString() : u", revision %1"_s.arg(environment.revision);
    return u"Servelab %1 (%2%3), Qt %4, %5"_s.arg(
        environment.version, environment.buildType, revision, environment.qtVersion, environment.compiler);
}

} // namespace

bool isMeasured(const Spread &spread)
{
    return spread.samples > 0 && spread.highest > 0;
}

QString labelOf(const Experiment &experiment, const QString &variant)
{
    const auto found = std::ranges::find(experiment.variants, variant, &Variant::id);
    return found == experiment.variants.end() || found->label.isEmpty() ? variant : found->label;
}

QStringList failureNotes(const ResultDocument &document, const QString &workload)
{
    QStringList notes;
    for (const Sample &sample : document.samples) {
        if (sample.workload != workload || !sample.failure)
            continue;
        const QString note = u"Failed: %1: %2"_s.arg(
            labelOf(document.experiment, sample.variant), sample.failure->toString());
        if (!notes.contains(note))
            notes.append(note);
    }
    return notes;
}

QString environmentText(const Environment &environment)
{
    return u"Measured on %1; %2; %3."_s.arg(
        machineText(environment.machine), placementText(environment), programText(environment));
}

QString observerText(const ResultDocument &document)
{
    const auto share = observerShare(document);
    if (!share)
        return {};
    return u"The program that measured used %1 % of the processor itself."_s.arg(threeDigits(*share * 100));
}

QStringList cautions(const ResultDocument &document)
{
    QStringList notes;
    for (const FitnessReason &reason : fitnessOf(document).reasons)
        notes.append(u"Note: %1. %2"_s.arg(reason.text, reason.remedy));
    return notes;
}

} // namespace servelab::lab

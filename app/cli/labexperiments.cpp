// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/labexperiments.h"

#include "app/cli/console.h"
#include "app/common/contenders.h"
#include "core/base/nearestword.h"
#include "core/subject/workloadhooks.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace servelab::cli {
namespace {

using Found = std::expected<QList<lab::Experiment>, Problems>;

/// Those that can be started here. This server is measured anyway, and what answers everything alike is none.
std::expected<QList<lab::Contender>, Problems> installedContenders(
    const LabChoice &choice, QStringList &notes)
{
    const QString file = choice.contendersFile.isEmpty() ? app::contendersFile() : choice.contendersFile;
    if (file.isEmpty())
        return QList<lab::Contender>();
    const auto all = lab::readContenders(file);
    if (!all)
        return std::unexpected(all.error());
    QList<lab::Contender> installed;
    for (const lab::Contender &contender : *all) {
        if (contender.bare || contender.name == "servelab"_L1)
            continue;
        if (const auto program = lab::findProgram(contender, placesOf(choice)))
            installed.append(contender);
        else
            notes.append(u"Skipped: "_s + program.error().toString());
    }
    return installed;
}

QStringList knownNames(const QList<lab::Experiment> &all)
{
    QStringList names{u"seeds"_s};
    for (const lab::Experiment &experiment : all)
        names.append(experiment.id);
    return names + lab::catalogueGroups();
}

Found findByName(const QString &name, const QList<lab::Experiment> &all)
{
    QList<lab::Experiment> found;
    for (const lab::Experiment &experiment : all) {
        const bool isSeed = name == "seeds"_L1 && lab::seedGroups().contains(experiment.group);
        if (isSeed || experiment.id == name || experiment.group == name)
            found.append(experiment);
    }
    if (!found.isEmpty())
        return found;
    return std::unexpected(Problems{{u"There is no file, experiment or group \"%1\"."_s.arg(name),
        u"The nearest one is \"%1\"; \"servelab-cli lab list\" shows all."_s.arg(
            base::nearestWord(name, knownNames(all))),
        {}}});
}

Found readFile(const QString &name)
{
    auto experiment = lab::readExperimentFile(name);
    if (!experiment)
        return std::unexpected(experiment.error());
    return QList{*experiment};
}

/// Contenders are looked for where they may be meant.
bool mayMeanContenders(const QString &name)
{
    return name == "seeds"_L1 || name == "D"_L1 || name == "contenders"_L1;
}

Found findOne(const QString &name, const LabChoice &choice, QStringList &notes)
{
    if (QFileInfo(name).isFile())
        return readFile(name);
    QList<lab::Contender> contenders;
    if (mayMeanContenders(name)) {
        auto installed = installedContenders(choice, notes);
        if (!installed)
            return std::unexpected(installed.error());
        contenders = *installed;
    }
    return findByName(name, lab::catalogue({contenders, subject::workloadHookNames()}));
}

template <typename T>
bool keepNamed(QList<T> &items, const QStringList &only)
{
    const auto isNamed = [&only](const T &item) { return only.contains(item.id); };
    if (std::ranges::none_of(items, isNamed))
        return false;
    items.removeIf([&](const T &item) { return !isNamed(item); });
    return true;
}

/// Keeps what is named, be it an experiment, workloads or variants of one. False where nothing of it is.
bool keepNamed(lab::Experiment &experiment, const QStringList &only)
{
    const bool whole = only.contains(experiment.id);
    const bool workloads = keepNamed(experiment.workloads, only);
    const bool variants = keepNamed(experiment.variants, only);
    return whole || workloads || variants;
}

QStringList namesIn(const QList<lab::Experiment> &experiments)
{
    QStringList names;
    for (const lab::Experiment &experiment : experiments) {
        names.append(experiment.id);
        for (const lab::Workload &workload : experiment.workloads)
            names.append(workload.id);
        for (const lab::Variant &variant : experiment.variants)
            names.append(variant.id);
    }
    names.removeDuplicates();
    return names;
}

Problems select(QList<lab::Experiment> &experiments, const QStringList &only)
{
    const QStringList known = namesIn(experiments);
    Problems problems;
    for (const QString &id : only) {
        if (!known.contains(id))
            problems += base::Error{u"There is no experiment, workload or variant \"%1\" here."_s.arg(id),
                u"There are: %1."_s.arg(known.join(u", "_s)), u"--only"_s};
    }
    if (only.isEmpty() || !problems.isEmpty())
        return problems;
    QList<lab::Experiment> kept;
    for (lab::Experiment experiment : experiments) {
        if (keepNamed(experiment, only))
            kept.append(experiment);
    }
    experiments = kept;
    return problems;
}

void adjust(lab::Experiment &experiment, const LabChoice &choice)
{
    if (choice.smoke)
        experiment = lab::smokeOf(experiment);
    experiment.rounds = choice.rounds.value_or(experiment.rounds);
    experiment.seed = choice.seed.value_or(experiment.seed);
}

Problems problemsOf(const QList<lab::Experiment> &experiments)
{
    Problems problems;
    for (const lab::Experiment &experiment : experiments)
        problems += lab::validate(experiment);
    return problems;
}

} // namespace

lab::Places placesOf(const LabChoice &choice)
{
    lab::Places places = app::contenderPlaces();
    if (!choice.cache.isEmpty())
        places.insert(u"cache"_s, QDir(choice.cache).absolutePath());
    return places;
}

Found findExperiments(const QStringList &operands, const LabChoice &choice, QStringList &notes)
{
    QList<lab::Experiment> all;
    Problems problems;
    for (const QString &operand : operands) {
        auto found = findOne(operand, choice, notes);
        if (found)
            all += *found;
        else
            problems += found.error();
    }
    if (operands.isEmpty())
        problems += base::Error{
            u"No experiment is given."_s, u"Name a file, or one of \"servelab-cli lab list\"."_s, {}};
    problems += select(all, choice.only);
    for (lab::Experiment &experiment : all)
        adjust(experiment, choice);
    problems += problemsOf(all);
    if (!problems.isEmpty())
        return std::unexpected(problems);
    return all;
}

} // namespace servelab::cli

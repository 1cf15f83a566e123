// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/catalogue.h"

#include "core/http/mediatypes.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::lab {
namespace {

constexpr std::uint64_t keptCount = 10'000;

QString typeOfPages()
{
    const std::string_view type = http::mediaTypeForExtension("html");
    return QString::fromLatin1(type.data(), static_cast<qsizetype>(type.size()));
}

/// What the defaults add up to, from where they are written.
qint64 checksumOfDefaults()
{
    const site::SiteConfig defaults;
    return defaults.port + defaults.timeouts.keepAlive.count() + typeOfPages().size();
}

Experiment task(const QString &id, const QString &title, const QString &lesson, const QString &proof)
{
    Experiment experiment = publishedEntry(u"N"_s, id, title);
    Workload workload;
    workload.id = id;
    workload.title = title;
    workload.lesson = lesson;
    workload.task = id;
    workload.proof.text = proof;
    experiment.workloads = {workload};
    experiment.plan.settle = 500ms;
    return experiment;
}

Experiment keeping(const QString &id, const QString &title, const QString &lesson, const QString &proof)
{
    Experiment experiment = task(id, title, lesson, proof);
    experiment.workloads.first().metric = u"bytesOfEachKept"_s;
    experiment.plan.requests = keptCount;
    return experiment;
}

Experiment configConstruct()
{
    Experiment experiment = task(u"config-construct"_s, u"100,000 sites' settings built"_s,
        u"What all sites share need not be built for each of them."_s,
        u"checksum=%1 different=0"_s.arg(checksumOfDefaults()));
    experiment.published = u"201,737 to 580,412 per s"_s;
    experiment.plan.requests = 100'000;
    compareTechnique(experiment, u"mediaTypes"_s, u"shared"_s, u"copied"_s);
    return experiment;
}

Experiment configRetained()
{
    Experiment experiment = keeping(u"config-retained"_s, u"10,000 sites' settings kept"_s,
        u"What all sites share is held once, and a change of one reaches no other."_s,
        u"changed=text/x-changed others=0"_s);
    experiment.published = u"11,816.5 to 5,786.0 bytes each"_s;
    compareTechnique(experiment, u"mediaTypes"_s, u"shared"_s, u"copied"_s);
    return experiment;
}

Experiment configOverlay()
{
    Experiment experiment
        = keeping(u"config-overlay"_s, u"10,000 sites' settings kept, each with a media type of its own"_s,
            u"One choice of a site's own costs that one choice, and can be taken back."_s,
            u"lacking=0 restored=%1"_s.arg(typeOfPages()));
    experiment.published = u"11,818.6 to 5,972.4 bytes each"_s;
    return experiment;
}

Experiment configMaterialized()
{
    Experiment experiment = keeping(u"config-materialized"_s,
        u"10,000 sites' settings kept, each with all media types its own"_s,
        u"Whoever takes the whole table for his own pays for the whole table."_s, u"different=0"_s);
    experiment.published = u"11,816.7 to 12,018.8 bytes each"_s;
    return experiment;
}

Experiment deployClose()
{
    Experiment experiment = task(u"deploy-close"_s, u"20 deployments on a free port, each closed at once"_s,
        u"A server that is closed before anybody came must leave no listener."_s, u"ready=1 listeners=0"_s);
    experiment.published = u"180 listeners left to none"_s;
    experiment.plan.requests = 20;
    return experiment;
}

} // namespace

QList<Experiment> taskExperiments()
{
    return {configConstruct(), configRetained(), configOverlay(), configMaterialized(), deployClose()};
}

} // namespace servelab::lab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/labcatalogue.h"

#include "core/lab/catalogue.h"
#include "core/subject/workloadhooks.h"
#include "ui/sessions/background.h"

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

LabCatalogue::LabCatalogue(ContenderPlaces places, QObject *parent)
    : QObject(parent)
    , m_places(std::move(places))
{
    connect(&m_looking, &QFutureWatcherBase::finished, this, &LabCatalogue::take);
}

LabCatalogue::~LabCatalogue()
{
    m_looking.cancel();
}

void LabCatalogue::look()
{
    if (!m_looking.isRunning())
        m_looking.setFuture(inBackground<Found>([places = m_places] { return lookUp(places); }));
}

/// This server is measured anyway, and what answers everything alike is none.
LabCatalogue::Found LabCatalogue::lookUp(const ContenderPlaces &places)
{
    Found found;
    const auto all = places.file.isEmpty()
        ? std::expected<QList<lab::Contender>, QList<base::Error>>(QList<lab::Contender>())
        : lab::readContenders(places.file);
    if (!all)
        found.problems = all.error();
    QList<lab::Contender> installed;
    for (const lab::Contender &contender : all.value_or(QList<lab::Contender>())) {
        if (contender.bare || contender.name == "servelab"_L1)
            continue;
        found.contenders.append({contender, lab::findProgram(contender, places.places)});
        if (found.contenders.last().program)
            installed.append(contender);
    }
    found.experiments = lab::catalogue({installed, subject::workloadHookNames()});
    return found;
}

const lab::Experiment *LabCatalogue::find(const QString &id) const
{
    const auto one = std::ranges::find(m_found.experiments, id, &lab::Experiment::id);
    return one == m_found.experiments.end() ? nullptr : &*one;
}

void LabCatalogue::take()
{
    if (m_looking.future().resultCount() == 0)
        return;
    m_found = m_looking.result();
    m_isKnown = true;
    Q_EMIT found();
}

} // namespace servelab::ui

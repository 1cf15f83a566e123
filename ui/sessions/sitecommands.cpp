// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/sitecommands.h"

#include "ui/sessions/sitecollection.h"

namespace servelab::ui {

AddSiteCommand::AddSiteCommand(SiteCollection &sites, StoredSite site)
    : QUndoCommand(SiteCollection::tr("Added %1").arg(siteName(site.config)))
    , m_sites(sites)
    , m_site(std::move(site))
{
}

void AddSiteCommand::redo()
{
    m_sites.insert(m_sites.count(), m_site);
}

void AddSiteCommand::undo()
{
    m_site = m_sites.take(m_sites.rowOf(m_site.id));
}

RemoveSiteCommand::RemoveSiteCommand(SiteCollection &sites, QString id)
    : QUndoCommand(SiteCollection::tr("Removed %1").arg(sites.find(id)->name()))
    , m_sites(sites)
    , m_id(std::move(id))
{
}

void RemoveSiteCommand::redo()
{
    m_row = m_sites.rowOf(m_id);
    m_site = m_sites.take(m_row);
}

void RemoveSiteCommand::undo()
{
    m_sites.insert(m_row, m_site);
}

MoveSiteCommand::MoveSiteCommand(SiteCollection &sites, int from, int to)
    : QUndoCommand(SiteCollection::tr("Moved %1").arg(sites.at(from)->name()))
    , m_sites(sites)
    , m_from(from)
    , m_to(to)
{
}

void MoveSiteCommand::redo()
{
    m_sites.moveNow(m_from, m_to);
}

void MoveSiteCommand::undo()
{
    m_sites.moveNow(m_to, m_from);
}

ChangeSiteCommand::ChangeSiteCommand(
    SiteCollection &sites, QString id, site::SiteConfig config, QString field)
    : QUndoCommand(SiteCollection::tr("Changed a setting of %1").arg(sites.find(id)->name()))
    , m_sites(sites)
    , m_id(std::move(id))
    , m_before(sites.find(m_id)->config())
    , m_after(std::move(config))
    , m_field(std::move(field))
{
}

void ChangeSiteCommand::redo()
{
    apply(m_after);
}

void ChangeSiteCommand::undo()
{
    apply(m_before);
}

bool ChangeSiteCommand::mergeWith(const QUndoCommand *next)
{
    const auto *other = static_cast<const ChangeSiteCommand *>(next); // same id(), so the same class
    if (other->m_id != m_id || other->m_field != m_field)
        return false;
    m_after = other->m_after;
    setObsolete(m_after == m_before);
    return true;
}

void ChangeSiteCommand::apply(const site::SiteConfig &config)
{
    m_sites.find(m_id)->setConfig(config);
}

} // namespace servelab::ui

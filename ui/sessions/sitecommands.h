// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sessions/sitestore.h"

#include <QUndoCommand>

namespace servelab::ui {

class SiteCollection;

class AddSiteCommand : public QUndoCommand
{
public:
    AddSiteCommand(SiteCollection &sites, StoredSite site);
    void redo() override;
    void undo() override;

private:
    SiteCollection &m_sites;
    StoredSite m_site;
};

class RemoveSiteCommand : public QUndoCommand
{
public:
    RemoveSiteCommand(SiteCollection &sites, QString id);
    void redo() override;
    void undo() override;

private:
    SiteCollection &m_sites;
    QString m_id;
    int m_row = -1;
    StoredSite m_site;
};

class MoveSiteCommand : public QUndoCommand
{
public:
    MoveSiteCommand(SiteCollection &sites, int from, int to);
    void redo() override;
    void undo() override;

private:
    SiteCollection &m_sites;
    int m_from;
    int m_to;
};

/// Several changes of the same field in a row are one command.
class ChangeSiteCommand : public QUndoCommand
{
public:
    ChangeSiteCommand(SiteCollection &sites, QString id, site::SiteConfig config, QString field);
    void redo() override;
    void undo() override;
    int id() const override { return 1; }
    bool mergeWith(const QUndoCommand *next) override;

private:
    void apply(const site::SiteConfig &config);

    SiteCollection &m_sites;
    QString m_id;
    site::SiteConfig m_before;
    site::SiteConfig m_after;
    QString m_field;
};

} // namespace servelab::ui

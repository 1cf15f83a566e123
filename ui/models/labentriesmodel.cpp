// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/labentriesmodel.h"

#include "core/lab/catalogue.h"
#include "ui/models/coretext.h"

#include <QCoreApplication>
#include <QDir>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

QString catalogueGroupTitle(const QString &group)
{
    static constexpr std::pair<const char *, const char *> titles[] = {
        {"own", QT_TRANSLATE_NOOP("LabEntries", "Lessons")},
        {"N", QT_TRANSLATE_NOOP("LabEntries", "As node-http-server was measured")},
        {"O", QT_TRANSLATE_NOOP("LabEntries", "As node-http-server runs")},
        {"U", QT_TRANSLATE_NOOP("LabEntries", "As uWebSockets.js was measured")},
        {"H", QT_TRANSLATE_NOOP("LabEntries", "As Node was measured")},
        {"D", QT_TRANSLATE_NOOP("LabEntries", "Beside other servers")},
    };
    for (const auto &[id, title] : titles) {
        if (group == QLatin1StringView(id))
            return QCoreApplication::translate("LabEntries", title);
    }
    return group;
}

void LabEntriesModel::setSites(const QList<Site> &sites)
{
    if (sites == m_sites && !m_rows.isEmpty())
        return;
    m_sites = sites;
    update();
}

void LabEntriesModel::setCatalogue(const QList<lab::Experiment> &catalogue)
{
    m_catalogue.clear();
    QStringList groups = lab::catalogueGroups();
    groups.move(groups.size() - 1, 0); // lessons first
    for (const QString &group : groups) {
        Group shown{catalogueGroupTitle(group), {}};
        for (const lab::Experiment &experiment : catalogue) {
            if (experiment.group == group)
                shown.entries.append({LabOrigin{LabOrigin::Kind::Catalogue, experiment.id},
                    coreText(experiment.title), coreText(experiment.workloads.first().lesson),
                    QStringList{experiment.id, experiment.title, experiment.published}.join(u' ')});
        }
        m_catalogue.append(shown);
    }
    update();
}

void LabEntriesModel::setSearch(const QString &search)
{
    m_search = search;
    update();
}

LabEntriesModel::Group LabEntriesModel::siteGroup() const
{
    Group group{tr("Sites"), {}};
    for (const Site &site : m_sites)
        group.entries.append({LabOrigin{LabOrigin::Kind::Site, site.id}, site.name,
            QDir::toNativeSeparators(site.folder), {}});
    group.entries.append({LabOrigin{LabOrigin::Kind::Sample, {}}, tr("Sample site"),
        tr("Pages that came with this program."), {}});
    return group;
}

bool LabEntriesModel::matches(const Entry &entry, const QString &group) const
{
    const QString all = QStringList{entry.title, entry.lesson, entry.searched, group}.join(u'\n');
    return std::ranges::all_of(m_search.split(u' ', Qt::SkipEmptyParts),
        [&all](const QString &word) { return all.contains(word, Qt::CaseInsensitive); });
}

void LabEntriesModel::update()
{
    QList<Entry> rows;
    for (const Group &group : QList<Group>{siteGroup()} + m_catalogue) {
        QList<Entry> shown = group.entries;
        shown.removeIf([&](const Entry &entry) { return !matches(entry, group.title); });
        if (!shown.isEmpty())
            rows += QList{Entry{std::nullopt, group.title, {}, {}}} + shown;
    }
    if (rows == m_rows)
        return;
    beginResetModel();
    m_rows = rows;
    endResetModel();
}

int LabEntriesModel::rowOf(const LabOrigin &origin) const
{
    const auto found = std::ranges::find(m_rows, std::optional(origin), &Entry::origin);
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

std::optional<LabOrigin> LabEntriesModel::originAt(int row) const
{
    return row >= 0 && row < m_rows.size() ? m_rows[row].origin : std::nullopt;
}

int LabEntriesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant LabEntriesModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Entry &entry = m_rows[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return entry.title;
    case Qt::ToolTipRole:
        return entry.lesson.isEmpty() ? entry.title : entry.title + u'\n' + entry.lesson;
    case Qt::AccessibleDescriptionRole:
    case LessonRole:
        return entry.lesson;
    case IsTitleRole:
        return !entry.origin.has_value();
    default:
        return {};
    }
}

Qt::ItemFlags LabEntriesModel::flags(const QModelIndex &index) const
{
    if (index.isValid() && !m_rows[index.row()].origin)
        return Qt::NoItemFlags; // a title is not chosen, and the arrow keys pass over it
    return QAbstractListModel::flags(index);
}

} // namespace servelab::ui

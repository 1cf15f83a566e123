// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/resultlistmodel.h"

#include "ui/models/coretext.h"
#include "ui/sessions/resultlibrary.h"

#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

QString variantsText(const ResultEntry &entry)
{
    if (entry.variants.size() <= 2)
        return entry.variants.size() < 2
            ? entry.variants.join(QString())
            : ResultListModel::tr("%1 against %2").arg(entry.variants.first(), entry.variants.last());
    return ResultListModel::tr("%1 and %n more", nullptr, static_cast<int>(entry.variants.size()) - 1)
        .arg(entry.variants.first());
}

QString secondLine(const ResultEntry &entry)
{
    if (entry.damage)
        return ResultListModel::tr("Cannot be read");
    const QString variants = variantsText(entry);
    return entry.cancelled ? ResultListModel::tr("Cancelled · %1").arg(variants) : variants;
}

QString searchText(const ResultEntry &entry)
{
    return QStringList{entry.title(), entry.note, entry.experiment, entry.experimentTitle, entry.id,
        entry.variants.join(u'\n')}
        .join(u'\n');
}

QString tipText(const ResultEntry &entry)
{
    if (entry.damage)
        return coreText(*entry.damage).toString();
    return QStringList{entry.title(), entry.variants.join(u", "_s), entry.note}
        .filter(QRegularExpression(u"."_s))
        .join(u'\n');
}

QString spokenText(const ResultEntry &entry)
{
    return u"%1, %2, %3"_s.arg(
        entry.title(), resultTimeText(entry.startedAt, QDateTime::currentDateTime()), secondLine(entry));
}

} // namespace

QString resultTimeText(const QDateTime &time, const QDateTime &now)
{
    if (!time.isValid())
        return {};
    const QDateTime local = time.toLocalTime();
    const QDateTime here = now.toLocalTime();
    const QString clock = QLocale().toString(local.time(), u"HH:mm"_s);
    if (local.date() == here.date())
        return ResultListModel::tr("Today, %1").arg(clock);
    const QString day = local.date().year() == here.date().year()
        ? ResultListModel::tr("d MMM", "a date, as QLocale writes it")
        : ResultListModel::tr("d MMM yyyy", "a date, as QLocale writes it");
    return u"%1, %2"_s.arg(QLocale().toString(local.date(), day), clock);
}

ResultListModel::ResultListModel(ResultLibrary &library, QObject *parent)
    : QAbstractListModel(parent)
    , m_library(library)
{
    connectLibrary();
}

void ResultListModel::connectLibrary()
{
    connect(&m_library, &ResultLibrary::aboutToReset, this, &ResultListModel::beginResetModel);
    connect(&m_library, &ResultLibrary::reset, this, &ResultListModel::endResetModel);
    connect(
        &m_library, &ResultLibrary::aboutToInsert, this, [this](int row) { beginInsertRows({}, row, row); });
    connect(&m_library, &ResultLibrary::inserted, this, &ResultListModel::endInsertRows);
    connect(
        &m_library, &ResultLibrary::aboutToRemove, this, [this](int row) { beginRemoveRows({}, row, row); });
    connect(&m_library, &ResultLibrary::removed, this, &ResultListModel::endRemoveRows);
    connect(&m_library, &ResultLibrary::changed, this,
        [this](int row) { Q_EMIT dataChanged(index(row), index(row)); });
}

void ResultListModel::setPinned(const QString &id)
{
    const QString before = std::exchange(m_pinned, id);
    for (const int row : {m_library.rowOf(before), m_library.rowOf(id)}) {
        if (row >= 0)
            Q_EMIT dataChanged(index(row), index(row), {PinnedRole});
    }
}

int ResultListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_library.count();
}

QVariant ResultListModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const ResultEntry &entry = m_library.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return entry.title();
    case Qt::ToolTipRole:
        return tipText(entry);
    case Qt::AccessibleTextRole:
        return spokenText(entry);
    case IdRole:
        return entry.id;
    case SecondLineRole:
        return secondLine(entry);
    case TimeRole:
        return resultTimeText(entry.startedAt, QDateTime::currentDateTime());
    case SearchRole:
        return searchText(entry);
    case DamagedRole:
        return entry.damage.has_value();
    case CancelledRole:
        return entry.cancelled;
    case PinnedRole:
        return entry.id == m_pinned;
    default:
        return {};
    }
}

bool ResultListModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || role != Qt::EditRole)
        return false;
    m_library.rename(m_library.at(index.row()).id, value.toString().trimmed());
    return true;
}

Qt::ItemFlags ResultListModel::flags(const QModelIndex &index) const
{
    return QAbstractListModel::flags(index) | (index.isValid() ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

void ResultFilter::setWords(const QString &text)
{
    m_words = text.simplified().split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

bool ResultFilter::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    const QString text = sourceModel()->index(row, 0, parent).data(ResultListModel::SearchRole).toString();
    return std::ranges::all_of(
        m_words, [&text](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace servelab::ui

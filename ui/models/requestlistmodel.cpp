// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/requestlistmodel.h"

#include "ui/models/format.h"

#include <QDateTime>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostHosts = 50;

QString textOf(std::string_view bytes)
{
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

QString clockTime(const server::AccessRecord &record)
{
    return QDateTime::fromMSecsSinceEpoch(record.time.time_since_epoch().count())
        .time()
        .toString(u"HH:mm:ss.zzz"_s);
}

QString cell(const server::AccessRecord &record, int column)
{
    switch (column) {
    case RequestListModel::Time:
        return clockTime(record);
    case RequestListModel::Status:
        return QString::number(record.status);
    case RequestListModel::Method:
        return record.method.empty() ? u"–"_s : textOf(record.method);
    case RequestListModel::Target:
        return record.target.empty() ? RequestListModel::tr("(unreadable request)") : textOf(record.target);
    case RequestListModel::Host:
        return hostOf(record);
    case RequestListModel::Coding:
        return textOf(record.coding);
    case RequestListModel::Size:
        return formatNumber(static_cast<double>(record.bytes) / 1024);
    case RequestListModel::Duration:
        return formatNumber(static_cast<double>(record.duration.count()) / 1000);
    default:
        return {};
    }
}

/// Of what changed, only what is beyond the screen reader's reach as cells: one sentence for the row.
QString spoken(const server::AccessRecord &record)
{
    return RequestListModel::tr("%1 %2, status %3, %4")
        .arg(textOf(record.method), textOf(record.target))
        .arg(record.status)
        .arg(formatMicroseconds(static_cast<double>(record.duration.count())));
}

bool isNumber(int column)
{
    return column == RequestListModel::Size || column == RequestListModel::Duration;
}

} // namespace

void RequestListModel::setLog(RequestLog *log)
{
    if (m_log)
        m_log->disconnect(this);
    m_log = log;
    m_paused = false;
    m_hosts.clear();
    if (log) {
        connect(log, &RequestLog::added, this, &RequestListModel::takeNew);
        connect(log, &RequestLog::cleared, this, &RequestListModel::rebuild);
    }
    rebuild();
    Q_EMIT hostsChanged();
}

void RequestListModel::setFilter(const RequestFilter &filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    rebuild();
}

void RequestListModel::setPaused(bool paused)
{
    if (paused == m_paused)
        return;
    m_paused = paused;
    if (!paused && m_log)
        takeNew();
    Q_EMIT countsChanged();
}

quint64 RequestListModel::waitingCount() const
{
    return m_paused && m_log ? m_log->nextNumber() - m_next : 0;
}

void RequestListModel::takeNew()
{
    if (!m_paused) {
        removeGone();
        std::deque<RequestEntry> fresh;
        const auto &entries = m_log->entries();
        const auto first = std::ranges::lower_bound(entries, m_next, {}, &RequestEntry::number);
        std::copy_if(first, entries.end(), std::back_inserter(fresh),
            [this](const RequestEntry &entry) { return m_filter.matches(entry.record()); });
        noteHosts({first, entries.end()});
        m_next = m_log->nextNumber();
        append(std::move(fresh));
    }
    Q_EMIT countsChanged();
}

void RequestListModel::removeGone()
{
    const auto &entries = m_log->entries();
    const quint64 oldest = entries.empty() ? m_log->nextNumber() : entries.front().number();
    const auto stays = std::ranges::lower_bound(m_shown, oldest, {}, &RequestEntry::number);
    const auto gone = static_cast<int>(stays - m_shown.begin());
    if (gone == 0)
        return;
    beginRemoveRows({}, 0, gone - 1);
    m_shown.erase(m_shown.begin(), stays);
    endRemoveRows();
}

void RequestListModel::append(std::deque<RequestEntry> entries)
{
    if (entries.empty())
        return;
    const int row = rowCount();
    beginInsertRows({}, row, row + static_cast<int>(entries.size()) - 1);
    std::ranges::move(entries, std::back_inserter(m_shown));
    endInsertRows();
}

void RequestListModel::noteHosts(const std::deque<RequestEntry> &entries)
{
    const qsizetype before = m_hosts.size();
    for (const RequestEntry &entry : entries) {
        if (m_hosts.size() == mostHosts)
            break; // a client can invent any number of them
        const QString host = hostOf(entry.record());
        if (!host.isEmpty() && !m_hosts.contains(host))
            m_hosts.append(host);
    }
    if (m_hosts.size() == before)
        return;
    m_hosts.sort();
    Q_EMIT hostsChanged();
}

void RequestListModel::rebuild()
{
    beginResetModel();
    m_shown.clear();
    if (m_log) {
        const auto &entries = m_log->entries();
        // A paused model shows what it had looked at, through the new filter.
        const auto end
            = m_paused ? std::ranges::lower_bound(entries, m_next, {}, &RequestEntry::number) : entries.end();
        std::copy_if(entries.begin(), end, std::back_inserter(m_shown),
            [this](const RequestEntry &entry) { return m_filter.matches(entry.record()); });
        noteHosts({entries.begin(), end});
        if (!m_paused)
            m_next = m_log->nextNumber();
    }
    endResetModel();
    Q_EMIT countsChanged();
}

int RequestListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int RequestListModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RequestListModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const server::AccessRecord &record = entryAt(index.row()).record();
    switch (role) {
    case Qt::DisplayRole:
        return cell(record, index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::AlignVCenter | (isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::AccessibleTextRole:
        return index.column() == Target ? spoken(record) : cell(record, index.column());
    case Qt::ToolTipRole:
        return index.column() == Target || index.column() == Host ? cell(record, index.column()) : QString();
    default:
        return {};
    }
}

QVariant RequestListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return tr("Time");
    case Status:
        return tr("Status");
    case Method:
        return tr("Method");
    case Target:
        return tr("Address");
    case Host:
        return tr("Host");
    case Coding:
        return tr("Coding");
    case Size:
        return tr("Sent (KiB)");
    case Duration:
        return tr("Duration (ms)");
    default:
        return {};
    }
}

} // namespace servelab::ui

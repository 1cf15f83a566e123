// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/requestfilter.h"
#include "ui/sessions/requestlog.h"

#include <QAbstractTableModel>
#include <QPointer>

#include <deque>

namespace servelab::ui {

/// The requests of a log that pass a filter, oldest first. Each batch is one insertion and at most one
/// removal, and texts are made for the rows that are drawn, so that ten thousand a second cost a few
/// milliseconds of each second.
class RequestListModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Time, Status, Method, Target, Host, Coding, Size, Duration, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setLog(RequestLog *log); ///< null: none; not owned

    const RequestFilter &filter() const { return m_filter; }
    void setFilter(const RequestFilter &filter);

    /// A paused model stays as it is, while the log goes on; what came meanwhile is shown afterwards.
    bool isPaused() const { return m_paused; }
    void setPaused(bool paused);
    quint64 waitingCount() const; ///< requests that came since the model was paused

    const RequestEntry &entryAt(int row) const { return m_shown[static_cast<std::size_t>(row)]; }
    std::deque<RequestEntry> shownEntries() const { return m_shown; }
    QStringList hosts() const { return m_hosts; } ///< that were seen, at most 50

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void hostsChanged();
    void countsChanged(); ///< shown, waiting or dropped

private:
    void takeNew();
    void removeGone();
    void append(std::deque<RequestEntry> entries);
    void noteHosts(const std::deque<RequestEntry> &entries);
    void rebuild();

    QPointer<RequestLog> m_log;
    RequestFilter m_filter;
    std::deque<RequestEntry> m_shown;
    quint64 m_next = 0; ///< number of the first request that was not looked at yet
    bool m_paused = false;
    QStringList m_hosts;
};

} // namespace servelab::ui

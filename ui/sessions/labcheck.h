// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/lab/experiment.h"

#include <QFutureWatcher>
#include <QObject>

#include <optional>

namespace servelab::ui {

/// What is to be looked at before an experiment runs.
struct LabQuestion
{
    lab::Experiment experiment;
    QString program; ///< servelab-cli
    lab::Places places; ///< for contenders
    std::optional<QString> file
        = {}; ///< that has to be below the base's root; empty text: none is chosen yet
};

/// Everything that keeps an experiment from running, each problem once. Looks at the disk.
QList<base::Error> labProblems(const LabQuestion &question);

/// Finds them off the window's thread. Of questions that come while it looks only the last one is answered.
/// Lives on the window's thread.
class LabCheck : public QObject
{
    Q_OBJECT
public:
    explicit LabCheck(QObject *parent = nullptr);
    ~LabCheck() override;

    void ask(const LabQuestion &question);
    bool isAnswered() const { return m_isAnswered; } ///< the problems are those of the last question
    const QList<base::Error> &problems() const { return m_problems; }

Q_SIGNALS:
    void answered();

private:
    void begin(const LabQuestion &question);
    void take();

    QFutureWatcher<QList<base::Error>> m_looking;
    std::optional<LabQuestion> m_next;
    QList<base::Error> m_problems;
    bool m_isAnswered = false;
};

} // namespace servelab::ui

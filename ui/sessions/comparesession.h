// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/lab/experiment.h"
#include "core/lab/experimentrunner.h"
#include "core/lab/resultdocument.h"

#include <QObject>

#include <memory>
#include <optional>

namespace servelab::ui {

/// What a person chose to compare.
struct CompareChoice
{
    site::SiteConfig site;
    QString file; ///< from the site's root, with '/'
    lab::BrotliComparison comparison;
    int rounds = 3;
    int connections = 4;
    std::chrono::milliseconds duration{500}; ///< of load, for each sample
};

lab::Experiment experimentOf(const CompareChoice &choice);

/// Everything about a choice that keeps it from running, for people. Does not look at the disk.
QList<base::Error> problemsOf(const CompareChoice &choice);

/// One experiment at a time, and its result while it grows and when it is done. Lives on the window's thread.
class CompareSession : public QObject
{
    Q_OBJECT
public:
    /// `program`: path of servelab-cli, which is what is measured.
    explicit CompareSession(QString program, QObject *parent = nullptr);
    ~CompareSession() override;

    bool isRunning() const { return m_runner != nullptr; }
    bool isCancelling() const { return m_cancelling; }
    const std::optional<lab::ExperimentProgress> &progress() const { return m_progress; }

    /// The samples so far, or all; empty optional before the first run.
    const std::optional<lab::ResultDocument> &document() const { return m_document; }

    /// Why the last start did nothing.
    const QList<base::Error> &problems() const { return m_problems; }

    void start(const lab::Experiment &experiment);
    void cancel(); ///< finished rounds are kept
    void show(const lab::ResultDocument &document);

    /// Off the window's thread; saved() or failed() follows.
    void save(const QString &path);

Q_SIGNALS:
    void changed(); ///< started, ended, or another document
    void progressed();
    void documentChanged(); ///< a sample more, or another document
    void finished();
    void saved(const QString &path);
    void failed(const servelab::base::Error &error);

private:
    void addSample(const lab::Sample &sample);
    void finish(const lab::ResultDocument &document);

    QString m_program;
    std::unique_ptr<lab::ExperimentRunner> m_runner;
    bool m_cancelling = false;
    std::optional<lab::ExperimentProgress> m_progress;
    std::optional<lab::ResultDocument> m_document;
    QList<base::Error> m_problems;
};

} // namespace servelab::ui

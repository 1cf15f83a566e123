// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/lab/experiment.h"

#include <QFutureWatcher>
#include <QObject>

namespace servelab::ui {

/// A server that this one can be compared with, and where it is.
struct FoundContender
{
    lab::Contender contender;
    base::Expected<QString> program; ///< an error says how to get it
};

/// Where the lab finds other servers.
struct ContenderPlaces
{
    QString file; ///< of contenders; empty: there are none
    lab::Places places; ///< what stands for {name} in their commands
};

/// The experiments that come with the program, and the other servers of this machine. Looked up off the
/// window's thread. Lives on the window's thread.
class LabCatalogue : public QObject
{
    Q_OBJECT
public:
    explicit LabCatalogue(ContenderPlaces places, QObject *parent = nullptr);
    ~LabCatalogue() override;

    /// found() follows. To be called again when something was installed.
    void look();
    bool isKnown() const { return m_isKnown; }

    const lab::Places &places() const { return m_places.places; }
    const QList<lab::Experiment> &experiments() const { return m_found.experiments; }
    const lab::Experiment *find(const QString &id) const; ///< null: none; until the next found()
    const QList<FoundContender> &contenders() const { return m_found.contenders; }

    /// What was wrong with the file of contenders.
    const QList<base::Error> &problems() const { return m_found.problems; }

Q_SIGNALS:
    void found();

private:
    struct Found
    {
        QList<lab::Experiment> experiments;
        QList<FoundContender> contenders;
        QList<base::Error> problems;
    };
    static Found lookUp(const ContenderPlaces &places);
    void take();

    ContenderPlaces m_places;
    QFutureWatcher<Found> m_looking;
    Found m_found;
    bool m_isKnown = false;
};

} // namespace servelab::ui

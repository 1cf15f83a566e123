// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/resultdocument.h"
#include "core/server/recordstream.h"

#include <QString>

namespace servelab::ui::testing {

/// Six configurations, three rounds, with figures of a plausible size and a little spread.
lab::ResultDocument sampleResult();

/// A variant of which every sample has these figures, spread by a hundredth around them.
struct Figures
{
    QString variant;
    double requestsPerSecond = 0;
    qint64 p99Microseconds = 0;
    quint64 bytes = 0;
    qint64 retainedBytes = 0;
};

lab::ResultDocument resultOf(const QList<Figures> &figures, int rounds);

/// A request as a browser sends it: GET of `target` at "localhost:8080", answered with 200 in br.
server::AccessRecord recordOf(const QByteArray &target);
server::RecordBatch batchOf(const QList<server::AccessRecord> &records);

/// Writes a small site: index.html, style.css, data/words.txt of a hundred kilobytes, .hidden. Its folder.
QString writeSite(const QString &parent, const QString &name);

/// The whole answer to GET / of a server on the loopback address, empty when there is none.
QByteArray request(quint16 port, const QByteArray &path = "/");

} // namespace servelab::ui::testing

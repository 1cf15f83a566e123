// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/resultdocument.h"
#include "core/server/recordstream.h"

#include <QString>

namespace servelab::ui::testing {

/// Six configurations, three rounds, with figures of a plausible size and a little spread.
lab::ResultDocument sampleResult();

/// A variant of which every sample has these figures, scattered a little around them: more from round to
/// round than within a round.
struct Figures
{
    QString variant;
    double requestsPerSecond = 0;
    qint64 p99Microseconds = 0;
    quint64 bytes = 0;
    qint64 retainedBytes = 0;
};

/// Each variant twice in each round, on a quiet machine, with latencies of a long tail and a time series.
lab::ResultDocument resultOf(const QList<Figures> &figures, int rounds);

/// The same samples for one workload more; the experiment's own list of workloads stays.
void addSamples(lab::ResultDocument &document, const QString &workload, const QList<Figures> &figures);

/// Brotli quality 0 to 11.
lab::ResultDocument sweepResult();
/// Five qualities at three thresholds.
lab::ResultDocument sweepOfTwoResult();
/// Quality 6 against quality 4: 18 % fewer requests, 4 % fewer bytes, nine rounds.
lab::ResultDocument pairResult();
/// The same experiment a week later, with so many times the requests per second.
lab::ResultDocument laterRunOf(const lab::ResultDocument &earlier, double factor);

/// A request as a browser sends it: GET of `target` at "localhost:8080", answered with 200 in br.
server::AccessRecord recordOf(const QByteArray &target);
server::RecordBatch batchOf(const QList<server::AccessRecord> &records);

/// Writes a small site: index.html, style.css, data/words.txt of a hundred kilobytes, .hidden. Its folder.
QString writeSite(const QString &parent, const QString &name);

/// The whole answer to GET / of a server on the loopback address, empty when there is none.
QByteArray request(quint16 port, const QByteArray &path = "/");

} // namespace servelab::ui::testing

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/lab/contender.h"
#include "core/lab/fixture.h"
#include "core/load/loadplan.h"
#include "core/site/siteconfig.h"

#include <QJsonObject>
#include <QList>
#include <QString>

#include <optional>

namespace servelab::lab {

/// One way to answer the same requests: a patch to the experiment's base configuration, or another server.
struct Variant
{
    QString id; ///< unique in the experiment, short: "q4"
    QString label; ///< for people: "Brotli 4, cached"
    QJsonObject patch = {}; ///< as site::fromJson takes it
    QList<load::RequestField> fields
        = {}; ///< sent instead of the workload's fields of the same name: "Accept-Encoding"
    std::optional<Contender> contender = {}; ///< another server; the patch does not reach it
    std::optional<load::Expectation> expectation = {}; ///< instead of the workload's
    std::optional<int> connections = {}; ///< instead of the plan's
    std::optional<bool> keepAlive = {}; ///< instead of the plan's
    std::optional<int> pipeline = {}; ///< instead of the plan's
    std::optional<load::Arrival> arrival = {}; ///< instead of the plan's
};

/// What proves the one answer that is looked at before load begins, beside the expectation that every answer
/// has to meet.
struct Proof
{
    QList<load::RequestField> fields = {}; ///< of the answer, with exactly these values; an empty value: any
    QString text = {}; ///< the body, decoded, is this; empty: not compared
    QString file = {}; ///< the body is what this file under the root holds, decoded; empty: not compared
    qint64 offset = 0; ///< of the part of that file
    std::optional<qint64> bytes = {}; ///< of the part; unset: to its end
    bool isInverted = false; ///< the body has every bit of that part turned: a hook changed it
    friend bool operator==(const Proof &, const Proof &) = default;
};

/// What is asked of the measured server, and what a right answer is. The URL's host and port are the server's
/// own.
struct Workload
{
    QString id;
    QString title; ///< for people
    QString lesson; ///< one sentence: what this shows
    QString path = QStringLiteral("/");
    QByteArray method = "GET";
    QList<load::RequestField> fields;
    QByteArray body;
    load::Expectation expectation;
    Proof proof;
    /// The requests are messages of so many bytes over WebSockets, which the server has to send back as they
    /// are; each echo is compared. Method, body, expectation and proof are left out then.
    std::optional<qint64> echoBytes;
    QString hook; ///< what the server does beside serving files, by the subject's name for it; empty: nothing
    /// What the measured process does in place of serving, by the subject's name for it; empty: it serves.
    /// The plan's count says how often, each time counts as a request that was answered, and the proof's text
    /// is what the task has to find.
    QString task = {};
    QString metric = QStringLiteral("requestsPerSecond"); ///< what the verdict is about, a key of metrics()
};

/// How long and how hard each sample is. Warm-up is a run of its own before the measured part; what it asks
/// counts nowhere.
struct SamplePlan
{
    int connections = 10;
    int threads = 1;
    bool keepAlive = true;
    int pipeline = 1; ///< requests on one connection at the same time
    load::Arrival arrival; ///< closed loop, or requests at a rate whatever the server does
    std::chrono::milliseconds warmUp{500};
    std::chrono::milliseconds duration{2'000};
    std::optional<std::uint64_t> requests;

    /// A timed part with fewer answers than this, or with more than one request in fifty cut off at its end,
    /// says little of a slow variant: it is dropped, and the sample is measured by count instead: as many
    /// requests as were answered, but at least this many and one for each worker of the server.
    std::uint64_t minimumRequests = 1;
    std::chrono::milliseconds longest{60'000}; ///< for each answer, and for a part by count
    std::chrono::milliseconds settle{2'000}; ///< between the end of load and the reading of retained memory
    /// Each connection reads no faster, as on a slow line.
    std::optional<qint64> readBytesPerSecond;
    /// The server is stopped for so long, beginning when a quarter of the duration has passed, and then goes
    /// on as if nothing had been: what requests that were due meanwhile show is what visitors would have
    /// waited. 0: never. Shorter than half the duration.
    std::chrono::milliseconds freeze{0};
    int idleConnections = 0; ///< kept open after load, to see what each holds; 0: not looked at
};

/// Workloads x variants x rounds. A value; JSON both ways.
struct Experiment
{
    QString id;
    QString title;
    QString group; ///< of the catalogue: "N", "O", "U", "H", "D", "own"
    QString published; ///< what others measured, to be held beside; empty: nothing is known
    QList<FixtureFile> fixture; ///< made in a folder of its own that becomes the root; empty: the base's root
    site::SiteConfig base; ///< the port is chosen anew for each server
    QList<Workload> workloads;
    QList<Variant> variants; ///< the first is the baseline
    SamplePlan plan;
    int rounds = 5;
    int runsPerRound = 2; ///< of each variant; 2 makes the same-code pairs that tell noise from difference
    quint64 seed = 1; ///< of the order of variants within rounds

    /// Without settings that nobody else may know: a document is passed on. Give https.passphraseFile, so
    /// that it can be run again.
    QJsonObject toJson() const;
    static std::expected<Experiment, QList<base::Error>> fromJson(const QJsonObject &object);
};

/// Reads an experiment file; problems name the file and the field.
std::expected<Experiment, QList<base::Error>> readExperimentFile(const QString &path);

/// Everything that keeps an experiment from running, before it runs.
QList<base::Error> validate(const Experiment &experiment);

/// The configuration a variant is served with: the base with its patch, on a free port of a loopback address,
/// with `workers` unless the patch sets them, and without the base's access records.
std::expected<site::SiteConfig, QList<base::Error>> measuredConfig(
    const Experiment &experiment, const Variant &variant, int workers);

/// HTTPS without a certificate: one is made for the run, by an authority of the run's own.
bool needsCertificate(const site::SiteConfig &config);

/// The workload's fields with those of the variant in their place.
QList<load::RequestField> requestFields(const Workload &workload, const Variant &variant);

/// The measured part of one sample against the server that listens at `server`.
load::LoadPlan loadPlan(
    const Experiment &experiment, const Workload &workload, const Variant &variant, const QUrl &server);

/// How long a run will take, from its plan.
std::chrono::milliseconds estimatedDuration(const Experiment &experiment);

/// Variants of Brotli qualities for a file of a site: each coding each request and/or with the coded variant
/// cached.
struct BrotliComparison
{
    QList<int> qualities{1, 4, 11};
    bool eachRequest = true;
    bool cached = true;
};
Experiment brotliExperiment(
    const site::SiteConfig &base, const QString &path, const BrotliComparison &comparison);

} // namespace servelab::lab

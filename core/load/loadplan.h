// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QUrl>

#include <chrono>
#include <cstdint>
#include <optional>

namespace servelab::load {

/// A request field as it is sent. A Host among them replaces the one made from the URL.
struct RequestField
{
    QByteArray name;
    QByteArray value;
    friend bool operator==(const RequestField &, const RequestField &) = default;
};

/// What a right answer looks like; what is not set is not checked.
struct Expectation
{
    std::optional<int> status; ///< unset: any 2xx or 3xx is right
    std::optional<qint64> bodyBytes; ///< decoded from transfer coding, not from content coding
    friend bool operator==(const Expectation &, const Expectation &) = default;
};

/// What to send, how, how long, and what a right answer is. A value.
struct LoadPlan
{
    QUrl url; ///< http, host, port, path and query; a fragment is not sent
    QByteArray method = "GET";
    QList<RequestField> fields;
    QByteArray body;
    int connections = 50; ///< 1 to 10,000
    int threads = 1;
    bool keepAlive = true; ///< false: a new connection for every request
    std::optional<std::chrono::milliseconds> duration
        = std::chrono::seconds(10); ///< measured part, warm-up apart
    std::optional<std::uint64_t> requests; ///< stop after so many instead; whichever comes first
    std::chrono::milliseconds warmUp{0}; ///< load whose answers are not counted, before
    std::chrono::milliseconds connectTimeout{5'000};
    std::chrono::milliseconds requestTimeout{30'000};
    Expectation expectation;
};

/// Every problem of a plan at once; `where` names the field. A target off this machine is a problem, so a
/// name other than localhost is looked up, which may block (see resolveTarget).
QList<base::Error> validate(const LoadPlan &plan);

} // namespace servelab::load

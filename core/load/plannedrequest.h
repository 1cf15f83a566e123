// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

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
    QByteArray bodySha256{}; ///< 32 bytes, of the same bytes; empty: not checked
    friend bool operator==(const Expectation &, const Expectation &) = default;
};

/// One of several requests of a plan.
struct PlannedRequest
{
    QString name{}; ///< in the report, where those of one name are together; empty: method and target
    QByteArray method = "GET";
    QByteArray target = "/"; ///< path and query, as they are sent
    QList<RequestField> fields{};
    QByteArray body{};
    int weight = 1; ///< how often, beside the others
    Expectation expectation{}; ///< what is not set here is as in the plan
    friend bool operator==(const PlannedRequest &, const PlannedRequest &) = default;
};

enum class RequestOrder : std::uint8_t {
    Weighted, ///< as often as their weights say, in an order that looks random and is always the same
    InOrder, ///< one behind the other, then from the first again; weights do not count
};

} // namespace servelab::load

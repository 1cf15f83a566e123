// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/accessrecord.h"

#include <QByteArray>
#include <QString>

namespace servelab::ui {

/// Which requests are shown. A value; what is empty or 0 leaves everything in.
struct RequestFilter
{
    QString text; ///< somewhere in the request or the answer's head, case aside (ASCII)
    int statusClass = 0; ///< 2 for 2xx
    QString host; ///< without port
    QString coding; ///< token; "identity" for none

    bool matches(const server::AccessRecord &record) const;
    bool isEmpty() const { return *this == RequestFilter(); }
    friend bool operator==(const RequestFilter &, const RequestFilter &) = default;
};

/// The host of a record without its port, in lower case.
QString hostOf(const server::AccessRecord &record);

} // namespace servelab::ui

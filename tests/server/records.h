// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/accessrecord.h"

#include <QByteArray>

namespace servelab::tests {

/// Of a GET that was answered with 200 in 1.5 ms.
inline server::AccessRecord recordOf(const QByteArray &target)
{
    server::AccessRecord record;
    record.time
        = std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(1'700'000'000'123));
    record.client = "127.0.0.1";
    record.method = "GET";
    record.target = target.toStdString();
    record.status = 200;
    record.bytes = 300;
    record.duration = std::chrono::microseconds(1500);
    return record;
}

} // namespace servelab::tests

// SPDX-License-Identifier: GPL-3.0-or-later
// Reports of load runs as JSON text.
#include "core/load/loadreport.h"
#include "tests/fuzz/require.h"

#include <QJsonDocument>

using namespace servelab;
using servelab::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray text(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    auto report = load::LoadReport::fromJson(QJsonDocument::fromJson(text).object());
    if (!report) {
        require(!report.error().message.isEmpty());
        return 0;
    }
    const QJsonObject written = report->toJson();
    const auto again = load::LoadReport::fromJson(written);
    require(again && again->toJson() == written);
    require(!report->toText().isEmpty());
    require(!report->toCsv().isEmpty() && !report->seriesToCsv().isEmpty());
    report->add(*again);
    require(report->responses == 2 * again->responses);
    return 0;
}

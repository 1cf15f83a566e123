// SPDX-License-Identifier: GPL-3.0-or-later
// Results of experiments as JSON text.
#include "core/lab/resultdocument.h"
#include "tests/fuzz/require.h"

#include <QJsonDocument>

using namespace servelab;
using servelab::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray text(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    const auto document = lab::ResultDocument::fromJson(QJsonDocument::fromJson(text).object());
    if (!document) {
        require(!document.error().message.isEmpty());
        return 0;
    }
    const QJsonObject written = document->toJson();
    const auto again = lab::ResultDocument::fromJson(written);
    require(again && again->toJson() == written);
    require(document->summaries().size()
        == document->experiment.workloads.size() * document->experiment.variants.size());
    require(!lab::toTextTable(*document).isEmpty());
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of requests and HAR files: the first byte says which. What is read and found to be valid is sent.
#include "core/load/loadplan.h"
#include "core/load/requestbytes.h"
#include "core/load/requestfile.h"
#include "core/load/requestmix.h"
#include "tests/fuzz/require.h"

using namespace servelab;
using servelab::fuzz::require;

namespace {

base::Expected<QList<load::PlannedRequest>> read(char kind, const QByteArray &text)
{
    const QUrl target(QStringLiteral("http://localhost:8080/"));
    if (kind == 'h')
        return load::requestsFromHar(text, target, load::HarOrigins::OfTarget);
    if (kind == 'a')
        return load::requestsFromHar(text, target, load::HarOrigins::All);
    return load::requestsFromJson(text, QStringLiteral("/nonexistent"));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray input(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    if (input.isEmpty() || input.contains("bodyFile")) // it would open any file
        return 0;
    const auto requests = read(input[0], input.sliced(1));
    if (!requests) {
        require(!requests.error().message.isEmpty());
        return 0;
    }
    require(!requests->isEmpty());
    load::LoadPlan plan;
    plan.url = QUrl(QStringLiteral("http://localhost:8080/"));
    plan.mix = *requests;
    if (!load::validate(plan).isEmpty())
        return 0;
    for (const load::PlannedRequest &request : load::requestsOf(plan)) {
        const std::string bytes = load::requestBytes(plan, request);
        const auto body = static_cast<std::size_t>(request.body.size());
        // One head, whatever the file says, and behind it the body.
        require(bytes.find("\r\n\r\n") + 4 == bytes.size() - body);
    }
    require(!load::roundOf(load::requestsOf(plan), plan.order).empty());
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// A light load client for comparing servers: cheaper than wrk, so that on two cores the server is what is
// measured. It checks the bytes of one answer, then status and length of every one, and writes one JSON
// object.
#include "bench/peers/client/load.h"

#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <optional>

using namespace servelab::bench;

namespace {

void raiseDescriptorLimit()
{
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

void print(const CheckedAnswer &checked, const LoadResult &result)
{
    std::printf("{\"answers\": %llu, \"bytes\": %llu, \"errors\": %llu, \"firstError\": \"%s\", "
                "\"seconds\": %.9f, \"serverCpu\": %.9f, \"clientCpu\": %.9f, \"asked\": %llu, "
                "\"answerBytes\": %llu, \"headBytes\": %llu, \"firstBodySeconds\": %.9f, "
                "\"checkSeconds\": %.9f}\n",
        static_cast<unsigned long long>(result.answers), static_cast<unsigned long long>(result.bytes),
        static_cast<unsigned long long>(result.errors), result.firstError.c_str(), result.seconds,
        result.serverCpu, result.clientCpu, static_cast<unsigned long long>(result.asked),
        static_cast<unsigned long long>(checked.wireBytes),
        static_cast<unsigned long long>(checked.headBytes), checked.firstBodySeconds, checked.seconds);
}

} // namespace

int main(int argc, char **argv)
{
    std::signal(SIGPIPE, SIG_IGN);
    raiseDescriptorLimit();
    const Options options = readOptions({argc, argv});
    std::optional<TlsContext> tls;
    if (options.tls != Tls::None)
        tls.emplace();
    TlsContext *context = tls ? &*tls : nullptr;
    const CheckedAnswer checked = checkAnswer(options, context);
    if (options.tls == Tls::Resumed)
        checkAnswer(options, context); // now with the session of the first
    LoadResult result;
    if (options.requests > 0 || options.seconds > 0)
        result = runLoad(options, checked, context);
    print(checked, result);
    return result.errors > 0 ? 1 : 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/peers/client/options.h"

#include <functional>
#include <map>
#include <sstream>

namespace servelab::bench {

namespace {

Tls tlsOf(const std::string &text)
{
    static const std::map<std::string, Tls> kinds{
        {"kept", Tls::Kept}, {"full", Tls::FullHandshake}, {"resumed", Tls::Resumed}};
    const auto kind = kinds.find(text);
    if (kind == kinds.end())
        failWith("--tls is \"kept\", \"full\" or \"resumed\", not \"" + text + "\".");
    return kind->second;
}

std::vector<pid_t> processesOf(const std::string &text)
{
    std::vector<pid_t> processes;
    std::istringstream list(text);
    for (std::string one; std::getline(list, one, ',');)
        processes.push_back(std::stoi(one));
    return processes;
}

using Setter = std::function<void(Options &, Arguments &, std::string_view)>;

template <typename Number>
Setter number(Number Options::*member)
{
    return [member](Options &options, Arguments &arguments, std::string_view name) {
        options.*member = arguments.number<Number>(name);
    };
}

Setter text(std::string Options::*member)
{
    return [member](Options &options, Arguments &arguments, std::string_view name) {
        options.*member = arguments.text(name);
    };
}

Setter flag(bool Options::*member)
{
    return [member](Options &options, Arguments &, std::string_view) { options.*member = true; };
}

const std::map<std::string_view, Setter> &setters()
{
    static const std::map<std::string_view, Setter> all{
        {"--port", number(&Options::port)},
        {"--connections", number(&Options::connections)},
        {"--idle", number(&Options::idleConnections)},
        {"--idle-ask", flag(&Options::idleAsk)},
        {"--pipelined", number(&Options::pipelined)},
        {"--per-request", flag(&Options::perRequest)},
        {"--receive-buffer", number(&Options::receiveBuffer)},
        {"--discard", flag(&Options::discards)},
        {"--varying", flag(&Options::isVarying)},
        {"--seconds", number(&Options::seconds)},
        {"--warm-up", number(&Options::warmUp)},
        {"--requests", number(&Options::requests)},
        {"--pause", flag(&Options::pauses)},
        {"--method", text(&Options::method)},
        {"--path", text(&Options::path)},
        {"--spread", number(&Options::spread)},
        {"--host", text(&Options::host)},
        {"--status", number(&Options::status)},
        {"--body", text(&Options::body)},
        {"--first", number(&Options::first)},
        {"--length", number(&Options::length)},
        {"--coding", text(&Options::coding)},
        {"--field", [](Options &o, Arguments &a, std::string_view n) { o.fields.push_back(a.text(n)); }},
        {"--tls", [](Options &o, Arguments &a, std::string_view n) { o.tls = tlsOf(a.text(n)); }},
        {"--cpu-of",
            [](Options &o, Arguments &a, std::string_view n) { o.measured = processesOf(a.text(n)); }},
    };
    return all;
}

} // namespace

Options readOptions(Arguments arguments)
{
    Options options;
    for (std::string_view name; !(name = arguments.next()).empty();) {
        const auto setter = setters().find(name);
        if (setter == setters().end())
            failWith("Unknown option " + std::string(name) + ".");
        setter->second(options, arguments, name);
    }
    if (options.tls == Tls::FullHandshake || options.tls == Tls::Resumed)
        options.perRequest = true;
    return options;
}

std::size_t spreadDigits(const Options &options)
{
    return options.spread == 0 ? 0 : std::to_string(options.spread - 1).size();
}

std::string requestFor(const Options &options, std::uint64_t number)
{
    std::string path = options.path;
    if (const std::size_t place = path.find('%'); options.spread > 0 && place != std::string::npos) {
        const std::string digits = std::to_string(number);
        path.replace(place, 1, std::string(spreadDigits(options) - digits.size(), '0') + digits);
    }
    std::string request = options.method + ' ' + path + " HTTP/1.1\r\nHost: " + options.host + "\r\n";
    for (const std::string &field : options.fields)
        request += field + "\r\n";
    if (options.perRequest)
        request += "Connection: close\r\n";
    return request + "\r\n";
}

} // namespace servelab::bench

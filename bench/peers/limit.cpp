// SPDX-License-Identifier: GPL-3.0-or-later
// What the machine allows to a server that waits with epoll: for each read one write of bytes that were made
// beforehand. It parses nothing and looks nothing up; whatever a real server costs above it is its own work.
#include "bench/peers/arguments.h"
#include "bench/peers/loopback.h"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace servelab::bench;

struct Options
{
    std::uint16_t port = 8080;
    int answersPerRead = 1;
    bool closes = false; ///< each connection after its answer
    std::string answer;
};

/// A head as long as that of a server which sends validators.
std::string head(std::string_view statusLine, std::size_t length, bool hasBody)
{
    std::string text = "HTTP/1.1 " + std::string(statusLine)
        + "\r\nDate: Sun, 01 Nov 2026 12:00:00 GMT\r\n"
          "Last-Modified: Sun, 01 Nov 2026 11:00:00 GMT\r\nETag: \"65a1b2c3-17a1b2c3d4e5f607\"\r\n"
          "Cache-Control: max-age=60\r\n";
    if (hasBody)
        text += "Content-Type: text/plain; charset=utf-8\r\nAccept-Ranges: bytes\r\nContent-Length: "
            + std::to_string(length) + "\r\n";
    return text;
}

Options readOptions(Arguments arguments)
{
    Options options;
    std::string body;
    bool notModified = false;
    for (std::string_view name; !(name = arguments.next()).empty();) {
        if (name == "--port")
            options.port = arguments.number<std::uint16_t>(name);
        else if (name == "--body")
            body = readFile(arguments.text(name));
        else if (name == "--per-read")
            options.answersPerRead = arguments.number<int>(name);
        else if (name == "--not-modified")
            notModified = true;
        else if (name == "--close")
            options.closes = true;
        else
            failWith("Unknown option " + std::string(name) + ".");
    }
    options.answer = head(notModified ? "304 Not Modified" : "200 OK", body.size(), !notModified);
    options.answer += options.closes ? "Connection: close\r\n\r\n" : "\r\n";
    if (!notModified)
        options.answer += body;
    return options;
}

class LimitServer
{
public:
    explicit LimitServer(const Options &options)
        : m_options(options)
        , m_listener(listenOn(options.port, SOCK_NONBLOCK))
        , m_epoll(::epoll_create1(EPOLL_CLOEXEC))
    {
        for (int i = 0; i < options.answersPerRead; ++i)
            m_answer += options.answer;
        watch(m_listener, EPOLLIN);
    }

    [[noreturn]] void run()
    {
        std::array<epoll_event, 256> events;
        for (;;) {
            const int count = ::epoll_wait(m_epoll, events.data(), static_cast<int>(events.size()), -1);
            for (int i = 0; i < count; ++i) {
                const epoll_event &event = events[static_cast<std::size_t>(i)];
                if (event.data.fd == m_listener)
                    acceptWaiting();
                else
                    serve(event.data.fd, event.events);
            }
        }
    }

private:
    void watch(int descriptor, std::uint32_t events) const
    {
        epoll_event event{.events = events, .data = {.fd = descriptor}};
        ::epoll_ctl(m_epoll, EPOLL_CTL_ADD, descriptor, &event);
    }

    void acceptWaiting()
    {
        for (;;) {
            const int client = ::accept4(m_listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
            if (client < 0)
                return;
            if (m_unsent.size() <= static_cast<std::size_t>(client))
                m_unsent.resize(static_cast<std::size_t>(client) + 1);
            unsent(client) = 0;
            watch(client, EPOLLIN | EPOLLOUT | EPOLLET);
        }
    }

    std::size_t &unsent(int client) { return m_unsent[static_cast<std::size_t>(client)]; }

    void serve(int client, std::uint32_t events)
    {
        if ((events & EPOLLOUT) && unsent(client) > 0 && !send(client))
            return;
        if (!(events & (EPOLLIN | EPOLLHUP)))
            return;
        const ssize_t count = ::recv(client, m_buffer.get(), bufferBytes, 0);
        if (count == 0 || (count < 0 && errno != EAGAIN)) {
            ::close(client);
        } else if (count > 0) {
            unsent(client) = m_answer.size();
            send(client);
        }
    }

    /// False when something is left.
    bool send(int client)
    {
        while (unsent(client) > 0) {
            const std::size_t bytes = std::min<std::size_t>(unsent(client), largestSend);
            const ssize_t sent
                = ::send(client, m_answer.data() + m_answer.size() - unsent(client), bytes, MSG_NOSIGNAL);
            if (sent < 0)
                return false;
            unsent(client) -= static_cast<std::size_t>(sent);
        }
        if (m_options.closes)
            ::close(client);
        return true;
    }

    static constexpr std::size_t bufferBytes = 64 * 1024;
    static constexpr std::size_t largestSend = 64 * 1024;

    const Options &m_options;
    int m_listener;
    int m_epoll;
    std::string m_answer;
    std::vector<std::size_t> m_unsent; ///< bytes of the answer under way, by descriptor
    std::unique_ptr<char[]> m_buffer{new char[bufferBytes]};
};

} // namespace

int main(int argc, char **argv)
{
    const Options options = readOptions({argc, argv});
    LimitServer(options).run();
}

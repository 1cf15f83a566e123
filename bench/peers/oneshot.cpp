// SPDX-License-Identifier: GPL-3.0-or-later
// What coding a file for each request costs at the least: libbrotli's one-shot call and a blocking send. One
// client at a time.
#include "bench/peers/arguments.h"
#include "bench/peers/loopback.h"

#include <brotli/encode.h>

#include <sys/socket.h>
#include <unistd.h>

#include <string>

namespace {

using namespace servelab::bench;

std::string coded(const std::string &body, int quality)
{
    std::size_t length = BrotliEncoderMaxCompressedSize(body.size());
    std::string result(length, '\0');
    BrotliEncoderCompress(quality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_GENERIC, body.size(),
        reinterpret_cast<const std::uint8_t *>(body.data()), &length,
        reinterpret_cast<std::uint8_t *>(result.data()));
    result.resize(length);
    return result;
}

bool sendAll(int client, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t sent = ::send(client, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

void serve(int client, const std::string &body, int quality)
{
    char request[4096];
    while (::recv(client, request, sizeof request, 0) > 0) {
        const std::string content = coded(body, quality);
        const std::string head = "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: "
            + std::to_string(content.size()) + "\r\n\r\n";
        if (!sendAll(client, head) || !sendAll(client, content))
            return;
    }
}

} // namespace

int main(int argc, char **argv)
{
    Arguments arguments(argc, argv);
    std::uint16_t port = 8080;
    int quality = 4;
    std::string body;
    for (std::string_view name; !(name = arguments.next()).empty();) {
        if (name == "--port")
            port = arguments.number<std::uint16_t>(name);
        else if (name == "--quality")
            quality = arguments.number<int>(name);
        else if (name == "--body")
            body = readFile(arguments.text(name));
        else
            failWith("Unknown option " + std::string(name) + ".");
    }
    const int listener = listenOn(port, 0);
    for (;;) {
        const int client = ::accept(listener, nullptr, nullptr);
        serve(client, body, quality);
        ::close(client);
    }
}

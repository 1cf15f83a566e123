// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/websockethandshake.h"

#include "core/http/fieldline.h"

#include <QByteArray>
#include <QCryptographicHash>

namespace servelab::http {

namespace {

constexpr std::string_view acceptGuid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
constexpr qsizetype keyBytes = 16;

/// Looks at every field line of that name.
template <typename Matches>
bool anyElement(const RequestHead &head, std::string_view name, Matches matches)
{
    for (const FieldLine &field : head.fields()) {
        if (!equalsIgnoringCase(field.name, name))
            continue;
        ListReader list(field.value);
        while (const auto element = list.next()) {
            if (matches(*element))
                return true;
        }
    }
    return false;
}

bool hasToken(const RequestHead &head, std::string_view name, std::string_view token)
{
    return anyElement(
        head, name, [token](std::string_view element) { return equalsIgnoringCase(element, token); });
}

bool isKey(std::string_view key)
{
    const auto decoded = QByteArray::fromBase64Encoding(
        QByteArray::fromRawData(key.data(), static_cast<qsizetype>(key.size())),
        QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    return decoded && decoded.decoded.size() == keyBytes;
}

} // namespace

bool asksForWebSocket(const RequestHead &head)
{
    return hasToken(head, "upgrade", "websocket") && hasToken(head, "connection", "upgrade");
}

int handshakeStatus(const RequestHead &head)
{
    const bool isGet = head.method == Method::Get && head.minorVersion > 0;
    if (!isGet || !asksForWebSocket(head) || head.framing != BodyFraming::None)
        return 400;
    if (head.count("sec-websocket-version") != 1 || *head.find("sec-websocket-version") != webSocketVersion)
        return 426;
    return head.count("sec-websocket-key") == 1 && isKey(*head.find("sec-websocket-key")) ? 101 : 400;
}

std::string webSocketAccept(std::string_view key)
{
    QCryptographicHash hash(QCryptographicHash::Sha1);
    hash.addData(QByteArrayView(key.data(), static_cast<qsizetype>(key.size())));
    hash.addData(QByteArrayView(acceptGuid.data(), static_cast<qsizetype>(acceptGuid.size())));
    return hash.result().toBase64().toStdString();
}

bool offersProtocol(const RequestHead &head, std::string_view protocol)
{
    return anyElement(
        head, "sec-websocket-protocol", [protocol](std::string_view element) { return element == protocol; });
}

} // namespace servelab::http

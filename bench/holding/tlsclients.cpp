// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/holding/tlsclients.h"

#include "bench/holding/servedprocess.h"
#include "core/certificates/certificatefolder.h"

#include <openssl/err.h>
#include <sys/socket.h>

#include <csignal>

using namespace Qt::StringLiterals;

namespace servelab::holding {
namespace {

/// One for the program.
SSL_CTX *clientContext()
{
    static SSL_CTX *const context = [] {
        ::signal(SIGPIPE, SIG_IGN); // OpenSSL writes to sockets that have been closed
        SSL_CTX *made = SSL_CTX_new(TLS_client_method());
        SSL_CTX_set_session_cache_mode(made, SSL_SESS_CACHE_OFF);
        SSL_CTX_set_mode(made, SSL_MODE_RELEASE_BUFFERS);
        return made;
    }();
    return context;
}

/// OpenSSL waits in the system's calls: these end.
void setPatience(const Socket &socket)
{
    const timeval patience{5, 0};
    ::setsockopt(socket.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

} // namespace

Certificate::Certificate()
{
    const auto created
        = certificates::createCertificate({.authorityFolder = m_folder.filePath(u"authority"_s),
            .folder = m_folder.filePath(u"own"_s),
            .request = {.names = {u"localhost"_s}}});
    if (!created)
        qFatal("%s", qPrintable(created.error().toString()));
    m_certificate = created->files.certificate;
    m_key = created->files.key;
}

void Certificate::configure(site::SiteConfig &config) const
{
    config.https.enabled = config.https.only = true;
    config.https.port = 0;
    config.https.certificate = m_certificate;
    config.https.key = m_key;
}

TlsSocket TlsSocket::connectTo(quint16 port, int number)
{
    TlsSocket client;
    client.m_socket = holding::connectTo(port, number);
    if (!client.m_socket.isValid())
        return client;
    setPatience(client.m_socket);
    std::unique_ptr<SSL, Free> ssl(SSL_new(clientContext()));
    SSL_set_fd(ssl.get(), client.m_socket.get());
    ERR_clear_error();
    if (SSL_connect(ssl.get()) == 1)
        client.m_ssl = std::move(ssl);
    return client;
}

bool TlsSocket::request(const char *path) const
{
    const QByteArray request = requestFor(path);
    ERR_clear_error();
    return SSL_write(m_ssl.get(), request.constData(), int(request.size())) == request.size();
}

void TlsSocket::reset()
{
    holding::reset(std::move(m_socket));
    m_ssl.reset();
}

bool TlsSocket::ask() const
{
    if (!request(smallFile))
        return false;
    QByteArray answer;
    while (!answer.endsWith(QByteArray(smallFileBytes, 's'))) {
        std::array<char, 4096> buffer;
        const int count = SSL_read(m_ssl.get(), buffer.data(), int(buffer.size()));
        if (count <= 0)
            return false;
        answer.append(buffer.data(), count);
    }
    return answer.startsWith("HTTP/1.1 200 ");
}

QByteArray firstFlight()
{
    const std::unique_ptr<SSL, decltype(&SSL_free)> ssl(SSL_new(clientContext()), SSL_free);
    BIO *out = BIO_new(BIO_s_mem());
    SSL_set_bio(ssl.get(), BIO_new(BIO_s_mem()), out);
    SSL_connect(ssl.get());
    ERR_clear_error();
    char *bytes = nullptr;
    const long length = BIO_get_mem_data(out, &bytes);
    return {bytes, length};
}

} // namespace servelab::holding

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/tlscontextdata.h"

#include <QFile>

#include <utility>

using namespace Qt::StringLiterals;

namespace servelab::net {
namespace {

int protocolVersion(TlsVersion version)
{
    return version == TlsVersion::V1_3 ? TLS1_3_VERSION : TLS1_2_VERSION;
}

std::string wireList(const std::vector<std::string> &protocols)
{
    std::string list;
    for (const std::string &protocol : protocols)
        list.append(1, static_cast<char>(protocol.size())).append(protocol);
    return list;
}

const unsigned char *bytesOf(const std::string &text)
{
    return reinterpret_cast<const unsigned char *>(text.data());
}

/// RFC 7301 section 3.2: what the server prefers of what the client offers, or a fatal alert.
int selectProtocol(SSL *, const unsigned char **selected, unsigned char *length, const unsigned char *offered,
    unsigned offeredLength, void *context)
{
    const std::string &own = static_cast<const TlsServerContext::Data *>(context)->protocolList;
    unsigned char *chosen = nullptr;
    const int result = SSL_select_next_proto(
        &chosen, length, bytesOf(own), static_cast<unsigned>(own.size()), offered, offeredLength);
    *selected = chosen;
    return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

/// Shows the certificate of the name that the client has asked for.
int selectCredentials(SSL *ssl, int *, void *context)
{
    const auto &data = *static_cast<const TlsServerContext::Data *>(context);
    const char *name = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name);
    if (name && data.options.choose) {
        const std::size_t place = data.options.choose(name);
        if (place > 0 && place < data.contexts.size())
            SSL_set_SSL_CTX(ssl, data.contexts[place].get());
    }
    return SSL_TLSEXT_ERR_OK;
}

void setCommonOptions(SSL_CTX *context, TlsVersion minimum)
{
    SSL_CTX_set_min_proto_version(context, protocolVersion(minimum));
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
}

/// Tickets hold the sessions, so that nothing has to be remembered. One is enough: a second one would cost a
/// twentieth of a handshake.
void setSessionOptions(SSL_CTX *context)
{
    static constexpr std::string_view id = "servelab";
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(context, 1);
    SSL_CTX_set_session_id_context(
        context, reinterpret_cast<const unsigned char *>(id.data()), static_cast<unsigned>(id.size()));
}

bool useCredentials(SSL_CTX *context, const certificates::Credentials::Data &credentials)
{
    if (SSL_CTX_use_certificate(context, credentials.certificate.get()) != 1
        || SSL_CTX_use_PrivateKey(context, credentials.key.get()) != 1)
        return false;
    for (const certificates::X509Pointer &certificate : credentials.chain) {
        if (SSL_CTX_add1_chain_cert(context, certificate.get()) != 1)
            return false;
    }
    return true;
}

base::Expected<ContextPointer> makeServerContext(TlsServerContext::Data &data, std::size_t place)
{
    ContextPointer context(SSL_CTX_new(TLS_server_method()));
    if (!context || !useCredentials(context.get(), data.options.credentials[place]->data()))
        return base::fail(u"The certificate cannot be used: %1."_s.arg(certificates::takeOpenSslReason()),
            u"Get one with a key that is long enough and a signature of today (ECDSA P-256, or RSA from 2048 bits)."_s,
            QString::number(place));
    setCommonOptions(context.get(), data.options.minimumVersion);
    SSL_CTX_set_options(context.get(), SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA);
    setSessionOptions(context.get());
    SSL_CTX_set_tlsext_servername_callback(context.get(), selectCredentials);
    SSL_CTX_set_tlsext_servername_arg(context.get(), &data);
    if (!data.protocolList.empty())
        SSL_CTX_set_alpn_select_cb(context.get(), selectProtocol, &data);
    return context;
}

bool trust(SSL_CTX *context, const QString &authorities)
{
    if (authorities.isEmpty())
        return SSL_CTX_set_default_verify_paths(context) == 1;
    return SSL_CTX_load_verify_file(context, QFile::encodeName(authorities).constData()) == 1;
}

} // namespace

TlsServerContext::TlsServerContext(std::unique_ptr<const Data> data)
    : m_data(std::move(data))
{
}

TlsServerContext::~TlsServerContext() = default;

base::Expected<std::shared_ptr<const TlsServerContext>> TlsServerContext::create(Options options)
{
    auto data = std::make_unique<Data>();
    data->options = std::move(options);
    data->protocolList = wireList(data->options.protocols);
    for (std::size_t place = 0; place < data->options.credentials.size(); ++place) {
        auto context = makeServerContext(*data, place);
        if (!context)
            return std::unexpected(context.error());
        data->contexts.push_back(std::move(*context));
    }
    Q_ASSERT(!data->contexts.empty());
    return std::shared_ptr<const TlsServerContext>(new TlsServerContext(std::move(data)));
}

TlsClientContext::TlsClientContext(std::unique_ptr<const Data> data)
    : m_data(std::move(data))
{
}

TlsClientContext::~TlsClientContext() = default;

base::Expected<std::shared_ptr<const TlsClientContext>> TlsClientContext::create(const Options &options)
{
    auto data = std::make_unique<Data>();
    data->options = options;
    data->context.reset(SSL_CTX_new(TLS_client_method()));
    SSL_CTX *context = data->context.get();
    if (!context)
        return base::fail(u"TLS cannot be used: %1."_s.arg(certificates::takeOpenSslReason()));
    setCommonOptions(context, options.minimumVersion);
    if (options.onlyMinimumVersion)
        SSL_CTX_set_max_proto_version(context, protocolVersion(options.minimumVersion));
    if (options.resumption == Resumption::Newest)
        TlsClientSessions::collect(context);
    else
        SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    if (const std::string list = wireList(options.protocols); !list.empty())
        SSL_CTX_set_alpn_protos(context, bytesOf(list), static_cast<unsigned>(list.size()));
    if (options.verification == Verification::Full) {
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
        if (!trust(context, options.authorities))
            return base::fail(u"The authorities in %1 cannot be used: %2."_s.arg(
                                  options.authorities, certificates::takeOpenSslReason()),
                u"Give a PEM file of certificates."_s, options.authorities);
    }
    return std::shared_ptr<const TlsClientContext>(new TlsClientContext(std::move(data)));
}

} // namespace servelab::net

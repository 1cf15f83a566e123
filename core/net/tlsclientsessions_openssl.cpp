// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/tlsclientsessions.h"

namespace servelab::net {
namespace {

/// 0: the session stays OpenSSL's.
int keepOffered(SSL *ssl, SSL_SESSION *session)
{
    if (auto *place = static_cast<TlsClientSessions::Place *>(SSL_get_app_data(ssl)))
        place->keepCopyOf(session);
    return 0;
}

} // namespace

void TlsClientSessions::collect(SSL_CTX *context)
{
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_sess_set_new_cb(context, keepOffered);
}

TlsClientSessions::Place &TlsClientSessions::placeOf(const std::string &hostName)
{
    const std::scoped_lock lock(m_mutex);
    return m_places[hostName];
}

void TlsClientSessions::use(SSL *ssl, Place &place)
{
    SSL_set_app_data(ssl, &place);
    place.resume(ssl);
}

void TlsClientSessions::Place::keepCopyOf(SSL_SESSION *session)
{
    SessionPointer copy(SSL_SESSION_dup(session));
    const std::scoped_lock lock(m_mutex);
    m_newest.swap(copy);
}

void TlsClientSessions::Place::resume(SSL *ssl)
{
    const std::scoped_lock lock(m_mutex);
    if (!m_newest)
        return;
    const SessionPointer copy(SSL_SESSION_dup(m_newest.get()));
    SSL_set_session(ssl, copy.get());
}

} // namespace servelab::net

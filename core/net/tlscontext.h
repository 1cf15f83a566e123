// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/certificates/credentials.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace servelab::net {

enum class TlsVersion : std::uint8_t { V1_2, V1_3 };

/// What the TLS connections of a server have in common: certificates, the choice between them, and the keys
/// of session tickets, so that a session that began on one thread resumes on every other (RFC 8446 section
/// 2.2). Immutable; shared by threads. Renegotiation is off, one ticket is given, nothing older than TLS 1.2
/// is spoken.
class TlsServerContext
{
public:
    struct Options
    {
        std::vector<certificates::CredentialsPointer> credentials
            = {}; ///< not empty; the first one is the default

        /// Which of `credentials` answers for the name that a client asks for (RFC 6066 section 3), as it
        /// sent it. Called from every thread. Null: always the first.
        std::function<std::size_t(std::string_view serverName)> choose = {};

        /// Application protocols, the best first (RFC 7301). A client that offers others only is refused; one
        /// that offers none is not. Empty: not negotiated.
        std::vector<std::string> protocols = {};

        TlsVersion minimumVersion = TlsVersion::V1_2;
    };

    /// Errors where OpenSSL takes no part of it: a key that is too short, say. `where` is then the place in
    /// `credentials`, as a number.
    static base::Expected<std::shared_ptr<const TlsServerContext>> create(Options options);
    ~TlsServerContext();

    struct Data; ///< for sessions alone
    const Data &data() const { return *m_data; }

private:
    explicit TlsServerContext(std::unique_ptr<const Data> data);

    std::unique_ptr<const Data> m_data;
};

/// Where the streams of one thread that wait for their first byte find the context that is in force when it
/// comes. Outlives them; used on their thread only.
struct TlsAcceptor
{
    std::shared_ptr<const TlsServerContext> context;
};

/// What the TLS connections of a client have in common. Immutable; shared by threads.
class TlsClientContext
{
public:
    enum class Verification : std::uint8_t {
        Full, ///< a trusted authority vouches for the server, and for the name it was called by
        None, ///< whoever answers is taken for the server: for load on one's own machine
    };
    struct Options
    {
        Verification verification = Verification::Full;
        QString authorities = {}; ///< PEM file of trusted authorities; empty: those of the system
        std::vector<std::string> protocols = {}; ///< to offer, the best first (RFC 7301); empty: none
        TlsVersion minimumVersion = TlsVersion::V1_2;
        bool onlyMinimumVersion = false; ///< speak no newer one
    };

    static base::Expected<std::shared_ptr<const TlsClientContext>> create(const Options &options);
    ~TlsClientContext();

    struct Data; ///< for sessions alone
    const Data &data() const { return *m_data; }

private:
    explicit TlsClientContext(std::unique_ptr<const Data> data);

    std::unique_ptr<const Data> m_data;
};

} // namespace servelab::net

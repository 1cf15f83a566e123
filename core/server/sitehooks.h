// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/accessrecord.h"
#include "core/server/hookedrequest.h"
#include "core/server/responder.h"
#include "core/server/servedanswer.h"

namespace servelab::server {

/// Which hooks a program has. The others cost nothing, and what only they need is not done.
struct HookInterests
{
    bool head = true; ///< onHead
    bool request = true; ///< onRequest
    bool beforeServe = true; ///< beforeServe
    bool afterServe = true; ///< afterServe
};

/// Where an embedding program takes part in serving. Subclass it and give it to Server::setHooks().
///
/// Threads: the hooks are called on the threads of the server's workers, several at once. State that requests
/// share needs a lock or atomics; what must happen on another thread is posted there, with the Responder. A
/// hook that blocks holds up every connection of its worker: keep the Responder and answer later instead. No
/// method of Server may be called from a hook. The object is destroyed, on any of those threads, when no
/// server and no request has it any more.
///
/// A request that cannot be meant for the site (broken target, host that it does not have, CONNECT, unknown
/// expectation) is refused before any hook sees it.
///
/// An exception out of a hook is Server::lastError(); where an answer was expected it is 500.
class SiteHooks
{
public:
    virtual ~SiteHooks() = default;

    /// Asked once, when the hooks are installed.
    virtual HookInterests interests() const { return {}; }

    /// The head of a request has arrived, its body has not: nothing of it is read before this is decided. An
    /// answer given here is sent behind the body, which is then read and thrown away; where the client waits
    /// for 100 (Continue), or the body is too large, the answer is sent at once and the connection ends.
    virtual void onHead(const HookedRequest &, Responder responder) { std::move(responder).serve(); }

    /// The whole request has arrived, with any method; its body is within the site's limit.
    virtual void onRequest(HookedRequest &, Responder responder) { std::move(responder).serve(); }

    /// An answer of the site itself is about to be sent: a file or a part of it, a redirect, an error. Bytes
    /// are only read when they are asked for. Nothing is coded (RFC 9110 section 8.4) for a site with this
    /// hook, so that there are bytes to look at. Answers of the program's own do not come here.
    virtual void beforeServe(const HookedRequest &, ServedAnswer &) { }

    /// A request has ended, whatever the end: `complete` says whether its whole answer was handed to the
    /// system; `status` is 0 where no answer was begun. Called exactly once for each request that was seen by
    /// a hook or refused.
    virtual void afterServe(const AccessRecord &) { }
};

} // namespace servelab::server

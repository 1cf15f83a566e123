// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/server/sitehooks.h"

#include <QStringList>

#include <memory>

namespace servelab::subject {

/// The hooks that workloads of the lab need, by name:
///
/// - request-hook: what the hook sees of the body: "text=0 bytes=0" for a GET.
/// - repeated-query: of the values of the key "v": "count=1000 first=0 last=999".
/// - range-hook: a before-serve hook turns every bit of a 206; X-Hook-Bytes says how many bytes it was given,
///   X-Ended how many requests after-serve was told of before.
/// - head-large-hook: a before-serve hook reads the representation; X-Hook-Bytes says how much it is.
/// - dynamic-hook: JSON made for each request: {"method":"GET","path":"/items"}.
/// - hello-world: "Hello, World!".
/// - headers: "ok" and ten fields, names and values of 32 bytes, written anew for each request.
/// - json-post: {"message":...} with that field of the JSON object that was posted; 400 for anything else.
/// - cached: 1,024 bytes that are made once.
/// - ws-echo: a WebSocket that echoes, at /echo.
/// - incoming-headers: /host reads Host and answers its value, every other path reads nothing: "none".
/// - simple: /BYTES/CHUNKS/length or /BYTES/CHUNKS/chunked: that many letters in that many pieces.
/// - response-headers: /few, /medium or /many (10, 50, 600) fields "X-0" and on; ?length=N bytes of value
/// (16).
///
/// Where a path says nothing the site itself answers.
QStringList workloadHookNames();

/// Hooks of one name; an error that lists the names for another.
base::Expected<std::shared_ptr<server::SiteHooks>> makeWorkloadHooks(const QString &name);

} // namespace servelab::subject

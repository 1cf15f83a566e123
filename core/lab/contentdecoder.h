// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QByteArray>

namespace servelab::lab {

/// The bytes behind a content coding ("br", "gzip"), to prove that a coded answer says what the plain one
/// says. Damaged, cut off or followed by more bytes: an error. `largest` bounds what comes out. Pure.
base::Expected<QByteArray> decodeContent(
    const QByteArray &coded, const QByteArray &coding, qsizetype largest);

} // namespace servelab::lab

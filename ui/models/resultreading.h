// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/resultdocument.h"

#include <QString>

namespace servelab::ui {

/// What a result says, in plain words: who answered most and least and how far apart, which answers are
/// smallest, and what keeps one from saying more. A difference is only named where the ranges of all samples
/// lie apart.
QString readingOf(const lab::ResultDocument &document);

} // namespace servelab::ui

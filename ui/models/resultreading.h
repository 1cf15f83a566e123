// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/resultdocument.h"

#include <QString>

namespace servelab::ui {

struct WorkloadFigures;

/// What a result says of a workload, in plain words: what each variant costs and gains beside the baseline,
/// as far as its verdicts go, and what keeps one from saying more. A difference that is not beyond noise is
/// never named as one. With more than two variants the best and the worst are named.
QString readingOf(const lab::ResultDocument &document, const WorkloadFigures &figures);

/// The same of the first workload.
QString readingOf(const lab::ResultDocument &document);

} // namespace servelab::ui

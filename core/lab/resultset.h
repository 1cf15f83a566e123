// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/resultdocument.h"

namespace servelab::lab {

/// What one run made: a single document is written as itself, several as a file of documents. Written whole
/// or not at all.
base::Expected<void> saveResults(const QList<ResultDocument> &documents, const QString &path);

/// Reads either; errors name the file and what is wrong with it.
base::Expected<QList<ResultDocument>> loadResults(const QString &path);

} // namespace servelab::lab

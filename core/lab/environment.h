// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/coreassignment.h"
#include "core/lab/resultdocument.h"

namespace servelab::lab {

/// This machine and this program, now; without the program's hash, which takes a moment.
Environment describeEnvironment(const CoreAssignment &cores);

/// SHA-256 in hexadecimal digits; empty where the file cannot be read. Reads the whole file.
QString hashOfFile(const QString &path);

} // namespace servelab::lab

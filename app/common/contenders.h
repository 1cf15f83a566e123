// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/contender.h"

namespace servelab::app {

/// The file of other servers of this installation, or of the source it was built from; empty where there is
/// none.
QString contendersFile();

/// What stands for {name} in the commands of contenders: {build}, beside what the lab knows itself.
lab::Places contenderPlaces();

} // namespace servelab::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bench/holding/scenario.h"
#include "core/site/siteconfig.h"

#include <functional>
#include <memory>

namespace servelab::holding {

using ReaderPointer = std::shared_ptr<const void>; ///< closes its connection when it goes

/// How clients reach the server.
struct Readers
{
    /// Asks for the huge file and reads nothing; null when that cannot be.
    std::function<ReaderPointer(quint16 port, int number)> askAndStop;
    /// Whether another one is served.
    std::function<bool(quint16 port)> isAnswered;
};

/// The scenario with such readers of a server of that configuration.
void holdReaders(const Readers &clients, site::SiteConfig config, const Extent &extent, Report &report);

} // namespace servelab::holding

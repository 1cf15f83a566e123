// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/server/sitehooks.h"

#include <exception>
#include <memory>
#include <mutex>
#include <optional>

namespace servelab::server {

/// The newest fault of a program's hooks. Thread-safe; outlives the servers that share it.
class HookFaults
{
public:
    void add(base::Error error);
    std::optional<base::Error> last() const;

private:
    mutable std::mutex m_mutex;
    std::optional<base::Error> m_last; ///< under m_mutex
};

/// The hooks of a server and what they are interested in. Immutable; shared by the workers.
struct InstalledHooks
{
    std::shared_ptr<SiteHooks> hooks; ///< never null
    HookInterests interests;
    std::shared_ptr<HookFaults> faults; ///< never null
};

using InstalledHooksPointer = std::shared_ptr<const InstalledHooks>;

base::Error faultOf(std::string_view hook, const std::exception *exception);

/// Runs code of the embedding program; what it throws becomes a fault. False where it threw.
template <typename Call>
bool callHook(HookFaults &faults, std::string_view hook, Call call) noexcept
{
    try {
        call();
        return true;
    } catch (const std::exception &exception) {
        faults.add(faultOf(hook, &exception));
    } catch (...) {
        faults.add(faultOf(hook, nullptr));
    }
    return false;
}

} // namespace servelab::server

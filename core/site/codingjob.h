// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/representation.h"

#include <functional>
#include <memory>
#include <string>

namespace servelab::site {

/// A coded variant while it is made in the coding pool. Those who wait for it read its chunks as they come.
/// All methods are thread-safe. The encoder starts with the first subscription. When the last subscription
/// and the last pointer to the job are dropped, an encoder that has not ended is cancelled.
class CodingJob
{
public:
    /// Called from the encoder's thread, after chunks were added or the job ended. Must only post.
    using Notify = std::function<void()>;

    using Chunk = std::shared_ptr<const std::string>;

    enum class State : std::uint8_t { Running, Finished, Failed };

    class Subscription; ///< keeps the interest; its destruction ends it. No call of Notify begins after that.

    virtual ~CodingJob() = default;

    /// A job that has ended already notifies nobody: look at state() and the chunks after subscribing.
    virtual std::unique_ptr<Subscription> subscribe(Notify notify) = 0;

    /// The chunk of that number, counted from 0; null when it has not been made yet.
    virtual Chunk chunk(std::size_t number) const = 0;

    /// Finished: every chunk is there and result() is set. Failed: the file changed or could not be read.
    virtual State state() const = 0;

    /// What the finished variant is: fields and validators (length and bytes only once Finished).
    virtual RepresentationPointer head() const = 0;
};

class CodingJob::Subscription
{
public:
    virtual ~Subscription() = default;
};

} // namespace servelab::site

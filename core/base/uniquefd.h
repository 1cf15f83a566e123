// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

namespace servelab::base {

/// Owns one file or socket descriptor and closes it. Not for descriptors that Qt owns.
class UniqueFd
{
public:
    UniqueFd() = default;
    explicit UniqueFd(int descriptor)
        : m_descriptor(descriptor)
    {
    }
    UniqueFd(UniqueFd &&other) noexcept
        : m_descriptor(other.release())
    {
    }
    UniqueFd &operator=(UniqueFd &&other) noexcept
    {
        if (this != &other)
            reset(other.release());
        return *this;
    }
    ~UniqueFd() { reset(); }

    bool isValid() const { return m_descriptor >= 0; }
    int get() const { return m_descriptor; }
    int release() { return std::exchange(m_descriptor, -1); }
    void reset(int descriptor = -1);

private:
    int m_descriptor = -1;
};

} // namespace servelab::base

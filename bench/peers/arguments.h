// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace servelab::bench {

/// Ends the program: what is wrong, and exit code 2.
[[noreturn]] inline void failWith(const std::string &message)
{
    std::fprintf(stderr, "%s\n", message.c_str());
    std::exit(2);
}

/// "--name value" pairs of a command line, and names without a value.
class Arguments
{
public:
    Arguments(int count, char **values)
        : m_count(count)
        , m_values(values)
    {
    }

    /// The next name; empty at the end.
    std::string_view next() { return m_next < m_count ? m_values[m_next++] : std::string_view(); }

    std::string text(std::string_view name)
    {
        if (m_next == m_count)
            failWith(std::string(name) + " needs a value.");
        return m_values[m_next++];
    }

    template <typename Number>
    Number number(std::string_view name)
    {
        const std::string value = text(name);
        Number result{};
        const char *end = value.data() + value.size();
        if (const auto read = std::from_chars(value.data(), end, result);
            read.ec != std::errc() || read.ptr != end)
            failWith(std::string(name) + " needs a number, not \"" + value + "\".");
        return result;
    }

private:
    int m_count;
    char **m_values;
    int m_next = 1;
};

inline std::string readFile(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        failWith("The file " + path + " cannot be read.");
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace servelab::bench

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/uniquefd.h"

#include <QByteArray>
#include <QtGlobal>

#include <fcntl.h>
#include <unistd.h>

namespace servelab::subject {

/// A pipe whose reading end does not block.
struct Pipe
{
    base::UniqueFd reader;
    base::UniqueFd writer;

    Pipe()
    {
        int ends[2] = {-1, -1};
        if (::pipe2(ends, O_CLOEXEC) != 0)
            qFatal("no pipe");
        reader.reset(ends[0]);
        writer.reset(ends[1]);
    }

    /// The reading end stays open, as standard input does: a channel's thread may still wait there.
    ~Pipe() { reader.release(); }
    Pipe(Pipe &&) = default;
    Pipe &operator=(Pipe &&) = default;

    void write(const QByteArray &bytes)
    {
        if (::write(writer.get(), bytes.constData(), static_cast<std::size_t>(bytes.size())) != bytes.size())
            qFatal("the pipe does not take it");
    }

    /// Adds what is there now; never waits.
    void readInto(QByteArray &bytes)
    {
        ::fcntl(reader.get(), F_SETFL, O_NONBLOCK);
        char buffer[4096];
        for (ssize_t count; (count = ::read(reader.get(), buffer, sizeof buffer)) > 0;)
            bytes.append(buffer, count);
    }
};

} // namespace servelab::subject

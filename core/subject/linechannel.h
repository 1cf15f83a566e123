// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/mailbox.h"

#include <QByteArray>
#include <QObject>

#include <memory>

namespace servelab::subject {

/// Lines in over one descriptor and out over another, the same way on every system: standard input of a
/// process may be a pipe, a file or a console, and not all of them can be waited for in an event loop. A
/// thread of its own reads and posts; it never keeps the process from ending. Lives on the thread that made
/// it. Owns neither descriptor; the input stays open to the end of the process, because its thread may wait
/// there.
class LineChannel : public QObject
{
    Q_OBJECT
public:
    LineChannel(int input, int output, QObject *parent = nullptr);
    ~LineChannel() override;

    /// Begins to read; once for each channel.
    void start();

    /// Writes a line whole. False when nobody reads any more.
    bool writeLine(const QByteArray &line);

Q_SIGNALS:
    void lineRead(const QByteArray &line); ///< without its end, also of the last one that lacks it
    void inputEnded();

private:
    struct Reader;

    int m_input;
    int m_output;
    base::Mailbox m_mailbox;
    std::shared_ptr<Reader> m_reader;
};

} // namespace servelab::subject

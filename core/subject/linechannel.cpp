// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subject/linechannel.h"

#include <array>
#include <cerrno>
#include <functional>
#include <mutex>
#include <thread>

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace servelab::subject {

namespace {

/// Longer than any command; a line that does not end is dropped instead of kept.
constexpr qsizetype longestLine = 4096;

int readSome(int descriptor, char *buffer, unsigned size)
{
#ifdef _WIN32
    return ::_read(descriptor, buffer, size);
#else
    return static_cast<int>(::read(descriptor, buffer, size));
#endif
}

int writeSome(int descriptor, const char *bytes, qsizetype size)
{
#ifdef _WIN32
    return ::_write(descriptor, bytes, static_cast<unsigned>(size));
#else
    return static_cast<int>(::write(descriptor, bytes, static_cast<std::size_t>(size)));
#endif
}

/// What was read so far and is not a whole line yet.
class LineBuffer
{
public:
    void append(const char *bytes, qsizetype size)
    {
        m_bytes.append(bytes, size);
        if (m_bytes.size() > longestLine && !m_bytes.contains('\n'))
            m_bytes.clear();
    }

    /// Null when there is no whole line.
    QByteArray takeLine()
    {
        const qsizetype end = m_bytes.indexOf('\n');
        if (end < 0)
            return {};
        QByteArray line = m_bytes.first(end);
        m_bytes.remove(0, end + 1);
        return line.isNull() ? QByteArray("") : line;
    }

    QByteArray takeRest() { return std::exchange(m_bytes, {}); }

private:
    QByteArray m_bytes;
};

} // namespace

/// What the reading thread has. It outlives the channel, because a thread that waits for input cannot be
/// woken on every system.
struct LineChannel::Reader
{
    std::mutex mutex;
    LineChannel *channel = nullptr; ///< under mutex; null when the channel is gone

    void read(int input);

private:
    /// False when nobody is there any more.
    bool post(std::function<void(LineChannel &)> action)
    {
        const std::lock_guard lock(mutex);
        if (channel)
            channel->m_mailbox.post([to = channel, action = std::move(action)] { action(*to); });
        return channel != nullptr;
    }
    bool postLine(const QByteArray &line)
    {
        return post([line](LineChannel &to) { Q_EMIT to.lineRead(line); });
    }
};

/// The whole of the reading thread.
void LineChannel::Reader::read(int input)
{
    LineBuffer buffer;
    std::array<char, 1024> bytes;
    for (;;) {
        const int count = readSome(input, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        buffer.append(bytes.data(), count);
        for (QByteArray line = buffer.takeLine(); !line.isNull(); line = buffer.takeLine()) {
            if (!postLine(line.trimmed()))
                return;
        }
    }
    if (const QByteArray rest = buffer.takeRest().trimmed(); !rest.isEmpty())
        postLine(rest);
    post([](LineChannel &to) { Q_EMIT to.inputEnded(); });
}

LineChannel::LineChannel(int input, int output, QObject *parent)
    : QObject(parent)
    , m_input(input)
    , m_output(output)
    , m_reader(std::make_shared<Reader>())
{
    m_reader->channel = this;
}

LineChannel::~LineChannel()
{
    const std::lock_guard lock(m_reader->mutex);
    m_reader->channel = nullptr;
}

void LineChannel::start()
{
    std::thread([reader = m_reader, input = m_input] { reader->read(input); }).detach();
}

bool LineChannel::writeLine(const QByteArray &line)
{
    const QByteArray text = line + '\n';
    qsizetype written = 0;
    while (written < text.size()) {
        const int count = writeSome(m_output, text.constData() + written, text.size() - written);
        if (count > 0)
            written += count;
        else if (count == 0 || errno != EINTR)
            return false;
    }
    return true;
}

} // namespace servelab::subject

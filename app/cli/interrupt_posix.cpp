// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include "core/base/uniquefd.h"

#include <QSocketNotifier>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace servelab::cli {
namespace {

constexpr std::array endingSignals{SIGINT, SIGTERM};

/// The end of the pipe that the handler writes to.
std::atomic<int> signalPipe = -1;
static_assert(std::atomic<int>::is_always_lock_free);

void writeToPipe(int)
{
    const int savedError = errno;
    const char byte = 1;
    // A full pipe means that the wish is known already.
    [[maybe_unused]] const ssize_t written = ::write(signalPipe.load(), &byte, 1);
    errno = savedError;
}

void setHandler(void (*handler)(int))
{
    struct sigaction action{};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (int number : endingSignals)
        ::sigaction(number, &action, nullptr);
}

void setPipeFlags(int descriptor)
{
    ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    ::fcntl(descriptor, F_SETFL, O_NONBLOCK);
}

} // namespace

class Interrupt::Private
{
public:
    explicit Private(Interrupt *interrupt)
    {
        std::array<int, 2> ends{-1, -1};
        if (::pipe(ends.data()) != 0)
            qFatal("No pipe can be made: too many files are open.");
        readEnd.reset(ends[0]);
        writeEnd.reset(ends[1]);
        for (int end : ends)
            setPipeFlags(end);
        notifier = std::make_unique<QSocketNotifier>(ends[0], QSocketNotifier::Read);
        QObject::connect(notifier.get(), &QSocketNotifier::activated, interrupt, [this, interrupt] {
            drain();
            Q_EMIT interrupt->requested();
        });
        signalPipe = ends[1];
        setHandler(writeToPipe);
    }

    ~Private()
    {
        setHandler(SIG_DFL);
        signalPipe = -1;
    }

private:
    void drain() const
    {
        std::array<char, 16> bytes{};
        while (::read(readEnd.get(), bytes.data(), bytes.size()) > 0) { }
    }

    base::UniqueFd readEnd;
    base::UniqueFd writeEnd;
    std::unique_ptr<QSocketNotifier> notifier;
};

Interrupt::Interrupt()
    : d(std::make_unique<Private>(this))
{
}

Interrupt::~Interrupt() = default;

void ignoreTerminalInterrupt()
{
    std::signal(SIGINT, SIG_IGN);
}

} // namespace servelab::cli

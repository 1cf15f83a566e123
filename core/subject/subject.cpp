// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subject/subject.h"

#include "core/base/process.h"
#include "core/server/server.h"
#include "core/server/sitehooks.h"
#include "core/subject/linechannel.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUrl>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::subject {
namespace {

/// Requests under way at the end belong to nobody's measurement.
constexpr auto grace = 500ms;

base::Error joined(const site::Problems &problems)
{
    QStringList texts;
    for (const base::Error &problem : problems)
        texts.append(problem.toString());
    return {texts.join(u' '), {}, problems.first().where};
}

QJsonObject memoryEvent(const base::MemoryUse &memory, std::chrono::nanoseconds cpu)
{
    return {
        {u"event"_s, u"memory"_s},
        {u"cpuNanoseconds"_s, qint64(cpu.count())},
        {u"proportionalBytes"_s, memory.proportionalBytes},
        {u"privateDirtyBytes"_s, memory.privateDirtyBytes},
        {u"residentBytes"_s, memory.residentBytes},
        {u"peakResidentBytes"_s, memory.peakResidentBytes},
    };
}

QJsonObject errorEvent(const QString &message)
{
    return {{u"event"_s, u"error"_s}, {u"message"_s, message}};
}

QUrl listeningUrl(const server::Server &server)
{
    QUrl url = server.url();
    url.setHost(server.config().host);
    return url;
}

} // namespace

class Subject::Private
{
public:
    Private(Subject *subject, Channels channels);

    void setHooks(std::shared_ptr<server::SiteHooks> hooks) { m_server.setHooks(std::move(hooks)); }
    base::Expected<void> start(const site::SiteConfig &config);

private:
    void obey(const QByteArray &command);
    void close();
    void writeListening();
    void writeMemory();
    void write(const QJsonObject &event);

    Subject *q;
    LineChannel m_channel;
    server::Server m_server;
};

Subject::Private::Private(Subject *subject, Channels channels)
    : q(subject)
    , m_channel(channels.input, channels.output)
{
    connect(&m_channel, &LineChannel::lineRead, q, [this](const QByteArray &line) { obey(line); });
    connect(&m_channel, &LineChannel::inputEnded, q, [this] { close(); });
    connect(&m_server, &server::Server::closed, q, [this] { Q_EMIT q->ended(0); });
    connect(&m_server, &server::Server::noticed, q,
        [](const base::Error &error) { std::fprintf(stderr, "%s\n", qPrintable(error.toString())); });
}

base::Expected<void> Subject::Private::start(const site::SiteConfig &config)
{
    if (const auto deployed = m_server.deploy(config); !deployed) {
        const base::Error error = joined(deployed.error());
        std::fprintf(stderr, "%s\n", qPrintable(error.toString()));
        return std::unexpected(error);
    }
    writeListening();
    m_channel.start();
    return {};
}

void Subject::Private::obey(const QByteArray &command)
{
    if (command == "memory") {
        writeMemory();
    } else if (command == "trim") {
        base::releaseFreeMemory();
        writeMemory();
    } else if (command == "quit") {
        close();
    } else {
        write(errorEvent(u"\"%1\" is not a command: memory, trim, quit."_s.arg(QString::fromUtf8(command))));
    }
}

void Subject::Private::close()
{
    if (m_server.state() == server::Server::State::Running)
        m_server.close(grace);
}

void Subject::Private::writeListening()
{
    write({
        {u"event"_s, u"listening"_s},
        {u"url"_s, listeningUrl(m_server).toString()},
        {u"pid"_s, QCoreApplication::applicationPid()},
    });
}

void Subject::Private::writeMemory()
{
    const qint64 pid = QCoreApplication::applicationPid();
    const auto memory = base::memoryUse(pid);
    const auto cpu = base::cpuTime(pid);
    if (memory && cpu)
        write(memoryEvent(*memory, *cpu));
    else
        write(errorEvent(u"This process cannot read its own memory and CPU time."_s));
}

/// Whoever does not listen any more cannot drive it either: it ends.
void Subject::Private::write(const QJsonObject &event)
{
    if (!m_channel.writeLine(QJsonDocument(event).toJson(QJsonDocument::Compact)))
        close();
}

Subject::Subject(QObject *parent)
    : Subject(Channels{}, parent)
{
}

Subject::Subject(Channels channels, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this, channels))
{
}

Subject::~Subject() = default;

void Subject::setHooks(std::shared_ptr<server::SiteHooks> hooks)
{
    d->setHooks(std::move(hooks));
}

base::Expected<void> Subject::start(const site::SiteConfig &config)
{
    return d->start(config);
}

} // namespace servelab::subject

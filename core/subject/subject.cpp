// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subject/subject.h"

#include "core/base/process.h"
#include "core/server/server.h"
#include "core/server/sitehooks.h"
#include "core/subject/linechannel.h"
#include "core/subject/subjectevents.h"

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
        write(memoryEvent());
    } else if (command == "trim") {
        base::releaseFreeMemory();
        write(memoryEvent());
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/contenderprocess.h"

#include <QDir>
#include <QFile>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QTcpServer>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::lab {
namespace {

constexpr auto askInterval = 50ms;
constexpr auto endInterval = 20ms;
constexpr auto patienceWithEnd = 2s;
constexpr int patienceWithAnswer = 1'000; // ms

/// Free a moment ago: there is no way to hand a listening socket to every server.
quint16 freePort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : 0;
}

base::EndSignal signalOf(const QString &name)
{
    if (name == "SIGINT"_L1)
        return base::EndSignal::Interrupt;
    return name == "SIGQUIT"_L1 ? base::EndSignal::Quit : base::EndSignal::Terminate;
}

bool isAnswered(const QNetworkReply &reply)
{
    return reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt() > 0;
}

base::Expected<void> writeFile(const QString &path, const QByteArray &text)
{
    QFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.flush())
        return {};
    return base::fail(u"%1 cannot be written: %2."_s.arg(path, file.errorString()));
}

} // namespace

ContenderProcess::ContenderProcess(ContenderTask task, QObject *parent)
    : MeasuredServer(parent)
    , m_task(std::move(task))
{
    m_network.setProxy(QNetworkProxy::NoProxy);
    m_network.setAutoDeleteReplies(true);
    m_guard.setSingleShot(true);
    connect(&m_asking, &QTimer::timeout, this, &ContenderProcess::ask);
    connect(&m_ending, &QTimer::timeout, this, &ContenderProcess::lookForEnd);
    connect(&m_guard, &QTimer::timeout, this, [this] {
        if (m_mayEnd)
            kill();
        else
            fail({u"%1 did not answer within %2 ms."_s.arg(m_task.contender.title)
                      .arg(m_task.contender.ready.limit.count()),
                m_child->endText(), m_task.contender.name});
    });
}

ContenderProcess::~ContenderProcess() = default;

Places ContenderProcess::placesFor(const QString &program, quint16 port) const
{
    Places places = m_task.places;
    places.insert(u"program"_s, program);
    places.insert(u"configuration"_s, m_folder.filePath(u"configuration"_s + m_task.contender.suffix));
    places.insert(u"root"_s, m_task.root);
    places.insert(u"file"_s, QDir::cleanPath(m_task.root + u'/' + m_task.path.section(u'?', 0, 0)));
    places.insert(u"port"_s, QString::number(port));
    places.insert(u"folder"_s, m_folder.path());
    places.insert(u"workers"_s, QString::number(m_task.workers));
    return places;
}

/// Everything up to its start.
base::Expected<void> ContenderProcess::prepare()
{
    const Contender &contender = m_task.contender;
    const auto program = findProgram(contender, m_task.places);
    const quint16 port = freePort();
    if (!program)
        return std::unexpected(program.error());
    if (port == 0 || !m_folder.isValid() || contender.command.isEmpty())
        return base::fail(
            u"%1 cannot be started: it has no port, no folder or no command."_s.arg(contender.title), {},
            contender.name);
    const Places places = placesFor(*program, port);
    const QStringList flags = m_task.workers > 1 ? QStringList{u"many"_s} : QStringList();
    if (auto written
        = writeFile(places.value(u"configuration"_s), configurationText(contender, places, flags));
        !written)
        return written;
    QStringList command;
    for (const QString &part : contender.command)
        command.append(filledIn(part, places));
    QMap<QString, QString> environment;
    for (auto entry = contender.environment.begin(); entry != contender.environment.end(); ++entry)
        environment.insert(entry.key(), filledIn(entry.value().toString(), places));
    m_url = QUrl(u"http://127.0.0.1:%1/"_s.arg(port));
    m_child = std::make_unique<ChildProcess>(command.first(), command.sliced(1));
    m_child->leadGroup(m_task.cores, environment);
    return {};
}

void ContenderProcess::start()
{
    if (auto prepared = prepare(); !prepared) {
        failLater(prepared.error());
        return;
    }
    connect(m_child.get(), &ChildProcess::errorLine, m_child.get(), &ChildProcess::remember);
    connect(m_child.get(), &ChildProcess::outputLine, m_child.get(), &ChildProcess::remember);
    connect(m_child.get(), &ChildProcess::ended, this, &ContenderProcess::endOfFirst);
    m_child->start();
    m_guard.start(m_task.contender.ready.limit);
    m_asking.start(askInterval);
}

void ContenderProcess::ask()
{
    m_asking.stop(); // one question at a time
    QNetworkRequest request(m_url.resolved(QUrl(m_task.contender.ready.path)));
    request.setTransferTimeout(patienceWithAnswer);
    request.setRawHeader("Connection", "close");
    QNetworkReply *reply = m_network.get(request);
    connect(reply, &QNetworkReply::finished, this, [this, reply] { hear(isAnswered(*reply)); });
}

void ContenderProcess::hear(bool answered)
{
    if (m_mayEnd)
        return;
    if (!answered) {
        m_asking.start(askInterval);
        return;
    }
    m_guard.stop();
    Q_EMIT listening(m_url);
}

void ContenderProcess::trim()
{
    const auto memory = base::treeMemoryUse(pid());
    if (!memory) {
        failLater(memory.error());
        return;
    }
    QMetaObject::invokeMethod(this, [this, use = *memory] { Q_EMIT trimmed(use); }, Qt::QueuedConnection);
}

void ContenderProcess::quit()
{
    m_mayEnd = true;
    m_asking.stop();
    m_child->terminate(signalOf(m_task.contender.stop));
    m_guard.start(patienceWithEnd);
}

void ContenderProcess::kill()
{
    m_mayEnd = true;
    m_asking.stop();
    if (m_child)
        m_child->kill();
}

/// What it started ends with it; ended() waits for them, so that no port and no memory stays taken.
void ContenderProcess::endOfFirst()
{
    m_guard.stop();
    m_asking.stop();
    if (!m_mayEnd)
        fail({u"%1 %2"_s.arg(m_task.contender.title, m_child->endText()),
            u"Try its command by hand to see what is wrong."_s, m_task.contender.name});
    m_ending.start(endInterval);
}

void ContenderProcess::lookForEnd()
{
    if (m_child->pid() > 0 && base::isProcessGroupAlive(m_child->pid()))
        return; // it was killed, so it ends
    m_ending.stop();
    m_ended = true;
    Q_EMIT ended();
}

void ContenderProcess::failLater(const base::Error &error)
{
    QMetaObject::invokeMethod(this, [this, error] { fail(error); }, Qt::QueuedConnection);
}

void ContenderProcess::fail(const base::Error &error)
{
    m_guard.stop();
    m_asking.stop();
    m_mayEnd = true;
    Q_EMIT failed(error);
}

} // namespace servelab::lab

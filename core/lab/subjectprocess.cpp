// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/subjectprocess.h"

#include "core/site/siteconfigjson.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::lab {
namespace {

constexpr auto patienceWithEnd = 2s;

base::Error serverError(const QString &whatItDid)
{
    return {u"The measured server "_s + whatItDid,
        u"Try the configuration with \"servelab-cli serve\" to see what is wrong."_s, {}};
}

} // namespace

SubjectProcess::SubjectProcess(
    QString program, site::SiteConfig config, QString hook, QList<int> cores, QObject *parent)
    : MeasuredServer(parent)
    , m_program(std::move(program))
    , m_config(std::move(config))
    , m_hook(std::move(hook))
    , m_cores(std::move(cores))
{
    m_guard.setSingleShot(true);
    connect(&m_guard, &QTimer::timeout, this, [this] {
        if (m_mayEnd)
            kill();
        else
            fail(serverError(
                u"did not %1 within %2 ms."_s.arg(m_awaited).arg(m_guard.intervalAsDuration().count())));
    });
}

bool SubjectProcess::writeConfig()
{
    return m_file.open() && m_file.write(QJsonDocument(site::toJson(m_config)).toJson()) >= 0
        && m_file.flush();
}

void SubjectProcess::start()
{
    if (!writeConfig()) {
        QMetaObject::invokeMethod(
            this,
            [this] { fail(serverError(u"has no configuration file: %1."_s.arg(m_file.errorString()))); },
            Qt::QueuedConnection);
        return;
    }
    QStringList arguments{u"subject"_s, u"--config"_s, m_file.fileName()};
    if (!m_hook.isEmpty())
        arguments << u"--hooks"_s << m_hook;
    if (!m_task.isEmpty())
        arguments << u"--task"_s << m_task;
    m_child = std::make_unique<ChildProcess>(m_program, arguments + coreArguments(m_cores));
    connect(m_child.get(), &ChildProcess::outputLine, this, &SubjectProcess::read);
    connect(m_child.get(), &ChildProcess::errorLine, m_child.get(), &ChildProcess::remember);
    connect(m_child.get(), &ChildProcess::ended, this, &SubjectProcess::end);
    m_child->start();
    await(m_patience, u"begin to listen"_s);
}

void SubjectProcess::runTask(std::uint64_t count, std::chrono::milliseconds limit)
{
    m_child->writeLine("run " + QByteArray::number(count));
    await(limit, u"do its task"_s);
}

void SubjectProcess::trim()
{
    m_child->writeLine("trim");
    await(m_patience, u"tell its memory"_s);
}

void SubjectProcess::quit()
{
    m_mayEnd = true;
    m_child->writeLine("quit");
    await(patienceWithEnd, u"end"_s);
}

void SubjectProcess::kill()
{
    m_mayEnd = true;
    if (m_child)
        m_child->kill();
}

void SubjectProcess::await(std::chrono::milliseconds limit, const QString &what)
{
    m_awaited = what;
    m_guard.start(limit);
}

void SubjectProcess::read(const QByteArray &line)
{
    const auto event = parseSubjectLine(line);
    if (m_mayEnd)
        return;
    if (!event) {
        fail(event.error());
        return;
    }
    m_guard.stop();
    take(*event);
}

void SubjectProcess::take(const SubjectEvent &event)
{
    switch (event.kind) {
    case SubjectEvent::Kind::Memory:
        Q_EMIT trimmed(event.memory);
        break;
    case SubjectEvent::Kind::Done:
        Q_EMIT taskDone(event.task);
        break;
    case SubjectEvent::Kind::Ready:
    case SubjectEvent::Kind::Listening:
        m_pid = event.pid;
        Q_EMIT listening(event.url);
        break;
    }
}

void SubjectProcess::end()
{
    m_guard.stop();
    if (!m_mayEnd)
        fail(serverError(m_child->endText()));
    Q_EMIT ended();
}

void SubjectProcess::fail(const base::Error &error)
{
    m_guard.stop();
    m_mayEnd = true;
    Q_EMIT failed(error);
}

} // namespace servelab::lab

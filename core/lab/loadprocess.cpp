// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/loadprocess.h"

#include "core/lab/labprotocol.h"
#include "core/load/loadtarget.h"

#include <QJsonDocument>
#include <QLocale>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::lab {
namespace {

/// Start and end of the process, beyond what its plan asks for.
constexpr auto patience = 15s;

QString millisecondsText(std::chrono::milliseconds time)
{
    return QString::number(time.count()) + "ms"_L1;
}

QStringList requestArguments(const load::LoadPlan &plan)
{
    QStringList arguments;
    if (!plan.keepAlive)
        arguments << u"--no-keepalive"_s;
    if (plan.readBytesPerSecond)
        arguments << u"--read-rate"_s << QString::number(*plan.readBytesPerSecond);
    for (const load::RequestField &field : plan.fields)
        arguments << u"-H"_s << QString::fromUtf8(field.name + ": " + field.value);
    if (plan.method != "GET")
        arguments << u"-X"_s << QString::fromUtf8(plan.method);
    if (!plan.body.isEmpty())
        arguments << u"--body"_s << QString::fromUtf8(plan.body);
    return arguments;
}

QStringList trustArguments(const load::TlsTrust &trust)
{
    QStringList arguments;
    if (!trust.verifies)
        arguments << u"--insecure"_s;
    if (!trust.authorities.isEmpty())
        arguments << u"--ca"_s << trust.authorities;
    return arguments;
}

QStringList messageArguments(const load::LoadPlan &plan)
{
    QStringList arguments;
    if (!load::isWebSocket(plan.url))
        return arguments;
    arguments << u"--message-bytes"_s << QString::number(plan.message.bytes);
    if (plan.message.type == http::MessageType::Binary)
        arguments << u"--binary"_s;
    return arguments;
}

QStringList expectationArguments(const load::Expectation &expectation)
{
    QStringList arguments;
    if (expectation.status)
        arguments << u"--expect-status"_s << QString::number(*expectation.status);
    if (expectation.bodyBytes)
        arguments << u"--expect-bytes"_s << QString::number(*expectation.bodyBytes);
    if (!expectation.bodySha256.isEmpty())
        arguments << u"--expect-sha256"_s << QString::fromLatin1(expectation.bodySha256.toHex());
    return arguments;
}

/// To the last digit, so that the process makes the same schedule.
QString rateText(double perSecond)
{
    return QString::number(perSecond, 'g', QLocale::FloatingPointShortest);
}

QStringList arrivalArguments(const load::LoadPlan &plan)
{
    QStringList arguments;
    if (const auto *constant = std::get_if<load::ConstantRate>(&plan.arrival))
        arguments << u"--rate"_s << rateText(constant->perSecond);
    if (const auto *ramp = std::get_if<load::RateRamp>(&plan.arrival))
        arguments << u"--ramp"_s
                  << u"%1:%2:%3"_s.arg(rateText(ramp->fromPerSecond), rateText(ramp->toPerSecond),
                         millisecondsText(ramp->over));
    if (plan.pipeline != 1)
        arguments << u"--pipeline"_s << QString::number(plan.pipeline);
    return arguments;
}

} // namespace

QStringList loadArguments(const load::LoadPlan &plan, const QList<int> &cores)
{
    QStringList arguments{u"load"_s, plan.url.toString(QUrl::FullyEncoded)};
    arguments << u"-c"_s << QString::number(plan.connections) << u"--threads"_s
              << QString::number(plan.threads);
    if (plan.duration)
        arguments << u"-d"_s << millisecondsText(*plan.duration);
    arguments << u"--warm-up"_s << millisecondsText(plan.warmUp);
    arguments << u"--timeout"_s << millisecondsText(plan.requestTimeout);
    if (plan.requests)
        arguments << u"-n"_s << QString::number(*plan.requests);
    arguments << arrivalArguments(plan);
    arguments << trustArguments(plan.trust) << messageArguments(plan) << requestArguments(plan)
              << expectationArguments(plan.expectation);
    arguments << u"--format"_s << u"json"_s << u"--progress"_s << u"json"_s;
    return arguments << coreArguments(cores);
}

LoadProcess::LoadProcess(
    const QString &program, const load::LoadPlan &plan, const QList<int> &cores, QObject *parent)
    : QObject(parent)
    , m_limit(plan.warmUp + plan.duration.value_or(0ms) + patience)
    , m_child(program, loadArguments(plan, cores))
{
    m_guard.setSingleShot(true);
    connect(&m_child, &ChildProcess::outputLine, this, [this](const QByteArray &line) { m_output += line; });
    connect(&m_child, &ChildProcess::errorLine, this, &LoadProcess::readError);
    connect(&m_child, &ChildProcess::ended, this, &LoadProcess::end);
    connect(&m_guard, &QTimer::timeout, this, [this] {
        m_late = true;
        m_child.kill();
    });
}

void LoadProcess::start()
{
    m_child.start();
    m_guard.start(m_limit);
}

void LoadProcess::kill()
{
    m_child.kill();
}

void LoadProcess::readError(const QByteArray &line)
{
    if (const auto progress = loadProgressFromJson(QJsonDocument::fromJson(line).object()))
        Q_EMIT progressed(*progress);
    else
        m_child.remember(line);
}

/// The report decides, not the exit code: a run with errors in it ends with 1 and tells them in the report.
void LoadProcess::end()
{
    m_guard.stop();
    if (m_late) {
        fail(u"did not end within %1 seconds."_s.arg(
            std::chrono::ceil<std::chrono::seconds>(m_limit).count()));
        return;
    }
    const QJsonDocument document = QJsonDocument::fromJson(m_output);
    const auto report = load::LoadReport::fromJson(document.object());
    if (document.isObject() && report)
        Q_EMIT finished(*report);
    else
        fail(m_child.endText());
}

void LoadProcess::fail(const QString &message)
{
    Q_EMIT failed(base::Error{u"The load generator "_s + message, {}, {}});
}

} // namespace servelab::lab

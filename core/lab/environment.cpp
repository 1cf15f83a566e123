// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/environment.h"

#include "core/base/processtree.h"

#include "servelab/revision.h"
#include "servelab/version.h"

#include <QCryptographicHash>
#include <QFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

QString compilerName()
{
#if defined(__clang__)
    return u"Clang "_s + QLatin1StringView(__clang_version__).trimmed();
#elif defined(__GNUC__)
    return u"GCC "_s + QLatin1StringView(__VERSION__);
#elif defined(_MSC_VER)
    return u"MSVC %1"_s.arg(_MSC_VER);
#else
    return {};
#endif
}

} // namespace

Environment describeEnvironment(const CoreAssignment &cores)
{
    return {
        .machine = base::describeMachine(),
        .version = QStringLiteral(SERVELAB_VERSION),
        .qtVersion = QString::fromLatin1(qVersion()),
        .compiler = compilerName(),
        .buildType = QStringLiteral(SERVELAB_BUILD_TYPE),
        .revision = QStringLiteral(SERVELAB_REVISION),
        .programHash = {},
        .contenders = {},
        .busyShare = {},
        .serverCores = cores.server,
        .loadCores = cores.load,
    };
}

BusyProbe::BusyProbe()
    : m_busy(base::systemBusyTime())
    , m_own(base::ownCpuTime())
    , m_start(std::chrono::steady_clock::now())
{
}

std::optional<double> BusyProbe::share() const
{
    const auto busy = base::systemBusyTime();
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - m_start;
    const auto cores = base::availableCores().size();
    if (!busy || !m_busy || passed.count() <= 0 || cores < 1)
        return std::nullopt;
    const std::chrono::duration<double> others = *busy - *m_busy - (base::ownCpuTime() - m_own);
    return std::clamp(others / passed / static_cast<double>(cores), 0.0, 1.0);
}

QString hashOfFile(const QString &path)
{
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file))
        return {};
    return QString::fromLatin1(hash.result().toHex());
}

} // namespace servelab::lab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/environment.h"

#include "servelab/version.h"

#include <QCryptographicHash>
#include <QFile>

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
        .programHash = {},
        .serverCores = cores.server,
        .loadCores = cores.load,
    };
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/holding/servedprocess.h"

#include "core/site/siteconfigjson.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QUrl>

#include <sys/resource.h>

using namespace Qt::StringLiterals;

namespace servelab::holding {
namespace {

constexpr int patience = 10'000; // milliseconds

void write(const QString &path, const QByteArray &bytes, qint64 size)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.resize(size))
        qFatal("%s cannot be written.", qPrintable(path));
}

} // namespace

ServedProcess::ServedProcess(site::SiteConfig config, std::optional<int> descriptors)
{
    makeFiles();
    config.root = m_folder.filePath(u"root"_s);
    config.port = 0;
    begin(writeConfig(std::move(config)), descriptors);
}

ServedProcess::~ServedProcess()
{
    m_process.terminate();
    if (!m_process.waitForFinished(patience))
        m_process.kill();
    m_process.waitForFinished(patience);
}

void ServedProcess::makeFiles() const
{
    const QString root = m_folder.filePath(u"root"_s);
    QDir().mkpath(root);
    const QByteArray page = QByteArray("<p>The quick brown fox.</p>\n").repeated(36'000);
    write(root + QLatin1StringView(smallFile), QByteArray(100, 's'), 100);
    write(root + QLatin1StringView(largePage), page, page.size());
    write(root + QLatin1StringView(hugeFile), {}, qint64(1) << 30);
}

QString ServedProcess::writeConfig(site::SiteConfig config) const
{
    const QString path = m_folder.filePath(u"site.json"_s);
    const QByteArray json = QJsonDocument(site::toJson(config)).toJson();
    write(path, json, json.size());
    return path;
}

void ServedProcess::begin(const QString &configFile, std::optional<int> descriptors)
{
    if (descriptors)
        m_process.setChildProcessModifier([limit = static_cast<rlim_t>(*descriptors)] {
            const rlimit lowered{limit, limit};
            ::setrlimit(RLIMIT_NOFILE, &lowered);
        });
    m_process.start(QStringLiteral(SERVELAB_CLI), {u"serve"_s, u"--config"_s, configFile});
    while (!m_process.canReadLine()) {
        if (!m_process.waitForReadyRead(patience))
            qFatal("The server does not start: %s", m_process.readAllStandardError().constData());
    }
    m_port = static_cast<quint16>(QUrl(QString::fromUtf8(m_process.readLine().trimmed())).port());
    errors();
}

qint64 ServedProcess::memoryBytes() const
{
    return base::memoryUse(m_process.processId()).value_or(base::MemoryUse()).privateDirtyBytes;
}

std::chrono::nanoseconds ServedProcess::cpuTime() const
{
    return base::cpuTime(m_process.processId()).value_or(std::chrono::nanoseconds());
}

int ServedProcess::openDescriptors() const
{
    const QDir links(u"/proc/%1/fd"_s.arg(m_process.processId()));
    return static_cast<int>(links.entryList(QDir::Files | QDir::System).size());
}

QByteArray ServedProcess::errors()
{
    m_process.waitForReadyRead(50);
    return m_process.readAllStandardError();
}

} // namespace servelab::holding

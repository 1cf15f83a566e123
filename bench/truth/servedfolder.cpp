// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/truth/servedfolder.h"

#include "core/base/process.h"

#include <QFile>

namespace truth {

namespace {

using namespace Qt::StringLiterals;

void write(const QString &path, const QByteArray &content)
{
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(content);
}

/// 16 KiB that a coder has work with.
QByteArray longText()
{
    QByteArray text;
    for (quint32 i = 0; text.size() < 16384; ++i)
        text += "{\"id\": " + QByteArray::number(i) + ", \"value\": " + QByteArray::number(i * 2654435761u)
            + "}\n";
    return text;
}

} // namespace

ServedFolder::ServedFolder(bool codesEachRequest)
{
    write(m_folder.filePath(u"small.txt"_s), "Hello, world!");
    write(m_folder.filePath(u"long.json"_s), longText());
    const QString config = m_folder.filePath(u".config.json"_s);
    write(config,
        codesEachRequest ? R"({"compression": {"enabled": true, "brotliQuality": 5},
        "techniques": {"codedVariants": "eachRequest"}})"
                         : "{}");
    QStringList command{QStringLiteral(SERVELAB_CLI), u"serve"_s, m_folder.path(), u"--config"_s, config,
        u"--port"_s, u"0"_s, u"--workers"_s, u"1"_s};
    const QList<int> cores = servelab::base::availableCores();
    if (cores.size() > 1)
        command = QStringList{u"taskset"_s, u"-c"_s, QString::number(cores.first())} + command;
    m_process.setStandardErrorFile(QProcess::nullDevice());
    m_process.start(command.takeFirst(), command);
    if (m_process.waitForReadyRead(10'000))
        m_url = QString::fromUtf8(m_process.readLine()).trimmed();
}

ServedFolder::~ServedFolder()
{
    m_process.terminate();
    m_process.waitForFinished();
}

} // namespace truth

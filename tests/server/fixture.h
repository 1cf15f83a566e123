// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/siteconfig.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <string>

namespace servelab::tests {

/// The folder that the request cases speak of, made anew for each test program.
class Fixture
{
public:
    Fixture()
    {
        const QStringList folders{QStringLiteral("sub"), QStringLiteral("noindex"),
            QStringLiteral(".well-known"), QStringLiteral("../root-evil"), QStringLiteral("../docs")};
        for (const QString &folder : folders)
            QDir(root()).mkpath(folder);
        write("a.txt", patterned(100));
        write("empty.txt", {});
        write("big.html", bigPage());
        write("photo.png", patterned(5000));
        write("blob.bin", patterned(300));
        write("index.html", "<title>home</title>");
        write("sub/index.html", "<title>sub</title>");
        write("noindex/x.txt", "x");
        write(".env", "SECRET=1");
        write(".well-known/acme", "acme");
        write("caf\xc3\xa9.txt", "coffee");
        write("100%.txt", "percent");
        write("sp ace.txt", "space");
        write("a+b.txt", "plus");
        write("../root-evil/s.txt", "evil");
        write("../docs/index.html", "<title>docs</title>");
        write("../docs/a.txt", "docs");
        QFile::link(root() + QStringLiteral("/../root-evil/s.txt"), root() + QStringLiteral("/link.txt"));
        QFile::link(QStringLiteral("a.txt"), root() + QStringLiteral("/inlink.txt"));
    }

    QString root() const { return m_folder.path() + QStringLiteral("/root"); }
    QString path(const char *name) const { return root() + QLatin1Char('/') + QString::fromUtf8(name); }

    /// On a free port, one worker, everything else as a new site has it.
    site::SiteConfig config() const
    {
        site::SiteConfig config;
        config.root = root();
        config.port = 0;
        config.workers = 1;
        return config;
    }

    /// Every file is from 14 November 2023, 22:13:20 UTC, unless told otherwise.
    void write(const char *name, const QByteArray &bytes, qint64 modified = 1'700'000'000) const
    {
        QDir().mkpath(root());
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(bytes) != bytes.size())
            qFatal("The fixture cannot be written.");
        file.flush();
        file.setFileTime(QDateTime::fromSecsSinceEpoch(modified), QFileDevice::FileModificationTime);
    }

    /// Bytes of which each place can be told from the others nearby.
    static QByteArray patterned(qsizetype size)
    {
        QByteArray bytes(size, Qt::Uninitialized);
        for (qsizetype i = 0; i < size; ++i)
            bytes[i] = static_cast<char>('!' + (i * 7 + i / 89) % 89);
        return bytes;
    }

    /// 31,000 bytes that a content coding makes much shorter.
    static QByteArray bigPage() { return QByteArray("<p>The quick brown fox.</p>\n   ").repeated(1000); }

private:
    QTemporaryDir m_folder;
};

} // namespace servelab::tests

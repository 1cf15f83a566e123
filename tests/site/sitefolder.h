// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/filesystem.h"
#include "core/site/site.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

namespace servelab::site {

/// A folder with files for one test, and a folder outside of it.
class SiteFolder
{
public:
    SiteFolder()
    {
        using enum QFileDevice::Permission;
        QFile::setPermissions(
            m_folder.path(), ReadOwner | WriteOwner | ExeOwner | ReadGroup | ExeGroup | ReadOther | ExeOther);
        QDir(m_folder.path()).mkdir(QStringLiteral("root"));
        QDir(m_folder.path()).mkdir(QStringLiteral("root-evil"));
    }

    QString root() const { return m_folder.filePath(QStringLiteral("root")); }
    QString outside() const { return m_folder.filePath(QStringLiteral("root-evil")); }
    QString path(const QString &name) const { return QDir(root()).filePath(name); }

    void write(const QString &name, const QByteArray &bytes) const { writeFile(path(name), bytes); }
    void writeOutside(const QString &name, const QByteArray &bytes) const
    {
        writeFile(QDir(outside()).filePath(name), bytes);
    }

    /// Whether the file may be cached by now.
    static bool isSettledAt(const QString &file)
    {
        const auto identity = identityAt(QFile::encodeName(file).toStdString());
        return identity && isSettled(*identity);
    }

    SiteConfig config() const
    {
        SiteConfig config;
        config.root = root();
        return config;
    }

private:
    static void writeFile(const QString &file, const QByteArray &bytes)
    {
        QDir().mkpath(QFileInfo(file).path());
        QFile out(file);
        if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(file));
    }

    QTemporaryDir m_folder;
};

/// Text that compresses about as well as a log does, the same each time.
inline QByteArray structuredText(qsizetype size)
{
    QByteArray text;
    text.reserve(size + 100);
    for (quint32 i = 0, random = 1; text.size() < size; ++i) {
        random = random * 1664525u + 1013904223u;
        text += "{\"id\":" + QByteArray::number(i) + ",\"value\":" + QByteArray::number(random >> 12)
            + ",\"kind\":\"measurement\"}\n";
    }
    return text.first(size);
}

/// What a site answers to the path of a target as it stands in a request.
inline Resolution resolve(
    const VirtualHost &host, LookupScratch &scratch, std::string_view target, ClientWishes wishes = {})
{
    http::Target parsed;
    if (http::parseTarget(target, http::Method::Get, parsed) != http::TargetError::None)
        return {400, {}, {}};
    return host.resolve(parsed, wishes, scratch);
}

/// A compiled site with a worker's scratch; each call is a turn of its own.
class SiteUnderTest
{
public:
    explicit SiteUnderTest(const SiteConfig &config) { apply(config); }

    void apply(const SiteConfig &config)
    {
        auto compiled = Site::compile(config, m_site);
        if (!compiled)
            qFatal("%s", qPrintable(compiled.error().constFirst().toString()));
        m_site = *compiled;
        m_host = m_site->hostFor("localhost", *m_scratch);
    }

    Resolution get(std::string_view target, ClientWishes wishes = {})
    {
        Resolution resolution = resolve(*m_host, *m_scratch, target, wishes);
        m_scratch->endTurn();
        return resolution;
    }

    const Site &site() const { return *m_site; }
    const VirtualHost &host() const { return *m_host; }
    LookupScratch &scratch() { return *m_scratch; }

private:
    std::unique_ptr<LookupScratch> m_scratch = std::make_unique<LookupScratch>();
    std::shared_ptr<const Site> m_site;
    const VirtualHost *m_host = nullptr;
};

/// All bytes of a representation, wherever they are.
inline QByteArray bytesOf(const RepresentationPointer &representation)
{
    if (!representation)
        return {};
    if (representation->inMemory())
        return QByteArray(representation->bytes().data(), qsizetype(representation->bytes().size()));
    QByteArray bytes(qsizetype(representation->length), '\0');
    const auto count = readAt(representation->file.get(), bytes.data(), representation->length, 0);
    return bytes.first(std::max<qsizetype>(count, 0));
}

} // namespace servelab::site

// SPDX-License-Identifier: GPL-3.0-or-later
// Paths of targets against a folder that has links out of it: what is opened lies in the folder. A byte below
// 0x20 of the input stands for a piece of a path, so that names that are there are met often.
#include "core/site/documentroot.h"
#include "core/site/filesystem.h"
#include "core/site/sitepath.h"
#include "tests/fuzz/require.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

using namespace servelab;
using servelab::fuzz::require;

namespace {

constexpr std::array<std::string_view, 32> pieces{"/", "..", ".", "%2e", "%2E%2e", "%2f", "%5c", "\\", "//",
    "/../", "/./", "a.txt", "sub", "index.html", ".hidden", "link.txt", "linkdir", "inlink", "self",
    "secret.txt", "outside", "root", "dangling", "%00", "%c0%af", "%", "%25", "\xc3\xa9", "%ff", ";", "?",
    "root-evil"};

std::string pathOf(std::string_view input)
{
    std::string path = "/";
    for (const char byte : input) {
        if (const auto number = static_cast<unsigned char>(byte); number < pieces.size())
            path += pieces[number];
        else
            path += byte;
    }
    return path;
}

/// "root" with files, and folders beside it that links in it lead to.
class Folder
{
public:
    Folder()
    {
        for (const char *name : {"root/sub/sub", "outside/sub", "root-evil"})
            require(QDir(m_folder.path()).mkpath(QString::fromLatin1(name)));
        for (const char *name : {"root/a.txt", "root/index.html", "root/sub/a.txt", "root/sub/index.html",
                 "root/sub/sub/a.txt", "root/.hidden", "root/sub/.hidden"})
            m_inside.push_back(write(name));
        for (const char *name : {"outside/secret.txt", "outside/a.txt", "outside/index.html",
                 "outside/sub/a.txt", "root-evil/secret.txt", "a.txt", "index.html", "secret.txt"})
            write(name);
        link("../outside/secret.txt", "link.txt");
        link("../outside", "linkdir");
        link("../../outside", "sub/linkdir");
        link("..", "sub/root");
        link("../..", "sub/outside");
        link("sub", "inlink");
        link(".", "self");
        link("nothere", "dangling");
    }

    std::string root() const { return path("root").toStdString(); }

    bool holds(const site::FileIdentity &file) const
    {
        return std::ranges::find(m_inside, file) != m_inside.end();
    }

private:
    QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    site::FileIdentity write(const char *name) const
    {
        QFile file(path(name));
        require(file.open(QIODevice::WriteOnly) && file.write(name) > 0);
        file.close();
        const auto identity = site::identityAt(path(name).toStdString());
        require(identity.has_value());
        return *identity;
    }

    void link(const char *to, const char *name) const
    {
        require(QFile::link(
            QString::fromLatin1(to), m_folder.filePath(QStringLiteral("root/") + QString::fromLatin1(name))));
    }

    QTemporaryDir m_folder;
    std::vector<site::FileIdentity> m_inside;
};

const Folder &folder()
{
    static const Folder made;
    return made;
}

void checkNormalized(const std::string &path, site::HiddenNames hidden)
{
    require(path.find('\0') == std::string::npos && path.find('\\') == std::string::npos);
    require(!path.starts_with('/') && path.find("//") == std::string::npos);
    const std::string framed = '/' + path + '/';
    require(framed.find("/../") == std::string::npos && framed.find("/./") == std::string::npos);
    require(hidden == site::HiddenNames::Allow || !site::hasHiddenSegment(path));
}

void checkOpened(const std::string &path)
{
    const site::OpenedFile opened = site::openBeneath(folder().root(), path);
    require(opened.file.isValid() == (opened.kind == site::FileKind::Regular));
    require(!opened.file.isValid() || folder().holds(opened.identity));
}

site::DocumentRoot documentRoot(site::HiddenNames hidden)
{
    site::SiteConfig config;
    config.allowDotfiles = hidden == site::HiddenNames::Allow;
    return {folder().root(), std::make_shared<site::DocumentRules>(config)};
}

void checkServed(const std::string &path, site::HiddenNames hidden)
{
    static const site::DocumentRoot careful = documentRoot(site::HiddenNames::Refuse);
    static const site::DocumentRoot open = documentRoot(site::HiddenNames::Allow);
    const site::Found found = (hidden == site::HiddenNames::Allow ? open : careful).open(path);
    if (found.representation)
        require(folder().holds(found.representation->identity));
}

void check(const std::string &rawPath, site::HiddenNames hidden)
{
    std::string decoded;
    std::string path;
    if (site::normalizePath(rawPath, hidden, decoded, path) != site::PathVerdict::Fine)
        return;
    checkNormalized(path, hidden);
    checkOpened(path);
    checkServed(path, hidden);
    std::string again;
    require(site::normalizePath(site::encodePath(path), hidden, decoded, again) == site::PathVerdict::Fine);
    require(again == path);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string path = pathOf(servelab::fuzz::textOf(data, size));
    check(path, site::HiddenNames::Refuse);
    check(path, site::HiddenNames::Allow);
    return 0;
}

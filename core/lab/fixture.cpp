// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/fixture.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <array>
#include <random>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

using Generator = std::mt19937_64;

constexpr std::array<QByteArrayView, 24> words{"the", "server", "answers", "each", "request", "with", "a",
    "page", "and", "every", "byte", "of", "it", "travels", "once", "more", "over", "one", "connection",
    "that", "stays", "open", "for", "others"};

/// Of the path, the same on every machine: files of one kind differ from each other.
Generator generatorFor(const FixtureFile &file)
{
    std::uint64_t seed = 14695981039346656037U; // FNV-1a
    for (const char byte : file.path.toUtf8())
        seed = (seed ^ static_cast<unsigned char>(byte)) * 1099511628211U;
    return Generator(seed);
}

QByteArrayView anyWord(Generator &generator)
{
    return words[generator() % words.size()];
}

void appendSentence(QByteArray &text, Generator &generator)
{
    const auto count = 6 + generator() % 8;
    for (std::uint64_t i = 0; i < count; ++i)
        text.append(anyWord(generator)).append(i + 1 < count ? ' ' : '.');
    text.append('\n');
}

void appendRecord(QByteArray &text, Generator &generator)
{
    text.append("{\"id\":").append(QByteArray::number(generator() % 1'000'000));
    text.append(",\"name\":\"").append(anyWord(generator)).append('-').append(anyWord(generator));
    text.append("\",\"state\":\"").append(generator() % 4 == 0 ? "closed" : "open");
    text.append("\",\"tags\":[\"").append(anyWord(generator)).append("\"],\"weight\":");
    text.append(QByteArray::number(generator() % 100)).append("}\n");
}

void appendNoise(QByteArray &bytes, Generator &generator)
{
    const std::uint64_t number = generator();
    bytes.append(reinterpret_cast<const char *>(&number), sizeof number);
}

using Append = void (*)(QByteArray &, Generator &);

Append appenderOf(FixtureContent content)
{
    switch (content) {
    case FixtureContent::Records:
        return appendRecord;
    case FixtureContent::Noise:
        return appendNoise;
    default:
        return appendSentence;
    }
}

QByteArray fill(const FixtureFile &file, qint64 size)
{
    Generator generator = generatorFor(file);
    QByteArray bytes;
    bytes.reserve(size + 256);
    while (bytes.size() < size)
        appenderOf(file.content)(bytes, generator);
    bytes.truncate(size);
    return bytes;
}

constexpr QByteArrayView pageHead = "<!DOCTYPE html>\n<html lang=\"en\">\n<title>A page</title>\n<p>";
constexpr QByteArrayView pageEnd = "</p>\n</html>\n";

QByteArray page(const FixtureFile &file)
{
    const qint64 rest = file.bytes - pageHead.size() - pageEnd.size();
    if (rest < 0)
        return fill(file, file.bytes);
    return QByteArray().append(pageHead).append(fill(file, rest)).append(pageEnd);
}

bool staysBelow(const QString &path)
{
    const QString clean = QDir::cleanPath(path);
    return !path.isEmpty() && QDir::isRelativePath(clean) && clean != "."_L1 && clean != ".."_L1
        && !clean.startsWith("../"_L1);
}

base::Expected<void> makeFile(const FixtureFile &file, const QString &path)
{
    QFile out(path);
    const QByteArray bytes = fixtureBytes(file);
    if (!QDir().mkpath(QFileInfo(path).path()) || !out.open(QIODevice::WriteOnly)
        || out.write(bytes) != bytes.size() || !out.flush())
        return base::fail(u"%1, which the workload asks for, cannot be made: %2."_s.arg(
                              QDir::toNativeSeparators(path), out.errorString()),
            u"Make room in the folder for temporary files."_s, path);
    return {};
}

} // namespace

QByteArray fixtureBytes(const FixtureFile &file)
{
    return file.content == FixtureContent::Page ? page(file) : fill(file, file.bytes);
}

base::Expected<void> makeFixture(const QList<FixtureFile> &files, const QString &folder)
{
    if (const QList<base::Error> problems = validateFixture(files); !problems.isEmpty())
        return std::unexpected(problems.first());
    for (const FixtureFile &file : files) {
        if (auto made = makeFile(file, folder + u'/' + file.path); !made)
            return made;
    }
    return {};
}

QList<base::Error> validateFixture(const QList<FixtureFile> &files)
{
    QList<base::Error> problems;
    for (qsizetype i = 0; i < files.size(); ++i) {
        const QString where = u"fixture[%1]"_s.arg(i);
        if (!staysBelow(files[i].path))
            problems += base::Error{u"%1.path \"%2\" is no path below the root."_s.arg(where, files[i].path),
                u"Give a relative path, such as \"data/page.html\"."_s, where + ".path"_L1};
        if (files[i].bytes < 0 || files[i].bytes > largestFixtureFile)
            problems += base::Error{
                u"%1.bytes is out of range."_s.arg(where), u"Give at most 1 GiB."_s, where + ".bytes"_L1};
    }
    return problems;
}

} // namespace servelab::lab

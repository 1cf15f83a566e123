// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace servelab::lab {

/// What stands in a file that a workload asks for. All of it is made, the same on every machine.
enum class FixtureContent : std::uint8_t {
    Text, ///< printable ASCII that looks like prose, compresses to about a third
    Records, ///< JSON lines of a regular structure, compress to about a tenth
    Noise, ///< bytes that do not compress
    Page, ///< HTML around text
};

struct FixtureFile
{
    QString path; ///< from the root, with '/'
    FixtureContent content = FixtureContent::Text;
    qint64 bytes = 0; ///< exactly; at most largestFixtureFile
    friend bool operator==(const FixtureFile &, const FixtureFile &) = default;
};

inline constexpr qint64 largestFixtureFile = 1024LL * 1024 * 1024;

/// The bytes of a file; depend on its content and path only.
QByteArray fixtureBytes(const FixtureFile &file);

/// Makes the files below a folder. A path that leads out of the folder is an error.
base::Expected<void> makeFixture(const QList<FixtureFile> &files, const QString &folder);

/// Everything that keeps files from being made, before they are.
QList<base::Error> validateFixture(const QList<FixtureFile> &files);

} // namespace servelab::lab

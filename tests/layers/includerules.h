// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

/// The directions of design.md, as a check of include lines. Paths are relative to the root of the source
/// tree.
namespace servelab::layers {

/// The layer a file belongs to, "core/http" or "ui/pages"; empty: to none, nothing may include it.
QString layerOf(const QString &file);

/// What is wrong with an include line of that file; empty: nothing, or it is no include line.
QString problemOfLine(const QString &file, const QString &line);

/// Every problem of a file's text, each with its line number.
QStringList problemsOf(const QString &file, const QString &text);

/// Whether the text begins with the licence that every source file names.
bool beginsWithLicence(const QString &text);

/// The Qt module that a header of that name belongs to, "QtWidgets"; empty where it is none of Qt's.
QString qtModuleOf(const QString &header);

} // namespace servelab::layers

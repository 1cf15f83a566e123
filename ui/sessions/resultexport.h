// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/lab/resultdocument.h"

#include <QImage>
#include <QList>
#include <QString>

#include <memory>

namespace servelab::ui {

enum class ExportFormat {
    Html, ///< one page that needs nothing else
    Markdown,
    Csv, ///< every sample, one line each
    Json, ///< the document itself
    Png, ///< a picture of the page
};

/// What is exported: one result, or several against a baseline, which is the first.
struct ExportSubject
{
    QString title;
    QString note; ///< the person's
    QList<std::shared_ptr<const lab::ResultDocument>> documents;
    QImage picture; ///< for PNG
};

/// "html"
QString suffixOf(ExportFormat format);

/// Writes it whole or not at all. Blocks, so that it is for threads other than the window's. The error says
/// what could not be written where, and what to do.
base::Expected<void> exportResult(const ExportSubject &subject, ExportFormat format, const QString &path);

} // namespace servelab::ui

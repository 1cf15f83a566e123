// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/resultexport.h"

#include "core/lab/report.h"
#include "core/lab/resultset.h"
#include "core/lab/runcomparison.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDir>
#include <QSaveFile>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

QList<lab::ResultDocument> documentsOf(const ExportSubject &subject)
{
    QList<lab::ResultDocument> documents;
    for (const auto &document : subject.documents)
        documents.append(*document);
    return documents;
}

/// Several are told as differences from the first, a section for each.
lab::Report comparisonReport(const ExportSubject &subject)
{
    lab::Report report;
    for (qsizetype number = 1; number < subject.documents.size(); ++number) {
        lab::Report one
            = lab::reportOf(lab::compareRuns({*subject.documents.first()}, {*subject.documents[number]}));
        for (lab::ReportSection &section : one.sections) {
            const auto &started = subject.documents[number]->startedAt;
            section.title = u"%1: %2"_s.arg(section.title, started.toString(Qt::ISODate));
        }
        report.sections += one.sections;
        report.notes += one.notes;
    }
    return report;
}

lab::Report reportOf(const ExportSubject &subject)
{
    lab::Report report = subject.documents.size() == 1 ? lab::reportOf(*subject.documents.first())
                                                       : comparisonReport(subject);
    report.title = subject.title;
    if (!subject.note.isEmpty())
        report.notes.prepend(subject.note);
    return report;
}

QByteArray pngOf(const QImage &picture)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    picture.save(&buffer, "PNG");
    return bytes;
}

QByteArray bytesOf(const ExportSubject &subject, ExportFormat format)
{
    switch (format) {
    case ExportFormat::Html:
        return lab::toHtml(reportOf(subject)).toUtf8();
    case ExportFormat::Markdown:
        return lab::toMarkdown(reportOf(subject)).toUtf8();
    case ExportFormat::Csv:
        return lab::toCsv(documentsOf(subject)).toUtf8();
    case ExportFormat::Png:
        return pngOf(subject.picture);
    case ExportFormat::Json:
        break; // written by the documents themselves
    }
    return {};
}

base::Expected<void> write(const QString &path, const QByteArray &bytes)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
        return {};
    return base::fail(QCoreApplication::translate("ResultExport", "%1 cannot be written: %2.")
                          .arg(QDir::toNativeSeparators(path), file.errorString()),
        QCoreApplication::translate("ResultExport", "Choose a folder you may write to."), path);
}

} // namespace

QString suffixOf(ExportFormat format)
{
    switch (format) {
    case ExportFormat::Html:
        return u"html"_s;
    case ExportFormat::Markdown:
        return u"md"_s;
    case ExportFormat::Csv:
        return u"csv"_s;
    case ExportFormat::Json:
        return u"json"_s;
    case ExportFormat::Png:
        return u"png"_s;
    }
    Q_UNREACHABLE();
}

base::Expected<void> exportResult(const ExportSubject &subject, ExportFormat format, const QString &path)
{
    if (format == ExportFormat::Json)
        return lab::saveResults(documentsOf(subject), path);
    return write(path, bytesOf(subject, format));
}

} // namespace servelab::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/resultdocument.h"

/// What a person reads of results: tables and charts as values, and how they are written. Pure.
namespace servelab::lab {

struct ReportColumn
{
    QString head;
    bool isNumber = true; ///< stands at the right
};

/// One bar with the range of its samples, in the chart's unit.
struct ReportBar
{
    QString label;
    double value = 0;
    double lowest = 0;
    double highest = 0;
};

struct ReportChart
{
    QString title; ///< with the unit
    QList<ReportBar> bars;
};

struct ReportSection
{
    QString title;
    QString lead; ///< a sentence before the table; may be empty
    QList<ReportColumn> columns;
    QList<QStringList> rows;
    QStringList notes; ///< sentences behind the table
    QList<ReportChart> charts;
};

struct Report
{
    QString title;
    QList<ReportSection> sections;
    QStringList notes;
};

/// One section for each workload, one row for each variant.
Report reportOf(const ResultDocument &document);

/// One table for each group of the catalogue, one row for each comparison.
Report reportOf(const QList<ResultDocument> &documents);

QString toText(const Report &report);
QString toMarkdown(const Report &report);

/// One page that needs nothing else: styles and charts (SVG) are in it, in light and dark; each chart has its
/// table.
QString toHtml(const Report &report);

/// Every sample of every document, one line each, in plain units (RFC 4180).
QString toCsv(const QList<ResultDocument> &documents);

} // namespace servelab::lab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/resultcomparison.h"

#include "ui/models/resultlistmodel.h"
#include "ui/models/texttablemodel.h"
#include "ui/pages/exportbutton.h"
#include "ui/sessions/background.h"
#include "ui/sessions/resultlibrary.h"
#include "ui/widgets/errorbanner.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/verdictlabel.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

using Read = base::Expected<ResultLibrary::Document>;

QString nameOf(const ResultEntry &entry)
{
    return u"%1, %2"_s.arg(entry.title(), resultTimeText(entry.startedAt, QDateTime::currentDateTime()));
}

/// So many that the differences still have room.
QString cautionsText(const QStringList &cautions)
{
    constexpr qsizetype most = 4;
    QStringList shown = cautions.first(std::min(most, cautions.size()));
    if (cautions.size() > most)
        shown.append(ResultComparison::tr("and %n more", nullptr, static_cast<int>(cautions.size() - most)));
    return shown.join(u'\n');
}

} // namespace

ResultComparison::ResultComparison(ResultLibrary &library, QWidget *parent)
    : QWidget(parent)
    , m_library(library)
    , m_model(new RunComparisonModel(this))
    , m_error(new ErrorBanner)
    , m_export(new ExportButton(
          {ExportFormat::Html, ExportFormat::Markdown, ExportFormat::Csv, ExportFormat::Json}))
    , m_title(new TitleLabel)
    , m_reading(new QLabel)
    , m_cautions(new CaptionLabel)
    , m_table(createTable())
    , m_chance(new CaptionLabel)
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_reading->setWordWrap(true);
    m_reading->setTextFormat(Qt::PlainText);
    m_reading->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_reading->setAccessibleName(tr("What the comparison says"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 16, 24, 24);
    layout->setSpacing(12);
    layout->addWidget(createTitleLine());
    layout->addWidget(m_error);
    layout->addWidget(createBaselineLine());
    layout->addWidget(m_reading);
    layout->addWidget(m_cautions);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_chance);
    layout->addStretch();
    connect(m_export, &ExportButton::chosen, this, &ResultComparison::exportTo);
}

QWidget *ResultComparison::createTitleLine()
{
    auto *copy = new QPushButton(icon(u"copy"_s), tr("Copy table"));
    connect(copy, &QPushButton::clicked, this, &ResultComparison::copyTable);
    auto *line = new QWidget;
    auto *layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_title, 1);
    layout->addWidget(copy);
    layout->addWidget(m_export);
    return line;
}

QWidget *ResultComparison::createBaselineLine()
{
    m_baseline = new QComboBox;
    m_baseline->setObjectName(u"baseline"_s);
    m_baseline->setAccessibleName(tr("Baseline"));
    m_baseline->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(m_baseline, &QComboBox::activated, this, [this] {
        Q_EMIT baselineChosen(baseline());
        read();
    });
    m_onlyDifferences = new QCheckBox(tr("Only differences beyond noise"));
    m_onlyDifferences->setObjectName(u"onlyDifferences"_s);
    connect(m_onlyDifferences, &QCheckBox::toggled, m_model, &RunComparisonModel::setOnlyDifferences);
    auto *name = new TermLabel(tr("Baseline"), Term::Baseline);
    name->setBuddy(m_baseline);
    auto *line = new QWidget;
    auto *layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(name);
    layout->addWidget(m_baseline);
    layout->addStretch(1);
    layout->addWidget(m_onlyDifferences);
    return line;
}

QTableView *ResultComparison::createTable()
{
    auto *table = new QTableView;
    table->setObjectName(u"differences"_s);
    table->setModel(m_model);
    table->setItemDelegate(
        new VerdictDelegate(RunComparisonModel::KindRole, RunComparisonModel::Verdict, table));
    table->setShowGrid(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setTabKeyNavigation(false);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setStretchLastSection(true);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->setAccessibleName(tr("Differences"));
    return table;
}

void ResultComparison::showResults(const QStringList &ids, const QString &baseline)
{
    if (ids == m_ids && baseline == this->baseline())
        return;
    m_ids = ids;
    m_title->setText(tr("Comparison of %n results", nullptr, static_cast<int>(ids.size())));
    m_export->suggestName(tr("comparison"));
    offerBaselines(baseline);
    read();
}

QString ResultComparison::baseline() const
{
    return m_baseline->currentData().toString();
}

void ResultComparison::offerBaselines(const QString &baseline)
{
    m_baseline->clear();
    for (const QString &id : m_ids) {
        if (const int row = m_library.rowOf(id); row >= 0)
            m_baseline->addItem(nameOf(m_library.at(row)), id);
    }
    m_baseline->setCurrentIndex(std::max(0, m_baseline->findData(baseline)));
}

/// The baseline first.
void ResultComparison::read()
{
    const int request = ++m_request;
    QStringList ids = m_ids;
    ids.removeAll(baseline());
    ids.prepend(baseline());
    QList<QFuture<Read>> reads;
    for (const QString &id : ids)
        reads.append(m_library.read(id));
    QtFuture::whenAll(reads.begin(), reads.end())
        .then(this, [this, request, ids](const QList<QFuture<Read>> &done) {
            if (request != m_request)
                return;
            QList<ComparedRun> runs;
            for (qsizetype number = 0; number < ids.size(); ++number) {
                const Read read = done[number].result();
                const int row = m_library.rowOf(ids[number]);
                if (!read)
                    return m_error->showError(read.error());
                if (row >= 0)
                    runs.append({ids[number], m_library.at(row).title(), *read});
            }
            m_error->hide();
            compare(runs);
        });
}

void ResultComparison::compare(const QList<ComparedRun> &runs)
{
    m_runs = runs;
    inBackground<ComparedRuns>([runs] {
        return ui::compared(runs.first(), runs.sliced(1));
    }).then(this, [this, request = m_request](const ComparedRuns &compared) {
        if (request == m_request)
            show(compared);
    });
}

void ResultComparison::show(const ComparedRuns &compared)
{
    m_compared = compared;
    m_reading->setText(compared.reading);
    m_cautions->setText(cautionsText(compared.cautions));
    m_cautions->setToolTip(compared.cautions.join(u'\n'));
    m_cautions->setVisible(!compared.cautions.isEmpty());
    m_chance->setText(compared.chance);
    m_chance->setVisible(!compared.chance.isEmpty());
    m_model->setRows(compared.rows);
    m_table->setColumnHidden(RunComparisonModel::Run, m_runs.size() == 2);
    m_table->setVisible(!compared.rows.isEmpty());
    m_onlyDifferences->setEnabled(!compared.rows.isEmpty());
    Q_EMIT shown();
}

void ResultComparison::copyTable()
{
    QGuiApplication::clipboard()->setText(toTabSeparated(*m_model));
    Q_EMIT said(tr("Copied the table"));
}

void ResultComparison::openExportMenu()
{
    m_export->popUp();
}

void ResultComparison::exportTo(ExportFormat format, const QString &path)
{
    ExportSubject subject{m_title->text(), m_compared.reading, {}, {}};
    for (const ComparedRun &run : m_runs)
        subject.documents.append(run.document);
    inBackground<base::Expected<void>>([subject, format, path] {
        return exportResult(subject, format, path);
    }).then(this, [this, path](const base::Expected<void> &done) {
        if (!done)
            return m_error->showError(done.error());
        m_error->hide();
        Q_EMIT said(tr("Exported %1").arg(path));
    });
}

} // namespace servelab::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/resultdetail.h"

#include "ui/models/resultlistmodel.h"
#include "ui/pages/exportbutton.h"
#include "ui/pages/resultview.h"
#include "ui/sessions/background.h"
#include "ui/sessions/resultlibrary.h"
#include "ui/widgets/errorbanner.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/style.h"
#include "ui/widgets/theme.h"

#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

/// Where a picture of more pixels than this in a row or column would not open everywhere.
constexpr int mostPixels = 16'000;

QString whenText(const ResultEntry &entry)
{
    QStringList parts{resultTimeText(entry.startedAt, QDateTime::currentDateTime())};
    if (!entry.name.isEmpty())
        parts.append(entry.experimentTitle);
    if (!entry.damage)
        parts.append(ResultDetail::tr("%n configurations", nullptr, static_cast<int>(entry.variants.size())));
    if (entry.cancelled)
        parts.append(ResultDetail::tr("cancelled early"));
    return parts.join(u" · "_s);
}

} // namespace

ResultDetail::ResultDetail(ResultLibrary &library, QWidget *parent)
    : QWidget(parent)
    , m_library(library)
    , m_view(new ResultView)
    , m_error(new ErrorBanner)
    , m_export(new ExportButton({ExportFormat::Html, ExportFormat::Markdown, ExportFormat::Csv,
          ExportFormat::Json, ExportFormat::Png}))
    , m_title(new ElidedLabel(Qt::ElideRight))
    , m_when(new CaptionLabel)
    , m_note(new QLineEdit)
    , m_scroll(createScrollArea())
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto *banner = new QVBoxLayout;
    banner->setContentsMargins(24, 8, 24, 8);
    banner->addWidget(m_error);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(createTitleLine());
    layout->addWidget(createNoteLine());
    layout->addLayout(banner);
    layout->addWidget(m_scroll, 1);
    layout->addStretch();
    connect(m_view, &ResultView::said, this, &ResultDetail::said);
    connect(m_error, &ErrorBanner::wayOutChosen, this, &ResultDetail::removeRequested);
    connect(m_export, &ExportButton::chosen, this, &ResultDetail::exportTo);
    connect(&library, &ResultLibrary::changed, this, [this](int row) {
        if (m_library.at(row).id == m_id)
            showEntry();
    });
}

QWidget *ResultDetail::createTitleLine()
{
    m_title->setFont(titleFont(m_title->font()));
    m_when->setWordWrap(false);
    auto *rename = new QPushButton(icon(u"note"_s), tr("Rename"));
    setButtonKind(rename, ButtonKind::Quiet);
    connect(rename, &QPushButton::clicked, this, &ResultDetail::renameRequested);
    auto *texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_title);
    texts->addWidget(m_when);
    auto *line = new QWidget;
    auto *layout = new QHBoxLayout(line);
    layout->setContentsMargins(24, 16, 24, 8);
    layout->setSpacing(8);
    layout->addLayout(texts, 1);
    layout->addWidget(rename);
    layout->addWidget(m_export);
    return line;
}

QWidget *ResultDetail::createNoteLine()
{
    m_note->setObjectName(u"note"_s);
    m_note->setPlaceholderText(tr("Add a note"));
    m_note->setAccessibleName(tr("Note"));
    connect(m_note, &QLineEdit::editingFinished, this, &ResultDetail::commitNote);
    auto *line = new QWidget;
    auto *layout = new QHBoxLayout(line);
    layout->setContentsMargins(24, 0, 24, 8);
    layout->addWidget(m_note);
    return line;
}

QScrollArea *ResultDetail::createScrollArea()
{
    auto *scroll = new QScrollArea;
    scroll->setObjectName(u"resultScroll"_s);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->viewport()->setBackgroundRole(QPalette::Base);
    m_view->setContentsMargins(24, 8, 24, 24);
    scroll->setWidget(m_view);
    return scroll;
}

void ResultDetail::showResult(const QString &id)
{
    if (id == m_id)
        return;
    commitNote();
    m_id = id;
    m_scroll->verticalScrollBar()->setValue(0);
    m_scroll->hide();
    m_view->setDocument(nullptr);
    showEntry();
    if (m_library.rowOf(id) >= 0)
        read();
}

void ResultDetail::showEntry()
{
    const int row = m_library.rowOf(m_id);
    if (row < 0)
        return;
    const ResultEntry &entry = m_library.at(row);
    m_title->setWholeText(entry.title());
    m_when->setText(whenText(entry));
    if (!m_note->isModified() && m_note->text() != entry.note)
        m_note->setText(entry.note);
    m_export->suggestName(entry.title());
    const bool wasDamaged = std::exchange(m_isDamaged, entry.damage.has_value());
    m_export->setEnabled(!entry.damage);
    if (entry.damage)
        showTrouble(*entry.damage);
    else if (wasDamaged)
        read(); // it was made whole
}

void ResultDetail::read()
{
    m_library.read(m_id).then(this, [this, id = m_id](const base::Expected<ResultLibrary::Document> &read) {
        if (id != m_id)
            return;
        m_scroll->setVisible(read.has_value());
        m_export->setEnabled(read.has_value());
        if (!read)
            return showTrouble(read.error());
        m_error->hide();
        m_view->setDocument(*read);
    });
}

void ResultDetail::showTrouble(const base::Error &error)
{
    m_error->showError(error);
    m_error->setWayOut(tr("Remove from the list"));
}

void ResultDetail::openExportMenu()
{
    if (m_export->isEnabled())
        m_export->popUp();
}

void ResultDetail::editNote()
{
    m_note->setFocus();
    m_note->selectAll();
}

void ResultDetail::commitNote()
{
    if (!m_note->isModified())
        return;
    m_note->setModified(false);
    m_library.setNote(m_id, m_note->text().trimmed());
}

QImage ResultDetail::picture()
{
    const double scale = std::min(m_view->devicePixelRatioF(),
        static_cast<double>(mostPixels) / std::max(1, std::max(m_view->width(), m_view->height())));
    QPixmap pixmap(m_view->size() * scale);
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(coloursOf(palette()).surface);
    m_view->render(&pixmap);
    return pixmap.toImage();
}

void ResultDetail::exportTo(ExportFormat format, const QString &path)
{
    if (!m_view->document())
        return;
    const ResultEntry &entry = m_library.at(m_library.rowOf(m_id));
    ExportSubject subject{entry.title(), entry.note, {m_view->document()}, {}};
    if (format == ExportFormat::Png)
        subject.picture = picture();
    inBackground<base::Expected<void>>([subject, format, path] {
        return exportResult(subject, format, path);
    }).then(this, [this, path](const base::Expected<void> &done) {
        if (!done) {
            m_error->showError(done.error());
            m_error->setWayOut({});
            return;
        }
        m_error->hide();
        Q_EMIT said(tr("Exported %1").arg(path));
    });
}

} // namespace servelab::ui

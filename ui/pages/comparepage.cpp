// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/comparepage.h"

#include "ui/models/format.h"
#include "ui/pages/compareresult.h"
#include "ui/pages/comparesetup.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/errorbanner.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/style.h"

#include <QAction>
#include <QFileDialog>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int setupWidth = 280;

QString progressText(const lab::ExperimentProgress &progress, int rounds)
{
    return ComparePage::tr("Round %1 of %2 · %3 · %4 · about %5 left")
        .arg(progress.round + 1)
        .arg(rounds)
        .arg(progress.variant, progress.phase, formatDuration(progress.remaining));
}

} // namespace

ComparePage::ComparePage(
    SiteCollection &sites, SiteListModel &model, CompareSession &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_setup(new CompareSetup(sites, model))
    , m_result(new CompareResult)
    , m_error(new ErrorBanner)
    , m_splitter(new QSplitter)
{
    createActions();
    m_setup->setMinimumWidth(256);
    m_setup->setMaximumWidth(320);
    m_splitter->addWidget(m_setup);
    m_splitter->addWidget(createResultSide());
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setSizes({setupWidth, 1000});
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_splitter);
    connect(m_setup, &CompareSetup::changed, this, &ComparePage::showState);
    connect(m_result, &CompareResult::saveRequested, this, &ComparePage::save);
    connect(m_result, &CompareResult::said, this, &ComparePage::said);
    connect(&session, &CompareSession::changed, this, &ComparePage::showState);
    connect(&session, &CompareSession::progressed, this, &ComparePage::showProgress);
    connect(&session, &CompareSession::documentChanged, this, &ComparePage::showDocument);
    connect(&session, &CompareSession::saved, this,
        [this](const QString &path) { Q_EMIT said(tr("Saved %1").arg(path)); });
    connect(
        &session, &CompareSession::finished, this, [this] { Q_EMIT said(tr("The experiment has ended")); });
    connect(&session, &CompareSession::failed, m_error, &ErrorBanner::showError);
    showState();
    showDocument();
}

void ComparePage::createActions()
{
    m_run = new QAction(icon(u"start"_s), tr("Run experiment"), this);
    m_run->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return));
    connect(m_run, &QAction::triggered, this, &ComparePage::run);
    m_cancel = new QAction(icon(u"stop"_s), tr("Cancel experiment"), this);
    connect(m_cancel, &QAction::triggered, &m_session, &CompareSession::cancel);
}

QWidget *ComparePage::createResultSide()
{
    auto *scroll = new QScrollArea;
    scroll->setObjectName(u"result"_s);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setBackgroundRole(QPalette::Base);
    m_result->setContentsMargins(24, 8, 24, 24);
    scroll->setWidget(m_result);

    auto *side = new QWidget;
    side->setBackgroundRole(QPalette::Base);
    side->setAutoFillBackground(true);
    auto *banner = new QVBoxLayout;
    banner->setContentsMargins(24, 0, 24, 0);
    banner->addWidget(m_error);
    m_views = new QStackedLayout;
    m_views->addWidget(new EmptyState({.picture = u"empty-lab"_s,
        .title = tr("What does a setting cost?"),
        .sentence
        = tr("Choose a file and some Brotli qualities, then run the experiment. Each quality is served by a "
             "fresh server, loaded, and shown side by side."),
        .button = {},
        .buttonIcon = {},
        .quietButton = {}}));
    m_views->addWidget(scroll);
    auto *layout = new QVBoxLayout(side);
    layout->setSpacing(0);
    layout->addWidget(createTitleLine());
    layout->addLayout(banner);
    layout->addWidget(createProgress());
    layout->addLayout(m_views, 1);
    return side;
}

QWidget *ComparePage::createTitleLine()
{
    m_runButton = new QPushButton(icon(u"start"_s, QPalette::HighlightedText), m_run->text());
    m_runButton->setObjectName(u"runExperiment"_s);
    setButtonKind(m_runButton, ButtonKind::Primary);
    connect(m_runButton, &QPushButton::clicked, m_run, &QAction::trigger);
    auto *line = new QWidget;
    auto *layout = new QHBoxLayout(line);
    layout->setContentsMargins(24, 16, 24, 8);
    layout->addWidget(new TitleLabel(tr("Compare Brotli qualities")));
    layout->addStretch();
    layout->addWidget(m_runButton);
    return line;
}

QWidget *ComparePage::createProgress()
{
    m_bar = new QProgressBar;
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(12);
    m_bar->setAccessibleName(tr("Progress of the experiment"));
    m_phase = new CaptionLabel;
    auto *cancel = new QPushButton(icon(u"stop"_s), tr("Cancel"));
    cancel->setObjectName(u"cancelExperiment"_s);
    connect(cancel, &QPushButton::clicked, m_cancel, &QAction::trigger);
    m_progressLine = new QWidget;
    auto *grid = new QGridLayout(m_progressLine);
    grid->setContentsMargins(24, 8, 24, 8);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(2);
    grid->addWidget(m_bar, 0, 0);
    grid->addWidget(m_phase, 1, 0);
    grid->addWidget(cancel, 0, 1, 2, 1, Qt::AlignVCenter);
    grid->setColumnStretch(0, 1);
    return m_progressLine;
}

QByteArray ComparePage::splitterState() const
{
    return m_splitter->saveState();
}

void ComparePage::restoreSplitter(const QByteArray &state)
{
    m_splitter->restoreState(state);
}

void ComparePage::run()
{
    if (const auto choice = m_setup->choice())
        m_session.start(experimentOf(*choice));
}

void ComparePage::showState()
{
    const bool running = m_session.isRunning();
    m_run->setEnabled(!running && m_setup->isComplete());
    m_runButton->setEnabled(m_run->isEnabled());
    m_cancel->setEnabled(running && !m_session.isCancelling());
    m_setup->setEnabled(!running);
    m_progressLine->setVisible(running);
    if (m_session.problems().isEmpty())
        m_error->hide();
    else
        m_error->showError(m_session.problems().first());
    showProgress();
}

void ComparePage::showProgress()
{
    const auto &progress = m_session.progress();
    if (m_session.isCancelling()) {
        m_phase->setText(tr("Cancelling; finished rounds are kept."));
    } else if (progress) {
        m_bar->setRange(0, progress->samplesTotal);
        m_bar->setValue(progress->samplesDone);
        m_phase->setText(progressText(*progress, m_session.document()->experiment.rounds));
    } else {
        m_bar->setRange(0, 1);
        m_bar->setValue(0);
        m_phase->setText(tr("Starting"));
    }
}

void ComparePage::showDocument()
{
    const auto &document = m_session.document();
    const bool any = document && !document->samples.isEmpty();
    m_views->setCurrentIndex(any ? 1 : 0);
    if (any)
        m_result->setDocument(*document, !m_session.isRunning());
}

void ComparePage::save()
{
    auto *dialog = new QFileDialog(this, tr("Save result"), u"result.json"_s, tr("Results (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"json"_s);
    connect(dialog, &QFileDialog::fileSelected, &m_session, &CompareSession::save);
    dialog->open();
}

} // namespace servelab::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/resultview.h"

#include "core/lab/reportparts.h"
#include "ui/models/coretext.h"
#include "ui/models/costcards.h"
#include "ui/models/resultreading.h"
#include "ui/models/resulttablemodel.h"
#include "ui/models/texttablemodel.h"
#include "ui/pages/resultcharts.h"
#include "ui/sessions/background.h"
#include "ui/widgets/costcardview.h"
#include "ui/widgets/fitnessview.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/style.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostCards = 12; ///< beyond, the rest comes when it is asked for
constexpr int mostCardsOfSweep = 4; ///< its curve or map says more, and comes next

} // namespace

ResultView::ResultView(QWidget *parent)
    : QWidget(parent)
    , m_cards(new CostCardGrid)
    , m_allCards(new QPushButton)
    , m_chance(new CaptionLabel)
    , m_chartPlace(new QVBoxLayout)
    , m_model(new ResultTableModel(this))
    , m_environment(new CaptionLabel)
{
    setButtonKind(m_allCards, ButtonKind::Quiet);
    connect(m_allCards, &QPushButton::clicked, this, [this] {
        m_showsAllCards = true;
        showCards();
    });
    m_environment->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *cards = new QVBoxLayout;
    cards->setSpacing(8);
    cards->addWidget(m_cards);
    cards->addWidget(m_allCards, 0, Qt::AlignLeft);
    cards->addWidget(m_chance);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(24);
    layout->addWidget(createHead());
    layout->addWidget(createWorkloadLine());
    layout->addLayout(cards);
    layout->addLayout(m_chartPlace);
    layout->addWidget(createTableSide());
    layout->addWidget(m_environment);
    layout->addStretch();
}

QWidget *ResultView::createHead()
{
    m_reading = new TextLabel;
    m_reading->setAccessibleName(tr("What the result says"));
    QFont font = m_reading->font();
    font.setPointSizeF(font.pointSizeF() + 1);
    m_reading->setFont(font);
    m_fitness = new FitnessView;
    auto *head = new QWidget;
    auto *layout = new QVBoxLayout(head);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(m_reading);
    layout->addWidget(m_fitness);
    return head;
}

QWidget *ResultView::createWorkloadLine()
{
    m_workloads = new QComboBox;
    m_workloads->setObjectName(u"workload"_s);
    m_workloads->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_workloads->setAccessibleName(tr("Workload"));
    connect(m_workloads, &QComboBox::activated, this, &ResultView::workOut);
    m_workloadName = new QLabel;
    m_workloadName->setBuddy(m_workloads);
    m_lesson = new CaptionLabel;
    m_workloadLine = new QWidget;
    auto *layout = new QHBoxLayout(m_workloadLine);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(m_workloadName);
    layout->addWidget(m_workloads);
    layout->addWidget(m_lesson, 1);
    return m_workloadLine;
}

QWidget *ResultView::createTableSide()
{
    m_table = new QTableView;
    m_table->setModel(m_model);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setAccessibleName(tr("All figures"));
    auto *copy = new QPushButton(icon(u"copy"_s), tr("Copy table"));
    connect(copy, &QPushButton::clicked, this, &ResultView::copyTable);
    auto *head = new QHBoxLayout;
    head->addWidget(new TitleLabel(tr("All figures")));
    head->addStretch();
    head->addWidget(copy);
    auto *side = new QWidget;
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(head);
    layout->addWidget(m_table);
    return side;
}

void ResultView::setDocument(const Document &document)
{
    m_document = document;
    m_showsAllCards = false;
    ++m_request;
    if (!document)
        return;
    offerWorkloads();
    workOut();
}

QString ResultView::reading() const
{
    return m_reading->text();
}

void ResultView::offerWorkloads()
{
    m_workloads->clear();
    for (const lab::Workload &workload : m_document->experiment.workloads)
        m_workloads->addItem(workload.title.isEmpty() ? workload.id : workload.title, workload.id);
    const bool several = m_workloads->count() > 1;
    m_workloads->setVisible(several);
    m_workloadName->setText(several ? tr("Workload") : m_workloads->currentText());
}

ResultView::Content ResultView::contentOf(const lab::ResultDocument &document, qsizetype workload)
{
    Content content{workloadFigures(document, workload), lab::fitnessOf(document), {},
        coreText(lab::environmentText(document.environment)), document.summaries()};
    content.reading = readingOf(document, content.figures);
    return content;
}

void ResultView::workOut()
{
    const int request = ++m_request;
    const qsizetype workload = m_workloads->currentIndex();
    inBackground<Content>([document = m_document, workload] {
        return contentOf(*document, workload);
    }).then(this, [this, request](const Content &content) {
        if (request != m_request)
            return;
        m_shownRequest = request;
        show(content);
    });
}

void ResultView::show(const Content &content)
{
    m_content = content;
    m_reading->setText(content.reading);
    m_fitness->setFitness(content.fitness);
    m_lesson->setText(content.figures.lesson);
    m_workloadLine->setVisible(m_workloads->count() > 1 || !content.figures.lesson.isEmpty());
    m_chance->setText(content.figures.chance);
    m_chance->setVisible(!content.figures.chance.isEmpty());
    m_environment->setText(content.environment);
    showCards();
    showCharts();
    m_model->setSummaries(m_document->experiment, content.summaries, content.figures.workload);
    fitTable();
    Q_EMIT shown();
}

void ResultView::showCards()
{
    QList<CostCard> cards = costCards(m_content.figures);
    const int most = m_content.figures.swept.axes.isEmpty() ? mostCards : mostCardsOfSweep;
    const bool some = cards.size() > most && !m_showsAllCards;
    m_allCards->setVisible(some);
    m_allCards->setText(tr("Show all %n cards", nullptr, static_cast<int>(cards.size())));
    m_cards->setCards(some ? cards.first(most) : cards);
}

/// Charts take longest to make of all in the window: not before there is something to show.
void ResultView::showCharts()
{
    if (!m_charts) {
        m_charts = new ResultCharts(this);
        m_chartPlace->addWidget(m_charts);
    }
    m_charts->setFigures(m_content.figures);
}

/// As high as its rows; errors have a column only where there are any.
void ResultView::fitTable()
{
    const auto isRight = [](quint64 errors) { return errors == 0; };
    const auto isWhole = [](int failed) { return failed == 0; };
    m_table->setColumnHidden(ResultTableModel::Errors,
        std::ranges::all_of(m_content.figures.errors, isRight)
            && std::ranges::all_of(m_content.figures.failedSamples, isWhole));
    const int rows = m_table->verticalHeader()->defaultSectionSize() * m_model->rowCount();
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + rows + 16);
}

void ResultView::copyTable()
{
    QGuiApplication::clipboard()->setText(toTabSeparated(*m_model));
    Q_EMIT said(tr("Copied the table"));
}

} // namespace servelab::ui

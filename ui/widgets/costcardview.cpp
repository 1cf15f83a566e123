// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/costcardview.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/verdictlabel.h"

#include <QGridLayout>
#include <QPainter>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int edgeWidth = 4;
constexpr int leastCardWidth = 300;
constexpr int gap = 16;

QLabel *makeCaption(const QString &text)
{
    auto *label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setFont(captionFont(label->font()));
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QLabel *makeValue(const QString &text)
{
    auto *label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QString tipOf(const CostFigure &figure)
{
    const QStringList lines{figure.value, figure.spread, figure.words};
    QStringList escaped;
    for (const QString &line : lines) {
        if (!line.isEmpty())
            escaped.append(line.toHtmlEscaped());
    }
    return u"<p>%1</p>"_s.arg(escaped.join(u"<br>"_s));
}

} // namespace

CostCardView::CostCardView(const CostCard &card, QWidget *parent)
    : QFrame(parent)
    , m_card(card)
{
    setAccessibleName(card.isBaseline ? tr("Cost card of the baseline %1").arg(card.label)
                                      : tr("Cost card of %1").arg(card.label));
    setAccessibleDescription(card.toText());
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(8);
    for (int row = 0; row < card.figures.size(); ++row) {
        if (card.isBaseline)
            addBaselineRow(*grid, row, card.figures[row]);
        else
            addRow(*grid, row, card.figures[row]);
    }
    grid->setColumnStretch(0, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(edgeWidth + 12, 12, 16, 12);
    layout->setSpacing(8);
    layout->addWidget(createHead());
    layout->addLayout(grid);
    if (!card.trouble.isEmpty()) {
        auto *trouble = new CaptionLabel(card.trouble);
        trouble->setForegroundRole(QPalette::BrightText);
        layout->addWidget(trouble);
    }
    layout->addStretch();
}

QWidget *CostCardView::createHead()
{
    auto *name = new ElidedLabel(Qt::ElideMiddle);
    name->setWholeText(m_card.label);
    QFont font = name->font();
    font.setWeight(QFont::DemiBold);
    name->setFont(font);
    auto *head = new QWidget;
    auto *layout = new QHBoxLayout(head);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(name, 1);
    if (m_card.isBaseline) {
        auto *baseline = new TermLabel(tr("Baseline"), Term::Baseline);
        baseline->setFont(captionFont(baseline->font()));
        baseline->setForegroundRole(QPalette::PlaceholderText);
        layout->addWidget(baseline);
    }
    return head;
}

void CostCardView::addBaselineRow(QGridLayout &grid, int row, const CostFigure &figure)
{
    auto *title = new TermLabel(figure.title, figure.term);
    QLabel *value = makeValue(figure.value);
    value->setToolTip(tipOf(figure));
    auto *right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(value);
    QLabel *spread = makeCaption(figure.spread);
    spread->setAlignment(Qt::AlignRight);
    right->addWidget(spread);
    grid.addWidget(title, row, 0, Qt::AlignTop);
    grid.addLayout(right, row, 1);
}

void CostCardView::addRow(QGridLayout &grid, int row, const CostFigure &figure)
{
    auto *left = new QVBoxLayout;
    left->setSpacing(0);
    left->addWidget(new TermLabel(figure.title, figure.term));
    auto *verdict = new VerdictLabel(figure.kind, figure.verdict);
    verdict->setToolTip(tipOf(figure));
    left->addWidget(verdict);
    auto *right = new QVBoxLayout;
    right->setSpacing(0);
    QLabel *change = makeValue(figure.change.isEmpty() ? figure.value : figure.change);
    change->setToolTip(tipOf(figure));
    right->addWidget(change);
    QLabel *range = makeCaption(figure.range);
    range->setAlignment(Qt::AlignRight);
    right->addWidget(range);
    grid.addLayout(left, row, 0);
    grid.addLayout(right, row, 1);
}

void CostCardView::paintEvent(QPaintEvent *)
{
    const Colours &colours = coloursOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(QPen(colours.line, 1));
    painter.setBrush(colours.surface);
    painter.drawRoundedRect(box, 5, 5);
    painter.setClipRect(QRectF(0, 0, edgeWidth, height()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(seriesColour(m_card.series));
    painter.drawRoundedRect(QRectF(rect()), 5, 5);
}

CostCardGrid::CostCardGrid(QWidget *parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(gap);
    setAccessibleName(tr("Cost cards"));
}

void CostCardGrid::setCards(const QList<CostCard> &cards)
{
    qDeleteAll(m_cards);
    m_cards.clear();
    for (const CostCard &card : cards)
        m_cards.append(new CostCardView(card));
    m_columns = 0;
    arrange();
}

void CostCardGrid::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void CostCardGrid::arrange()
{
    int least = leastCardWidth;
    for (const CostCardView *card : m_cards)
        least = std::max(least, card->minimumSizeHint().width());
    const int room = std::max(1, (width() + gap) / (least + gap));
    const int columns = std::clamp(room, 1, std::max(1, static_cast<int>(m_cards.size())));
    if (columns == m_columns)
        return;
    for (int column = columns; column < m_columns; ++column)
        m_grid->setColumnStretch(column, 0);
    m_columns = columns;
    for (int number = 0; number < m_cards.size(); ++number)
        m_grid->addWidget(m_cards[number], number / columns, number % columns);
    for (int column = 0; column < columns; ++column)
        m_grid->setColumnStretch(column, 1);
}

} // namespace servelab::ui

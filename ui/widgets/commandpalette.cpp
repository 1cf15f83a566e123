// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/commandpalette.h"

#include "ui/models/commandmodel.h"
#include "ui/widgets/theme.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace servelab::ui {

namespace {

constexpr QSize paletteSize(480, 16 + 32 + 8 + 10 * 32 + 16);
constexpr int fromTop = 72;

/// Name at the left, shortcut at the right.
class CommandDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        painter->setPen(coloursOf(option.palette).quietText);
        painter->setFont(captionFont(option.font));
        painter->drawText(option.rect.adjusted(0, 0, -16, 0), Qt::AlignRight | Qt::AlignVCenter,
            index.data(CommandModel::ShortcutRole).toString());
    }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const override
    {
        return {200, std::max(32, option.fontMetrics.height() + 12)};
    }
};

} // namespace

CommandPalette::CommandPalette(CommandModel &commands, QWidget *parent)
    : QFrame(parent)
    , m_commands(commands)
    , m_filter(new QSortFilterProxyModel(this))
    , m_search(new QLineEdit)
    , m_list(new QListView)
{
    setFixedSize(paletteSize);
    setAccessibleName(tr("Commands"));
    m_filter->setSourceModel(&commands);
    m_filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_list->setModel(m_filter);
    m_list->setItemDelegate(new CommandDelegate(this));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setIconSize(QSize(18, 18));
    m_list->setAccessibleName(tr("Commands that match"));
    m_search->setPlaceholderText(tr("Type what you want to do"));
    m_search->setAccessibleName(tr("Search commands"));
    m_search->installEventFilter(this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->addWidget(m_search);
    layout->addWidget(m_list);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_filter->setFilterFixedString(text);
        selectFirst();
    });
    connect(m_list, &QListView::clicked, this, &CommandPalette::choose);
    hide();
}

void CommandPalette::open()
{
    m_commands.refresh();
    m_search->clear();
    selectFirst();
    move((parentWidget()->width() - width()) / 2, fromTop);
    show();
    raise();
    m_search->setFocus(Qt::ShortcutFocusReason);
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusOut)
        leave();
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    switch (static_cast<QKeyEvent *>(event)->key()) {
    case Qt::Key_Escape:
        leave();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        choose();
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        QCoreApplication::sendEvent(m_list, event);
        return true;
    default:
        return QFrame::eventFilter(watched, event);
    }
}

void CommandPalette::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(coloursOf(palette()).line, 1));
    painter.setBrush(coloursOf(palette()).surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
}

void CommandPalette::choose()
{
    QAction *action = m_commands.actionAt(m_filter->mapToSource(m_list->currentIndex()));
    leave();
    if (action)
        action->trigger();
}

void CommandPalette::leave()
{
    if (!isVisible())
        return;
    hide();
    parentWidget()->setFocus();
}

void CommandPalette::selectFirst()
{
    m_list->setCurrentIndex(m_filter->index(0, 0));
}

} // namespace servelab::ui

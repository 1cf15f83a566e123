// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/noticebar.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/style.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int iconSize = 16;

QPushButton *makeButton(const QString &text, const QString &iconName)
{
    auto *button = new QPushButton(icon(iconName, QPalette::Link), text);
    setButtonKind(button, ButtonKind::Quiet);
    button->hide();
    return button;
}

} // namespace

NoticeBar::NoticeBar(QWidget *parent)
    : QFrame(parent)
    , m_icon(new QLabel)
    , m_text(new QLabel)
    , m_undo(makeButton(tr("Undo"), u"undo"_s))
    , m_close(makeButton(tr("Close"), u"close"_s))
    , m_figures(new CaptionLabel)
{
    setMinimumHeight(40);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_figures->setWordWrap(false);
    m_figures->setToolTip(
        tr("Processor time this window and its servers use, and how many sites are served"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 2, 16, 2);
    layout->addWidget(m_icon);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_undo);
    layout->addWidget(m_close);
    layout->addSpacing(16);
    layout->addWidget(m_figures);
    m_offer.setSingleShot(true);
    m_offer.setInterval(offerTime);
    connect(&m_offer, &QTimer::timeout, this, &NoticeBar::withdrawUndo);
    connect(m_undo, &QPushButton::clicked, this, &NoticeBar::undoRequested);
    connect(m_close, &QPushButton::clicked, this, [this] { say({}); });
    m_icon->hide();
}

void NoticeBar::say(const QString &text)
{
    if (m_offer.isActive() && !text.isEmpty())
        setText(u"%1 · %2"_s.arg(m_offered, text)); // the way back stays
    else
        show(text, {});
}

void NoticeBar::offerUndo(const QString &text)
{
    show(text, {});
    m_offered = text;
    m_undo->show();
    m_offer.start();
}

void NoticeBar::warn(const QString &text)
{
    show(text, u"warning"_s);
    m_close->show();
}

void NoticeBar::withdrawUndo()
{
    m_offer.stop();
    m_undo->hide();
}

void NoticeBar::setFigures(const QString &text)
{
    m_figures->setText(text);
}

void NoticeBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), coloursOf(palette()).raised);
    painter.fillRect(QRect(0, 0, width(), 1), coloursOf(palette()).line);
}

QString NoticeBar::text() const
{
    return m_text->text();
}

void NoticeBar::show(const QString &text, const QString &iconName)
{
    withdrawUndo();
    m_close->hide();
    setText(text);
    m_icon->setVisible(!iconName.isEmpty());
    if (!iconName.isEmpty())
        m_icon->setPixmap(icon(iconName).pixmap(iconSize));
}

void NoticeBar::setText(const QString &text)
{
    m_text->setText(text);
    m_text->setToolTip(text);
    m_text->setAccessibleName(text);
}

} // namespace servelab::ui

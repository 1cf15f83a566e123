// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/rail.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

/// Icon over text; the place one is in has a bar at its left.
class RailButton : public QToolButton
{
public:
    RailButton()
    {
        setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        setIconSize(QSize(24, 24));
        setFont(captionFont(font()));
        setSizePolicy(QSizePolicy::MinimumExpanding, QSizePolicy::Fixed);
        setFocusPolicy(Qt::TabFocus);
    }

    QSize sizeHint() const override
    {
        return {std::max(Rail::railWidth - 8, fontMetrics().horizontalAdvance(text()) + 16),
            40 + fontMetrics().height() + 4};
    }

    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Colours &colours = coloursOf(palette());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(hasFocus() ? QPen(colours.accent, 2) : QPen(Qt::NoPen));
        painter.setBrush(isChecked()       ? colours.selection
                : underMouse() || isDown() ? colours.hover
                                           : colours.raised);
        painter.drawRoundedRect(QRectF(rect()).adjusted(2, 2, -2, -2), 6, 6);
        const QColor ink = isChecked() ? colours.accent : colours.quietText;
        const QString iconName = property("iconName").toString();
        paintPicture(painter, iconName, QRectF(width() / 2.0 - 12, 9, 24, 24), ink);
        painter.setPen(isChecked() ? colours.text : colours.quietText);
        painter.drawText(QRect(0, 36, width(), height() - 40), Qt::AlignCenter, text());
    }
};

RailButton *makeButton(const QString &iconName)
{
    auto *button = new RailButton;
    button->setProperty("iconName", iconName);
    return button;
}

} // namespace

Rail::Rail(QMenu *menu, QWidget *parent)
    : QFrame(parent)
    , m_places(new QVBoxLayout)
{
    setMinimumWidth(railWidth);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    setAccessibleName(tr("Places"));
    auto *menuButton = makeButton(u"menu"_s);
    menuButton->setText(tr("Menu"));
    menuButton->setMenu(menu);
    menuButton->setPopupMode(QToolButton::InstantPopup);
    menuButton->setToolTip(tr("Every command, appearance, quit"));
    m_places->setSpacing(4);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 8, 4, 8);
    layout->addLayout(m_places);
    layout->addStretch();
    layout->addWidget(menuButton);
}

void Rail::addPlace(QAction *place)
{
    auto *button = makeButton(place->data().toString());
    button->setDefaultAction(place);
    button->setText(place->iconText());
    button->setToolTip(u"%1 (%2)"_s.arg(place->text(), place->shortcut().toString(QKeySequence::NativeText)));
    m_places->addWidget(button);
}

void Rail::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), coloursOf(palette()).raised);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), coloursOf(palette()).line);
}

} // namespace servelab::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/style.h"

#include "ui/widgets/stylepainting.h"
#include "ui/widgets/theme.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QPainter>
#include <QPushButton>
#include <QStyleOption>
#include <QToolButton>

#include <algorithm>

namespace servelab::ui {

namespace {

constexpr auto kindProperty = "servelabButtonKind";
constexpr int controlHeight = 32;

ButtonKind buttonKind(const QWidget *button)
{
    return button ? static_cast<ButtonKind>(button->property(kindProperty).toInt()) : ButtonKind::Plain;
}

/// Pixels at the usual size of type, more where the person has made it larger.
int withText(int pixels)
{
    constexpr double usualHeight = 15;
    const double ratio = QFontMetrics(QApplication::font()).height() / usualHeight;
    return ratio <= 1.1 ? pixels : static_cast<int>(pixels * ratio);
}

bool isInsideOtherField(const QWidget *widget)
{
    const QWidget *parent = widget ? widget->parentWidget() : nullptr;
    return qobject_cast<const QComboBox *>(parent) || qobject_cast<const QAbstractSpinBox *>(parent);
}

/// Of a button's text and arrow.
QColor buttonInk(const QStyleOption &option, const QWidget *widget)
{
    const Colours &colours = coloursOf(option.palette);
    if (!has(option, QStyle::State_Enabled))
        return option.palette.color(QPalette::Disabled, QPalette::ButtonText);
    switch (buttonKind(widget)) {
    case ButtonKind::Primary:
        return colours.onAccent;
    case ButtonKind::Quiet:
        return colours.accent;
    case ButtonKind::Plain:
        break;
    }
    return option.palette.color(QPalette::ButtonText);
}

} // namespace

void setButtonKind(QWidget *button, ButtonKind kind)
{
    button->setProperty(kindProperty, static_cast<int>(kind));
    button->update();
}

Style::Style()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
        return 8;
    case PM_LayoutLeftMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutBottomMargin:
        return 0;
    case PM_TabBarTabHSpace:
        return 32;
    case PM_TabBarTabVSpace:
        return 16;
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarTabShiftVertical:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_CheckBoxLabelSpacing:
        return 8;
    case PM_FocusFrameHMargin: // left and right of the text in rows of lists and tables
        return 6;
    case PM_HeaderMargin:
        return 7;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
        return withText(18);
    case PM_ScrollBarExtent:
        return 12;
    case PM_SliderThickness:
    case PM_SliderLength:
        return 18;
    case PM_SplitterWidth:
        return 5;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
        return withText(18);
    case PM_ToolBarIconSize:
        return 20;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int Style::styleHint(
    StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *returnData) const
{
    switch (hint) {
    case SH_Slider_AbsoluteSetButtons:
        return Qt::LeftButton;
    case SH_ComboBox_Popup:
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
        return 0;
    case SH_ItemView_ShowDecorationSelected:
    case SH_ScrollBar_LeftClickAbsolutePosition:
        return 1;
    case SH_TabBar_Alignment:
        return Qt::AlignLeft;
    default:
        return QProxyStyle::styleHint(hint, option, widget, returnData);
    }
}

QSize Style::sizeFromContents(
    ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const
{
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    switch (type) {
    case CT_PushButton:
        return {result.width() + 12, std::max(result.height(), controlHeight)};
    case CT_LineEdit:
    case CT_ComboBox:
        return {result.width() + 4, std::max(option->fontMetrics.height() + 12, controlHeight)};
    case CT_SpinBox: // its steps and margins are wider than Fusion's
        return {result.width() + 20, std::max(option->fontMetrics.height() + 12, controlHeight)};
    case CT_ItemViewItem:
        return {result.width(), std::max(result.height(), 30)};
    case CT_MenuItem:
        return {result.width() + 16, std::max(result.height(), 28)};
    default:
        return result;
    }
}

QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl subControl,
    const QWidget *widget) const
{
    const QRect rect = QProxyStyle::subControlRect(control, option, subControl, widget);
    if (control == CC_ComboBox && subControl == SC_ComboBoxEditField)
        return option->rect.adjusted(6, 2, -26, -2);
    if (control == CC_SpinBox && subControl == SC_SpinBoxEditField)
        return option->rect.adjusted(6, 2, -24, -2);
    return rect;
}

QRect Style::subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const
{
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    if (element == SE_LineEditContents && !isInsideOtherField(widget))
        return rect.adjusted(6, 0, -6, 0);
    if (element == SE_TabWidgetTabBar)
        return rect.translated(8, 0); // the first tab's text stands under the page's title
    return rect;
}

void Style::drawPrimitive(
    PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    switch (element) {
    case PE_PanelButtonCommand:
        drawButton(*option, painter, buttonKind(widget));
        return;
    case PE_PanelButtonTool:
        drawButton(*option, painter, ButtonKind::Quiet);
        return;
    case PE_FrameFocusRect:
        if (!qobject_cast<const QAbstractItemView *>(widget))
            drawFocus(*option, painter);
        return;
    case PE_PanelLineEdit:
        if (!isInsideOtherField(widget))
            drawField(*option, painter, has(*option, State_HasFocus));
        return;
    case PE_Frame:
        painter->setPen(coloursOf(option->palette).line);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        return;
    case PE_IndicatorArrowDown:
        if (qobject_cast<const QPushButton *>(widget))
            drawChevron(painter, option->rect, buttonInk(*option, widget), false);
        else if (!qobject_cast<const QToolButton *>(widget)) // three dots say it already
            QProxyStyle::drawPrimitive(element, option, painter, widget);
        return;
    case PE_FrameLineEdit:
    case PE_FrameTabBarBase:
    case PE_FrameTabWidget:
        return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        drawCheckIndicator(*option, painter);
        return;
    case PE_PanelItemViewItem:
        if (option->state & (State_Selected | State_MouseOver)) {
            const Colours &colours = coloursOf(option->palette);
            painter->fillRect(option->rect, has(*option, State_Selected) ? colours.selection : colours.hover);
        }
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawControl(
    ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const Colours &colours = coloursOf(option->palette);
    if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
        button && element == CE_PushButtonLabel && has(*option, State_Enabled)) {
        QStyleOptionButton inked = *button;
        inked.palette.setColor(QPalette::ButtonText, buttonInk(*option, widget));
        return QProxyStyle::drawControl(element, &inked, painter, widget);
    }
    if (const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(option);
        tab && element == CE_TabBarTabShape)
        return drawTabShape(*tab, painter);
    if (const auto *bar = qstyleoption_cast<const QStyleOptionProgressBar *>(option)) {
        if (element == CE_ProgressBarContents)
            return drawProgress(*bar, painter);
        if (element == CE_ProgressBarGroove)
            return;
    }
    if (const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(option);
        item && element == CE_ItemViewItem) {
        QStyleOptionViewItem plain = *item;
        plain.palette.setColor(QPalette::HighlightedText, colours.text);
        return QProxyStyle::drawControl(element, &plain, painter, widget);
    }
    if (element == CE_HeaderSection) {
        painter->fillRect(option->rect, colours.raised);
        painter->fillRect(QRect(option->rect.bottomLeft(), QSize(option->rect.width(), 1)), colours.line);
        return;
    }
    if (element == CE_Splitter) {
        painter->fillRect(option->rect.adjusted(2, 0, -2, 0), colours.line);
        return;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void Style::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    if (const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option);
        combo && control == CC_ComboBox)
        return drawComboBox(*combo, painter, widget);
    if (const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(option);
        spin && control == CC_SpinBox)
        return drawSpinBox(*spin, painter, widget);
    if (const auto *slider = qstyleoption_cast<const QStyleOptionSlider *>(option)) {
        if (control == CC_Slider)
            return drawSlider(*slider, painter, widget);
        if (control == CC_ScrollBar)
            return drawScrollBar(*slider, painter, widget);
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

void Style::drawComboBox(const QStyleOptionComboBox &option, QPainter *painter, const QWidget *widget) const
{
    const Colours &colours = coloursOf(option.palette);
    const bool focused = has(option, State_HasFocus);
    const bool hovered = has(option, State_MouseOver) && has(option, State_Enabled) && !option.editable;
    drawBox(painter, option.rect, hovered ? colours.hover : colours.surface,
        focused ? colours.accent : colours.line, focused ? 2 : 1);
    const QRect arrow = subControlRect(CC_ComboBox, &option, SC_ComboBoxArrow, widget);
    drawChevron(painter, arrow, colours.quietText, false);
}

void Style::drawSpinBox(const QStyleOptionSpinBox &option, QPainter *painter, const QWidget *widget) const
{
    const Colours &colours = coloursOf(option.palette);
    drawField(option, painter, has(option, State_HasFocus));
    const auto drawStep = [&](SubControl control, bool enabled, bool up) {
        const QRect rect = subControlRect(CC_SpinBox, &option, control, widget);
        if (option.activeSubControls == control && has(option, State_MouseOver) && enabled)
            painter->fillRect(rect.adjusted(1, up ? 1 : 0, -2, up ? 0 : -1), colours.hover);
        drawChevron(painter, rect, enabled ? colours.quietText : colours.line, up);
    };
    drawStep(SC_SpinBoxUp, option.stepEnabled.testFlag(QAbstractSpinBox::StepUpEnabled), true);
    drawStep(SC_SpinBoxDown, option.stepEnabled.testFlag(QAbstractSpinBox::StepDownEnabled), false);
}

void Style::drawSlider(const QStyleOptionSlider &option, QPainter *painter, const QWidget *widget) const
{
    const Colours &colours = coloursOf(option.palette);
    const QRect handle = subControlRect(CC_Slider, &option, SC_SliderHandle, widget);
    QRect groove = option.rect;
    groove.setHeight(4);
    groove.moveCenter(QPoint(option.rect.center().x(), handle.center().y()));
    const QColor filled = has(option, State_Enabled) ? colours.accent : colours.stopped;
    drawBox(painter, groove, colours.line, {});
    drawBox(painter, QRect(groove.topLeft(), QPoint(handle.center().x(), groove.bottom())), filled, {});
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(filled, 2));
    painter->setBrush(colours.surface);
    painter->drawEllipse(QRectF(handle).center() + QPointF(0, 0), 7.5, 7.5);
    if (has(option, State_HasFocus)) {
        painter->setBrush(filled);
        painter->drawEllipse(QRectF(handle).center(), 4, 4);
    }
    painter->restore();
}

void Style::drawScrollBar(const QStyleOptionSlider &option, QPainter *painter, const QWidget *widget) const
{
    const Colours &colours = coloursOf(option.palette);
    if (option.minimum == option.maximum)
        return;
    const QRect slider = subControlRect(CC_ScrollBar, &option, SC_ScrollBarSlider, widget);
    const bool held = option.state & (State_MouseOver | State_Sunken);
    drawBox(painter, slider.adjusted(2, 2, -2, -2), held ? colours.stopped : colours.line, {});
}

void Style::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (widget->inherits("QAbstractButton") || widget->inherits("QComboBox")
        || widget->inherits("QScrollBar"))
        widget->setAttribute(Qt::WA_Hover);
}

} // namespace servelab::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

class QStyleOptionComboBox;
class QStyleOptionSlider;
class QStyleOptionSpinBox;
class QStyleOptionTab;

namespace servelab::ui {

/// What a push button is for; decides how it is drawn.
enum class ButtonKind {
    Plain, ///< bordered
    Primary, ///< filled; one on a page
    Quiet, ///< text only until pointed at
};

void setButtonKind(QWidget *button, ButtonKind kind);

/// Fusion with flat surfaces, round corners, one line colour and a visible focus.
class Style : public QProxyStyle
{
    Q_OBJECT
public:
    Style();

    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
        QStyleHintReturn *returnData) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
        const QWidget *widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl subControl,
        const QWidget *widget) const override;
    QRect subElementRect(
        SubElement element, const QStyleOption *option, const QWidget *widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
        const QWidget *widget) const override;
    void polish(QWidget *widget) override;
    using QProxyStyle::polish;

private:
    void drawComboBox(const QStyleOptionComboBox &option, QPainter *painter, const QWidget *widget) const;
    void drawSpinBox(const QStyleOptionSpinBox &option, QPainter *painter, const QWidget *widget) const;
    void drawSlider(const QStyleOptionSlider &option, QPainter *painter, const QWidget *widget) const;
    void drawScrollBar(const QStyleOptionSlider &option, QPainter *painter, const QWidget *widget) const;
};

} // namespace servelab::ui

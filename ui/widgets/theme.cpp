// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/theme.h"

#include "ui/widgets/style.h"

#include <QApplication>
#include <QEvent>
#include <QStyleHints>
#include <QWidget>

#include <algorithm>
#include <array>

namespace servelab::ui {

namespace {

const Colours &lightColours()
{
    static const Colours colours{
        .surface = QColor(0xFFFFFF),
        .raised = QColor(0xF6F7F9),
        .line = QColor(0xDDE1E6),
        .text = QColor(0x1B1F24),
        .quietText = QColor(0x5A6472),
        .accent = QColor(0x2F6FDE),
        .onAccent = QColor(0xFFFFFF),
        .running = QColor(0x1F8A4C),
        .stopped = QColor(0x7A8492),
        .error = QColor(0xC62F2F),
        .warning = QColor(0xA86200),
        .selection = QColor(0xDFE9FB),
        .hover = QColor(0xECEFF3),
    };
    return colours;
}

const Colours &darkColours()
{
    static const Colours colours{
        .surface = QColor(0x1C1F24),
        .raised = QColor(0x24282E),
        .line = QColor(0x363C44),
        .text = QColor(0xE6E9ED),
        .quietText = QColor(0x9AA4B0),
        .accent = QColor(0x6EA3FF),
        .onAccent = QColor(0x10141A),
        .running = QColor(0x4CC27F),
        .stopped = QColor(0x8B95A1),
        .error = QColor(0xFF7B72),
        .warning = QColor(0xE0A040),
        .selection = QColor(0x2B3A55),
        .hover = QColor(0x2E333A),
    };
    return colours;
}

QPalette paletteOf(const Colours &colours)
{
    QPalette palette;
    palette.setColor(QPalette::Window, colours.raised);
    palette.setColor(QPalette::Base, colours.surface);
    palette.setColor(QPalette::AlternateBase, colours.raised);
    palette.setColor(QPalette::Button, colours.surface);
    palette.setColor(QPalette::ToolTipBase, colours.surface);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText,
             QPalette::BrightText})
        palette.setColor(role, colours.text);
    palette.setColor(QPalette::PlaceholderText, colours.quietText);
    palette.setColor(QPalette::Highlight, colours.accent);
    palette.setColor(QPalette::HighlightedText, colours.onAccent);
    palette.setColor(QPalette::Link, colours.accent);
    palette.setColor(QPalette::LinkVisited, colours.accent);
    for (const auto role : {QPalette::Mid, QPalette::Midlight, QPalette::Dark, QPalette::Light})
        palette.setColor(role, colours.line);
    palette.setColor(QPalette::Shadow, colours.line);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, colours.stopped);
    return palette;
}

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightness() < 128;
}

bool systemIsDark()
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    return QGuiApplication::styleHints()->colorScheme() == Qt::ColorScheme::Dark;
#else
    return isDark(QApplication::style()->standardPalette());
#endif
}

} // namespace

const Colours &coloursOf(const QPalette &palette)
{
    return isDark(palette) ? darkColours() : lightColours();
}

QColor seriesColour(int index)
{
    static constexpr std::array<QRgb, 8> colours{
        0x0072B2, 0xE69F00, 0x009E73, 0xCC79A7, 0x56B4E9, 0xD55E00, 0x8C8C00, 0x555555};
    return QColor(colours[static_cast<std::size_t>(index) % colours.size()]);
}

QFont titleFont(QFont base)
{
    base.setPointSizeF(base.pointSizeF() + 3);
    base.setWeight(QFont::DemiBold);
    return base;
}

QFont captionFont(QFont base)
{
    base.setPointSizeF(base.pointSizeF() - 1);
    return base;
}

Theme::Theme(QObject *parent)
    : QObject(parent)
    , m_systemFont(QApplication::font())
{
    QApplication::setStyle(new Style); // the application owns it
    qApp->installEventFilter(this);
    apply();
}

void Theme::setMode(Mode mode)
{
    m_mode = mode;
    apply();
}

void Theme::setTextScale(int percent)
{
    percent = std::clamp(percent, 100, 200);
    const double ratio = static_cast<double>(percent) / m_textScale;
    if (ratio == 1)
        return;
    m_textScale = percent;
    QFont font = m_systemFont;
    font.setPointSizeF(m_systemFont.pointSizeF() * percent / 100);
    QApplication::setFont(font);
    // Titles and captions have sizes of their own, which do not follow.
    for (QWidget *widget : QApplication::allWidgets()) {
        if (!widget->testAttribute(Qt::WA_SetFont))
            continue;
        QFont own = widget->font();
        own.setPointSizeF(own.pointSizeF() * ratio);
        widget->setFont(own);
    }
}

bool Theme::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ThemeChange && watched->isWindowType() && m_mode == Mode::System)
        apply();
    return QObject::eventFilter(watched, event);
}

void Theme::apply()
{
    const bool dark = m_mode == Mode::Dark || (m_mode == Mode::System && systemIsDark());
    const QPalette palette = paletteOf(dark ? darkColours() : lightColours());
    if (palette != QApplication::palette())
        QApplication::setPalette(palette);
}

} // namespace servelab::ui

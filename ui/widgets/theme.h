// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QObject>
#include <QPalette>

namespace servelab::ui {

/// Every colour the window uses, in one light and one dark form.
struct Colours
{
    QColor surface; ///< pages, fields
    QColor raised; ///< rail, list, headers
    QColor line;
    QColor text;
    QColor quietText;
    QColor accent;
    QColor onAccent;
    QColor running;
    QColor stopped;
    QColor error;
    QColor warning;
    QColor selection; ///< behind a selected row
    QColor hover;
};

/// The set that a palette of this theme belongs to.
const Colours &coloursOf(const QPalette &palette);

/// Series of a chart, told apart by people with any colour vision; the first is the baseline.
QColor seriesColour(int index);

/// The three sizes of type there are.
QFont titleFont(QFont base);
QFont captionFont(QFont base);

/// Puts style and palette on the application, follows the system's light or dark, or keeps what the person
/// chose.
class Theme : public QObject
{
    Q_OBJECT
public:
    enum class Mode { System, Light, Dark };
    Q_ENUM(Mode)

    explicit Theme(QObject *parent = nullptr);

    Mode mode() const { return m_mode; }
    void setMode(Mode mode);

    /// Size of all text against the system's, in percent, 100 to 200.
    int textScale() const { return m_textScale; }
    void setTextScale(int percent);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void apply();

    Mode m_mode = Mode::System;
    QFont m_systemFont;
    int m_textScale = 100;
};

} // namespace servelab::ui

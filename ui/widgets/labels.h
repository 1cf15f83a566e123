// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/glossary.h"

#include <QLabel>

namespace servelab::ui {

/// The title of a page.
class TitleLabel : public QLabel
{
    Q_OBJECT
public:
    explicit TitleLabel(const QString &text = {}, QWidget *parent = nullptr);
};

/// The title of a part of a page.
class SectionLabel : public QLabel
{
    Q_OBJECT
public:
    explicit SectionLabel(const QString &text = {}, QWidget *parent = nullptr);
};

/// A small quiet line under what it belongs to; wraps.
class CaptionLabel : public QLabel
{
    Q_OBJECT
public:
    explicit CaptionLabel(const QString &text = {}, QWidget *parent = nullptr);
};

/// Text as it came, of as many lines as it needs; can be selected.
class TextLabel : public QLabel
{
    Q_OBJECT
public:
    explicit TextLabel(const QString &text = {}, QWidget *parent = nullptr);
};

/// A technical term; its explanation shows on hover and is read out.
class TermLabel : public QLabel
{
    Q_OBJECT
public:
    TermLabel(const QString &text, Term term, QWidget *parent = nullptr);
};

/// A line of text that shows as much of its beginning and end as there is room for, the whole on hover.
class ElidedLabel : public QLabel
{
    Q_OBJECT
public:
    explicit ElidedLabel(Qt::TextElideMode mode, QWidget *parent = nullptr);

    void setWholeText(const QString &text);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void elide();

    Qt::TextElideMode m_mode;
    QString m_text;
};

} // namespace servelab::ui

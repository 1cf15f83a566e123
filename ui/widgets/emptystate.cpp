// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/emptystate.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/style.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace servelab::ui {

namespace {

constexpr QSize pictureSize(160, 112);
constexpr int sentenceWidth = 420;

class PictureWidget : public QWidget
{
public:
    explicit PictureWidget(QString name)
        : m_name(std::move(name))
    {
        setFixedSize(pictureSize);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        paintPicture(painter, m_name, rect(), coloursOf(palette()).stopped);
    }

private:
    QString m_name;
};

QPushButton *makeButton(const QString &text, ButtonKind kind)
{
    auto *button = new QPushButton(text);
    setButtonKind(button, kind);
    return button;
}

} // namespace

EmptyState::EmptyState(const Content &content, QWidget *parent)
    : QWidget(parent)
{
    auto *title = new TitleLabel(content.title);
    m_sentence = new QLabel(content.sentence);
    m_sentence->setWordWrap(true);
    m_sentence->setAlignment(Qt::AlignHCenter);
    m_sentence->setForegroundRole(QPalette::PlaceholderText);
    fitSentence();
    auto *layout = new QVBoxLayout(this);
    layout->addStretch(2);
    layout->addWidget(new PictureWidget(content.picture), 0, Qt::AlignHCenter);
    layout->addSpacing(16);
    layout->addWidget(title, 0, Qt::AlignHCenter);
    layout->addWidget(m_sentence, 0, Qt::AlignHCenter);
    layout->addSpacing(16);
    if (!content.button.isEmpty()) {
        QPushButton *button = makeButton(content.button, ButtonKind::Primary);
        button->setIcon(icon(content.buttonIcon, QPalette::HighlightedText));
        connect(button, &QPushButton::clicked, this, &EmptyState::chosen);
        layout->addWidget(button, 0, Qt::AlignHCenter);
        setFocusProxy(button);
    }
    if (!content.quietButton.isEmpty()) {
        QPushButton *button = makeButton(content.quietButton, ButtonKind::Quiet);
        connect(button, &QPushButton::clicked, this, &EmptyState::quietlyChosen);
        layout->addWidget(button, 0, Qt::AlignHCenter);
    }
    layout->addStretch(3);
}

void EmptyState::fitSentence()
{
    const int width = std::max(sentenceWidth, m_sentence->fontMetrics().averageCharWidth() * 60);
    m_sentence->setFixedSize(width, m_sentence->heightForWidth(width));
}

void EmptyState::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitSentence();
}

} // namespace servelab::ui

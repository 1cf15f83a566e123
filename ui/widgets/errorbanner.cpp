// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/errorbanner.h"

#include "ui/models/coretext.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int leftMargin = 48; // room for the sign

} // namespace

ErrorBanner::ErrorBanner(QWidget *parent)
    : QFrame(parent)
    , m_message(new TextLabel)
    , m_remedy(new TextLabel)
    , m_wayOut(new QPushButton)
{
    auto *texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_message);
    texts->addWidget(m_remedy);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(leftMargin, 12, 16, 12);
    layout->setSpacing(16);
    layout->addLayout(texts, 1);
    layout->addWidget(m_wayOut);
    connect(m_wayOut, &QPushButton::clicked, this, &ErrorBanner::wayOutChosen);
    m_wayOut->hide();
    hide();
}

void ErrorBanner::showError(const base::Error &english)
{
    const base::Error error = coreText(english);
    m_message->setText(error.message);
    m_remedy->setText(error.remedy);
    m_remedy->setVisible(!error.remedy.isEmpty());
    setAccessibleName(tr("Error"));
    setAccessibleDescription(error.toString());
    show();
}

void ErrorBanner::setWayOut(const QString &text)
{
    m_wayOut->setText(text);
    m_wayOut->setVisible(!text.isEmpty());
}

void ErrorBanner::paintEvent(QPaintEvent *)
{
    const Colours &colours = coloursOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor tint = colours.error;
    tint.setAlphaF(0.08F);
    painter.setPen(QPen(colours.error, 1));
    painter.setBrush(tint);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    paintPicture(painter, u"warning"_s, QRectF(16, height() / 2.0 - 10, 20, 20), colours.error);
}

} // namespace servelab::ui

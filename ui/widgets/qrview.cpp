// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/qrview.h"

#include "ui/widgets/labels.h"

#include <QFrame>
#include <QPainter>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int border = 4; // modules
constexpr int modulePixels = 6;

QFrame *makePopUp(const QUrl &url, QWidget *anchor)
{
    auto *frame = new QFrame(anchor, Qt::Popup);
    frame->setObjectName(u"qrCode"_s);
    frame->setAttribute(Qt::WA_DeleteOnClose);
    frame->setFrameShape(QFrame::StyledPanel);
    auto *address = new QLabel(url.toString());
    address->setTextInteractionFlags(Qt::TextSelectableByMouse);
    address->setAlignment(Qt::AlignHCenter);
    auto *hint = new CaptionLabel(QrView::tr("For a phone in the same network"));
    hint->setAlignment(Qt::AlignHCenter);
    auto *layout = new QVBoxLayout(frame);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->addWidget(new QrView(url), 0, Qt::AlignHCenter);
    layout->addWidget(address);
    layout->addWidget(hint);
    return frame;
}

} // namespace

QrView::QrView(const QUrl &url, QWidget *parent)
    : QWidget(parent)
    , m_code(QrCode::encode(url.toEncoded()))
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(tr("QR code of %1").arg(url.toString()));
}

QSize QrView::sizeHint() const
{
    const int modules = (m_code ? m_code->size() : 21) + 2 * border;
    return QSize(modules, modules) * modulePixels;
}

void QrView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), Qt::white);
    if (!m_code)
        return painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, tr("The address is too long."));
    for (int row = 0; row < m_code->size(); ++row) {
        for (int column = 0; column < m_code->size(); ++column) {
            if (m_code->isDark(column, row))
                painter.fillRect((column + border) * modulePixels, (row + border) * modulePixels,
                    modulePixels, modulePixels, Qt::black);
        }
    }
}

void QrView::popUp(const QUrl &url, QWidget *anchor)
{
    QFrame *frame = makePopUp(url, anchor);
    frame->adjustSize();
    QPoint corner = anchor->mapToGlobal(QPoint(0, anchor->height() + 4));
    const QRect screen = anchor->screen()->availableGeometry();
    corner.setX(
        std::clamp(corner.x(), screen.left(), std::max(screen.left(), screen.right() - frame->width())));
    corner.setY(
        std::clamp(corner.y(), screen.top(), std::max(screen.top(), screen.bottom() - frame->height())));
    frame->move(corner);
    frame->show();
}

} // namespace servelab::ui

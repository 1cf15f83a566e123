// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/qrcode.h"

#include <QUrl>
#include <QWidget>

#include <optional>

namespace servelab::ui {

/// An address as a QR code: dark on light in every theme, since some readers take nothing else.
class QrView : public QWidget
{
    Q_OBJECT
public:
    explicit QrView(const QUrl &url, QWidget *parent = nullptr);

    QSize sizeHint() const override;

    /// Over `anchor`, until it is clicked away.
    static void popUp(const QUrl &url, QWidget *anchor);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    std::optional<QrCode> m_code;
};

} // namespace servelab::ui

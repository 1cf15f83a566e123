// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/glossary.h"

#include <QWidget>

#include <optional>

class QLabel;

namespace servelab::ui {

/// One figure under its name. Its text can be selected and copied.
class FigureTile : public QWidget
{
    Q_OBJECT
public:
    FigureTile(const QString &name, std::optional<Term> term, QWidget *parent = nullptr);

    void setValue(const QString &value);
    QString value() const;

private:
    QLabel *m_value;
};

} // namespace servelab::ui

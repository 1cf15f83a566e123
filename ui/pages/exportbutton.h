// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sessions/resultexport.h"

#include <QPushButton>

namespace servelab::ui {

/// The primary action of a result: a menu of formats; what is chosen asks where to.
class ExportButton : public QPushButton
{
    Q_OBJECT
public:
    explicit ExportButton(const QList<ExportFormat> &formats, QWidget *parent = nullptr);

    /// Of the file, without its ending.
    void suggestName(const QString &name);

    /// Opens the menu and returns at once, unlike showMenu().
    void popUp();

Q_SIGNALS:
    void chosen(servelab::ui::ExportFormat format, const QString &path);

private:
    void ask(ExportFormat format);

    QString m_name;
};

} // namespace servelab::ui

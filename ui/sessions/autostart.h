// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QString>

namespace servelab::ui {

/// Start at login, as the desktop offers it (the Autostart specification of freedesktop.org): a file that the
/// person can see and remove. Only where there is such a desktop.
class Autostart
{
public:
    /// `folder` is that of the configuration ("~/.config"), `program` what is to be started.
    Autostart(QString folder, QString program);

    static bool isSupported();

    bool isOn() const;
    base::Expected<void> setOn(bool on);
    QString path() const;

private:
    QString m_folder;
    QString m_program;
};

} // namespace servelab::ui

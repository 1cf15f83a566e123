// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/background.h"

namespace servelab::ui {

base::ThreadPool &backgroundThreads()
{
    static base::ThreadPool threads(4);
    return threads;
}

} // namespace servelab::ui

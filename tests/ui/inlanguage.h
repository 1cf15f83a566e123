// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace servelab::ui::testing {

/// While it lives texts, numbers and dates are in the language of a code, "de"; with an empty one nothing
/// changes. Only what is made meanwhile is.
class InLanguage
{
public:
    explicit InLanguage(const QString &code);
    ~InLanguage();
    Q_DISABLE_COPY_MOVE(InLanguage)
};

} // namespace servelab::ui::testing

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/resultcomparison.h"
#include "ui/pages/resultdetail.h"
#include "ui/pages/resultspage.h"
#include "ui/pages/resultview.h"
#include "ui/sessions/resultlibrary.h"

#include <QTemporaryDir>
#include <QUndoStack>

#include <memory>

class QListView;

namespace servelab::ui::testing {

/// A visible page of results on an empty library, anew for each test.
class ResultsFixture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

protected:
    QListView *list() const;
    ResultDetail &detail() const { return *m_page->findChild<ResultDetail *>(); }
    ResultView &view() const { return detail().view(); }
    ResultComparison &comparison() const { return *m_page->findChild<ResultComparison *>(); }

    void show(const QString &id);
    void chooseAllByKeyboard();

    std::unique_ptr<QTemporaryDir> m_folder;
    QUndoStack m_undo;
    std::unique_ptr<ResultLibrary> m_library;
    std::unique_ptr<ResultsPage> m_page;
};

} // namespace servelab::ui::testing

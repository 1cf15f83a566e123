// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/resultsfixture.h"

#include <QAction>
#include <QListView>
#include <QTest>

namespace servelab::ui::testing {

using namespace Qt::StringLiterals;

void ResultsFixture::initTestCase()
{
    QLocale::setDefault(QLocale::c());
}

void ResultsFixture::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_library = std::make_unique<ResultLibrary>(m_folder->filePath(u"results"_s), m_undo);
    m_page = std::make_unique<ResultsPage>(*m_library);
    for (QAction *action : m_page->resultActions())
        m_page->addAction(action);
    m_page->resize(1208, 760);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    m_library->restore();
    QTRY_VERIFY(m_library->isRestored());
}

void ResultsFixture::cleanup()
{
    m_page.reset();
    m_undo.clear();
    m_library.reset();
}

QListView *ResultsFixture::list() const
{
    return m_page->findChild<QListView *>(u"results"_s);
}

void ResultsFixture::show(const QString &id)
{
    m_page->showResult(id);
    QTRY_COMPARE(detail().shownResult(), id);
    QTRY_VERIFY(view().isUpToDate());
}

void ResultsFixture::chooseAllByKeyboard()
{
    list()->setFocus();
    QTest::keyClick(list(), Qt::Key_A, Qt::ControlModifier);
    QVERIFY(m_page->chosen().size() > 1);
}

} // namespace servelab::ui::testing

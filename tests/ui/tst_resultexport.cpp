// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/resultsfixture.h"
#include "tests/ui/sampledata.h"
#include "ui/widgets/errorbanner.h"

#include <QFile>
#include <QImage>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

/// Results that leave the window as files.
class TestResultExport : public testing::ResultsFixture
{
    Q_OBJECT

private Q_SLOTS:
    void exportsEachFormat_data()
    {
        QTest::addColumn<ExportFormat>("format");
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("web page") << ExportFormat::Html << QByteArray("<h1>Brotli qualities</h1>");
        QTest::newRow("Markdown") << ExportFormat::Markdown << QByteArray("wall plug");
        QTest::newRow("samples") << ExportFormat::Csv << QByteArray("q6");
        QTest::newRow("document") << ExportFormat::Json << QByteArray("\"servelab-result\"");
        QTest::newRow("picture") << ExportFormat::Png << QByteArray("PNG");
    }

    void exportsEachFormat()
    {
        QFETCH(ExportFormat, format);
        QFETCH(QByteArray, part);
        const QString id = m_library->add(testing::pairResult());
        show(id);
        m_library->setNote(id, u"wall plug"_s);
        QSignalSpy said(m_page.get(), &ResultsPage::said);
        const QString path = m_folder->filePath(u"out."_s + suffixOf(format));
        detail().exportTo(format, path);
        QTRY_COMPARE(said.size(), 1);
        QVERIFY(said.first().first().toString().contains(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains(part));
        if (format == ExportFormat::Json)
            QVERIFY(lab::ResultDocument::load(path).has_value());
        if (format == ExportFormat::Png)
            QVERIFY(QImage(path).width() > 600 && QImage(path).height() > 1'000);
    }

    void exportsAComparison()
    {
        const lab::ResultDocument march = testing::pairResult();
        m_library->add(march);
        m_library->add(testing::laterRunOf(march, 0.8));
        QSignalSpy shown(&comparison(), &ResultComparison::shown);
        chooseAllByKeyboard();
        QTRY_COMPARE(shown.size(), 1);
        QSignalSpy said(m_page.get(), &ResultsPage::said);
        const QString path = m_folder->filePath(u"comparison.html"_s);
        comparison().exportTo(ExportFormat::Html, path);
        QTRY_COMPARE(said.size(), 1);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(text.contains("Before and after"));
        QVERIFY(text.contains("Clang 19"));
    }

    void saysWhereAnExportCannotBeWritten()
    {
        show(m_library->add(testing::pairResult()));
        detail().exportTo(ExportFormat::Html, m_folder->filePath(u"missing/folder/out.html"_s));
        auto *banner = detail().findChild<ErrorBanner *>();
        QTRY_VERIFY(banner->isVisible());
        QVERIFY2(banner->accessibleDescription().contains(u"cannot be written"_s),
            qPrintable(banner->accessibleDescription()));
    }

    void offersEveryFormatByKeyboard()
    {
        show(m_library->add(testing::pairResult()));
        QTest::keyClick(m_page.get(), Qt::Key_E, Qt::ControlModifier);
        auto *menu = detail().findChild<QPushButton *>(u"export"_s)->menu();
        QTRY_VERIFY(menu->isVisible());
        QCOMPARE(menu->actions().size(), 5);
        QTest::keyClick(menu, Qt::Key_Escape);
    }
};

QTEST_MAIN(TestResultExport)
#include "tst_resultexport.moc"

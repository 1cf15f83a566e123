// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/icons.h"

#include <QDirIterator>
#include <QImage>
#include <QPainter>
#include <QTest>

using namespace servelab::ui;

class TestIcons : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void drawsEveryPicture_data()
    {
        QTest::addColumn<QString>("name");
        icon(QStringLiteral("sites"));
        QDirIterator files(QStringLiteral(":/icons"));
        while (files.hasNext()) {
            files.next();
            QTest::addRow("%s", qPrintable(files.fileName())) << files.fileInfo().completeBaseName();
        }
    }

    void drawsEveryPicture()
    {
        QFETCH(QString, name);
        QImage image(48, 48, QImage::Format_ARGB32);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        paintPicture(painter, name, image.rect(), Qt::black);
        painter.end();
        int inked = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                inked += qAlpha(image.pixel(x, y)) > 128;
        }
        QVERIFY2(inked > 15, qPrintable(QString::number(inked)));
        const QRgb corner = image.pixel(0, 0);
        QCOMPARE(qAlpha(corner), 0);
    }

    void drawsNothingForANameThatIsNotThere()
    {
        QImage image(16, 16, QImage::Format_ARGB32);
        image.fill(Qt::white);
        const QImage before = image.copy();
        QPainter painter(&image);
        paintPicture(painter, QStringLiteral("no such picture"), image.rect(), Qt::black);
        painter.end();
        QCOMPARE(image, before);
    }
};

QTEST_MAIN(TestIcons)
#include "tst_icons.moc"

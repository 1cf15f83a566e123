// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sessions/sitefiles.h"

#include <QFutureWatcher>
#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QTableView;

namespace servelab::ui {

class QualityMeasurement;
class SiteFilesModel;
class TextTableModel;

/// What each Brotli quality makes of a file of the site, and how long it takes: measured here, in the
/// background, when asked for.
class QualityTable : public QWidget
{
    Q_OBJECT
public:
    explicit QualityTable(QWidget *parent = nullptr);

    /// The folder whose files can be chosen, and the quality the site has now.
    void setSite(const QString &folder, int quality);

    void measure(); ///< the chosen file

Q_SIGNALS:
    void qualityChosen(int quality); ///< by activating its row

protected:
    void changeEvent(QEvent *event) override;

private:
    void fit();
    void listFiles();
    void showFiles();
    void showCosts();
    void selectQuality();

    QString m_folder;
    int m_quality = -1;
    QualityMeasurement *m_measurement;
    SiteFilesModel *m_fileModel;
    TextTableModel *m_rows;
    QComboBox *m_file;
    QPushButton *m_measure;
    QTableView *m_table;
    QLabel *m_note;
    QFutureWatcher<QList<SiteFile>> m_listing;
};

} // namespace servelab::ui

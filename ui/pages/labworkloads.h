// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "ui/sessions/sitefiles.h"

#include <QFutureWatcher>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QStackedLayout;
class QVBoxLayout;

namespace servelab::base {
struct Error;
}

namespace servelab::ui {

class FieldRow;
class LabDraft;
class SiteFilesModel;

/// What is asked: a file of the site, or those of the catalogue's workloads that are chosen, each with its
/// lesson.
class LabWorkloads : public QWidget
{
    Q_OBJECT
public:
    /// `draft` outlives the form.
    explicit LabWorkloads(LabDraft &draft, QWidget *parent = nullptr);
    ~LabWorkloads() override;

    void setProblems(const QList<base::Error> &problems);
    QWidget *firstField() const;

private:
    struct Row
    {
        QString id;
        QCheckBox *box;
    };

    QWidget *createSiteFields();
    QWidget *createList();
    void showDraft();
    void showList();
    void addWorkloads(const QList<lab::Workload> &workloads);
    void listFiles(const QString &root);
    void showFiles();
    void takeFile();

    LabDraft &m_draft;
    SiteFilesModel *m_files;
    QFutureWatcher<QList<SiteFile>> m_listing;
    QString m_listedRoot;
    QString m_suggestion; ///< the file of that root to begin with, once it is known
    QStackedLayout *m_views;
    QComboBox *m_file = nullptr;
    QComboBox *m_coding = nullptr;
    FieldRow *m_fileRow = nullptr;
    QVBoxLayout *m_listLayout = nullptr;
    QList<Row> m_rows;
};

} // namespace servelab::ui

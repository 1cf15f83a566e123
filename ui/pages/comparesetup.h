// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/glossary.h"
#include "ui/sessions/comparesession.h"
#include "ui/sessions/sitefiles.h"

#include <QFutureWatcher>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QSpinBox;
class QVBoxLayout;

namespace servelab::ui {

class ChipRow;
class SiteCollection;
class SiteFilesModel;
class SiteListModel;
class SiteSession;

/// What to compare: a file of a site, Brotli qualities, when the coding happens, and how long to measure.
class CompareSetup : public QWidget
{
    Q_OBJECT
public:
    /// `sites` and `model` outlive the form.
    CompareSetup(SiteCollection &sites, SiteListModel &model, QWidget *parent = nullptr);
    ~CompareSetup() override;

    /// Nothing without a site.
    std::optional<CompareChoice> choice() const;
    bool isComplete() const;

    void selectSite(const QString &id);

Q_SIGNALS:
    void changed();

private:
    QWidget *createForm(SiteListModel &model);
    QComboBox *createFileBox();
    QSpinBox *createSpinBox(int lowest, int highest, int value, const QString &suffix);
    void addGroup(QWidget *editor, const QString &label, std::optional<Term> term);
    SiteSession *site() const;
    void listFiles();
    void showFiles();
    void update();

    SiteCollection &m_sites;
    SiteFilesModel *m_filesModel;
    QFutureWatcher<QList<SiteFile>> m_listing;
    QString m_listedRoot;
    QComboBox *m_site = nullptr;
    QComboBox *m_file = nullptr;
    ChipRow *m_qualities = nullptr;
    QCheckBox *m_eachRequest = nullptr;
    QCheckBox *m_cached = nullptr;
    QSpinBox *m_rounds = nullptr;
    QSpinBox *m_duration = nullptr;
    QSpinBox *m_connections = nullptr;
    QLabel *m_estimate = nullptr;
    QVBoxLayout *m_groups = nullptr;
};

} // namespace servelab::ui

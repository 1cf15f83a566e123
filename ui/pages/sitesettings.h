// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/siteconfig.h"
#include "ui/models/settings.h"

#include <QPointer>
#include <QWidget>

#include <map>
#include <optional>
#include <vector>

class QCheckBox;
class QLabel;
class QLineEdit;
class QScrollArea;
class QVBoxLayout;

namespace servelab::ui {

class FieldRow;
class QualityTable;
class SettingEditorWidget;
class SiteCollection;
class SiteSession;

/// Every setting of a site, from the table in ui/models/settings. What is typed is checked as it is typed,
/// with the message at its field; what is right is applied at once and can be undone.
class SiteSettings : public QWidget
{
    Q_OBJECT
public:
    /// `sites` outlives the page.
    explicit SiteSettings(SiteCollection &sites, QWidget *parent = nullptr);
    ~SiteSettings() override;

    void setSite(SiteSession *site); ///< null: none; not owned
    void focusFirst();
    void showField(const QString &path); ///< scrolls to it and puts the keyboard there

    FieldRow *rowOf(const QString &path) const; ///< null: no such setting
    QStringList shownPaths() const; ///< in order, as far as they pass the search

Q_SIGNALS:
    void hostsRequested();

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Row
    {
        const Setting *setting;
        SettingEditorWidget *editor;
        FieldRow *field;
    };

    QWidget *createSearch();
    QWidget *createForm();
    void fitWidth();
    void addRow(const Setting &setting);
    void addTitle(SettingGroup group);
    void showSite();
    void showConfig(const site::SiteConfig &config);
    void showFailure();
    void showProblem(const Row &row, const site::Problems &problems);
    void check(const Row &row); ///< shows problems, applies nothing
    void apply(const Row &row);
    void take(const Row &row, const QJsonValue &value);
    void filter();
    void showQualityHint(const site::SiteConfig &config);

    SiteCollection &m_sites;
    QPointer<SiteSession> m_site;
    std::optional<site::SiteConfig> m_shown;
    QWidget *m_searchLine = nullptr;
    QLineEdit *m_search = nullptr;
    QCheckBox *m_changedOnly = nullptr;
    QLabel *m_nothing = nullptr;
    QScrollArea *m_scroll;
    QVBoxLayout *m_form = nullptr;
    std::vector<Row> m_rows;
    std::map<SettingGroup, QLabel *> m_titles;
    QualityTable *m_qualities;
};

} // namespace servelab::ui

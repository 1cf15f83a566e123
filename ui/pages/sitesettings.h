// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/siteconfig.h"
#include "ui/models/glossary.h"

#include <QPointer>
#include <QWidget>

#include <functional>
#include <map>
#include <optional>

class QFormLayout;
class QLabel;
class QTableView;
class QVBoxLayout;

namespace servelab::ui {

class FieldRow;
class SiteCollection;
class SiteSession;
class VirtualHostModel;

/// The settings of a site. What is typed is checked as it is typed, with the message at its field; what is
/// right is applied at once and can be undone.
class SiteSettings : public QWidget
{
    Q_OBJECT
public:
    /// `sites` outlives the page.
    explicit SiteSettings(SiteCollection &sites, QWidget *parent = nullptr);

    void setSite(SiteSession *site); ///< null: none; not owned
    void focusFirst();

private:
    using Change = std::function<void(site::SiteConfig &)>;
    using Show = std::function<void(const site::SiteConfig &)>;

    struct RowDescription
    {
        QString field; ///< as problems name it
        QString label;
        std::optional<Term> term;
    };

    void addTitle(const QString &title);
    FieldRow *addRow(const RowDescription &description, QWidget *editor, Show show);
    void addText(
        const RowDescription &description, QString site::SiteConfig::*member, const QString &placeholder);
    void addToggle(const RowDescription &description, const QString &text,
        std::function<bool(const site::SiteConfig &)> isOn,
        std::function<void(site::SiteConfig &, bool)> set);
    void addFolder();
    void addPort();
    void addQuality();
    void addVirtualHosts();
    QTableView *createHostTable();
    void createBasics();
    void createCompression();
    void createAnswers();

    void showSite();
    void check(const QString &field, const Change &change); ///< shows problems, applies nothing
    void apply(const QString &field, const Change &change);
    void showProblem(const QString &field, const site::SiteConfig &config);
    void chooseFolder(const QString &title, std::function<void(const QString &)> take);

    SiteCollection &m_sites;
    QPointer<SiteSession> m_site;
    std::optional<site::SiteConfig> m_shown;
    VirtualHostModel *m_hosts;
    QVBoxLayout *m_form = nullptr;
    std::map<QString, FieldRow *> m_rows; ///< by field
    QList<Show> m_shows;
    QWidget *m_first = nullptr;
};

} // namespace servelab::ui

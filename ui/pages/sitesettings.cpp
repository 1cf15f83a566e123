// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/sitesettings.h"

#include "core/site/siteconfigjson.h"
#include "ui/models/virtualhostmodel.h"
#include "ui/sessions/sitecollection.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>
#include <QVBoxLayout>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int formWidth = 680;
constexpr int highestQuality = 11;

/// What a person should know about a Brotli quality before choosing it.
QString qualityHint(int quality)
{
    if (quality <= 3)
        return SiteSettings::tr("Fastest, with larger answers.");
    if (quality <= 6)
        return SiteSettings::tr("A good balance when answers are compressed while the client waits.");
    if (quality <= 9)
        return SiteSettings::tr("Slower. Fits files that are compressed once and then kept.");
    return SiteSettings::tr("Smallest answers, very slow to make: tens of times slower than 4.");
}

/// Whether a problem is about `field` or something inside it ("domains", "domains[1].root").
bool isAbout(const base::Error &problem, const QString &field)
{
    return problem.where == field || problem.where.startsWith(field + u'[')
        || problem.where.startsWith(field + u'.');
}

QWidget *atLeft(QWidget *narrow)
{
    auto *wide = new QWidget;
    auto *layout = new QHBoxLayout(wide);
    layout->addWidget(narrow);
    layout->addStretch();
    wide->setFocusProxy(narrow);
    return wide;
}

QWidget *sideBySide(QWidget *wide, QWidget *narrow)
{
    auto *both = new QWidget;
    auto *layout = new QHBoxLayout(both);
    layout->addWidget(wide, 1);
    layout->addWidget(narrow);
    both->setFocusProxy(wide);
    return both;
}

} // namespace

SiteSettings::SiteSettings(SiteCollection &sites, QWidget *parent)
    : QWidget(parent)
    , m_sites(sites)
    , m_hosts(new VirtualHostModel(this))
{
    auto *content = new QWidget;
    content->setMaximumWidth(formWidth + 48);
    m_form = new QVBoxLayout(content);
    m_form->setContentsMargins(24, 16, 24, 24);
    m_form->setSpacing(8);
    createBasics();
    createCompression();
    createAnswers();
    addTitle(tr("Virtual hosts"));
    addVirtualHosts();
    m_form->addStretch();

    auto *scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setBackgroundRole(QPalette::Base);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(scroll);
}

void SiteSettings::createBasics()
{
    addTitle(tr("Site"));
    addText({u"name"_s, tr("Name"), std::nullopt}, &site::SiteConfig::name, tr("The folder's name"));
    addFolder();
    addPort();
    addText({u"host"_s, tr("Listening address"), Term::ListeningAddress}, &site::SiteConfig::host, {});
}

void SiteSettings::createCompression()
{
    addTitle(tr("Compression"));
    addToggle(
        {u"compression"_s, tr("Compress answers"), Term::ContentCoding}, tr("For clients that accept it"),
        [](const site::SiteConfig &config) { return config.compression.enabled; },
        [](site::SiteConfig &config, bool on) { config.compression.enabled = on; });
    addQuality();
    addToggle(
        {u"precompressedSiblings"_s, tr("Compressed files"), std::nullopt},
        tr("Answer with the .br or .gz file beside a file"),
        [](const site::SiteConfig &config) { return config.precompressedSiblings; },
        [](site::SiteConfig &config, bool on) { config.precompressedSiblings = on; });
}

void SiteSettings::createAnswers()
{
    addTitle(tr("Answers"));
    addText({u"index"_s, tr("Index file"), Term::IndexFile}, &site::SiteConfig::index, tr("None"));
    addToggle(
        {u"noCache"_s, tr("Browser cache"), Term::NoCache}, tr("Ask browsers to keep nothing"),
        [](const site::SiteConfig &config) { return config.noCache; },
        [](site::SiteConfig &config, bool on) { config.noCache = on; });
    addToggle(
        {u"spaFallback"_s, tr("Single-page site"), Term::SinglePageFallback},
        tr("Answer unknown paths with the index file"),
        [](const site::SiteConfig &config) { return config.spaFallback.has_value(); },
        [](site::SiteConfig &config, bool on) {
            config.spaFallback = on ? std::optional(config.index) : std::nullopt;
        });
    addToggle(
        {u"directoryRedirect"_s, tr("Folders"), Term::DirectoryRedirect},
        tr("Redirect to the address with a slash"),
        [](const site::SiteConfig &config) { return config.directoryRedirect; },
        [](site::SiteConfig &config, bool on) { config.directoryRedirect = on; });
    addToggle(
        {u"directoryListing"_s, tr("Folder lists"), std::nullopt},
        tr("List what is in a folder without an index file"),
        [](const site::SiteConfig &config) { return config.directoryListing; },
        [](site::SiteConfig &config, bool on) { config.directoryListing = on; });
    addToggle(
        {u"cleanUrls"_s, tr("Clean addresses"), std::nullopt}, tr("Answer /about with about.html"),
        [](const site::SiteConfig &config) { return config.cleanUrls; },
        [](site::SiteConfig &config, bool on) { config.cleanUrls = on; });
    addToggle(
        {u"notFoundPage"_s, tr("Missing pages"), std::nullopt}, tr("Show the folder's 404.html"),
        [](const site::SiteConfig &config) { return config.notFoundPage; },
        [](site::SiteConfig &config, bool on) { config.notFoundPage = on; });
    addToggle(
        {u"allowDotfiles"_s, tr("Dotfiles"), Term::Dotfiles}, tr("Serve files whose name begins with a dot"),
        [](const site::SiteConfig &config) { return config.allowDotfiles; },
        [](site::SiteConfig &config, bool on) { config.allowDotfiles = on; });
}

void SiteSettings::addTitle(const QString &title)
{
    auto *label = new QLabel(title);
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    if (m_form->count())
        m_form->addSpacing(16);
    m_form->addWidget(label);
}

FieldRow *SiteSettings::addRow(const RowDescription &description, QWidget *editor, Show show)
{
    auto *row = new FieldRow(description.label, description.term, editor);
    m_form->addWidget(row);
    m_rows[description.field] = row;
    m_shows.append(std::move(show));
    return row;
}

void SiteSettings::addText(
    const RowDescription &description, QString site::SiteConfig::*member, const QString &placeholder)
{
    auto *editor = new QLineEdit;
    editor->setPlaceholderText(placeholder);
    editor->setObjectName(description.field);
    const QString field = description.field;
    const auto change
        = [editor, member](site::SiteConfig &config) { config.*member = editor->text().trimmed(); };
    connect(editor, &QLineEdit::textEdited, this, [this, field, change] { check(field, change); });
    connect(editor, &QLineEdit::editingFinished, this, [this, field, change] { apply(field, change); });
    addRow(description, editor,
        [editor, member](const site::SiteConfig &config) { editor->setText(config.*member); });
    if (!m_first)
        m_first = editor;
}

void SiteSettings::addToggle(const RowDescription &description, const QString &text,
    std::function<bool(const site::SiteConfig &)> isOn, std::function<void(site::SiteConfig &, bool)> set)
{
    auto *editor = new QCheckBox(text);
    editor->setObjectName(description.field);
    editor->setAccessibleName(u"%1: %2"_s.arg(description.label, text));
    const QString field = description.field;
    connect(editor, &QCheckBox::toggled, this, [this, field, set](bool on) {
        apply(field, [set, on](site::SiteConfig &config) { set(config, on); });
    });
    addRow(description, editor, [editor, isOn](const site::SiteConfig &config) {
        const QSignalBlocker quiet(editor);
        editor->setChecked(isOn(config));
    });
}

void SiteSettings::addFolder()
{
    const QString field = u"root"_s;
    auto *editor = new QLineEdit;
    editor->setObjectName(field);
    auto *choose = new QPushButton(icon(u"folder"_s), tr("Choose..."));
    const auto change = [editor](site::SiteConfig &config) { config.root = editor->text().trimmed(); };
    connect(editor, &QLineEdit::textEdited, this, [this, field, change] { check(field, change); });
    connect(editor, &QLineEdit::editingFinished, this, [this, field, change] { apply(field, change); });
    connect(choose, &QPushButton::clicked, this, [this, field] {
        chooseFolder(tr("Choose the folder to serve"), [this, field](const QString &folder) {
            apply(field, [folder](site::SiteConfig &config) { config.root = folder; });
        });
    });
    addRow({field, tr("Folder"), std::nullopt}, sideBySide(editor, choose),
        [editor](const site::SiteConfig &config) { editor->setText(config.root); });
}

void SiteSettings::addPort()
{
    const QString field = u"port"_s;
    auto *editor = new QSpinBox;
    editor->setObjectName(field);
    editor->setRange(0, 65'535);
    editor->setSpecialValueText(tr("any free port"));
    editor->setKeyboardTracking(false); // each number would start the site anew
    editor->setFixedWidth(160);
    connect(editor, &QSpinBox::valueChanged, this, [this, field](int port) {
        apply(field, [port](site::SiteConfig &config) { config.port = static_cast<quint16>(port); });
    });
    FieldRow *row
        = addRow({field, tr("Port"), Term::Port}, atLeft(editor), [editor](const site::SiteConfig &config) {
              const QSignalBlocker quiet(editor);
              editor->setValue(config.port);
          });
    row->setHint(tr("A running site starts again at once under the new port."));
}

void SiteSettings::addQuality()
{
    const QString field = u"compression.brotliQuality"_s;
    auto *slider = new QSlider(Qt::Horizontal);
    slider->setObjectName(field);
    slider->setRange(0, highestQuality);
    slider->setPageStep(1);
    slider->setAccessibleName(tr("Brotli quality"));
    auto *number = new QLabel;
    number->setFixedWidth(number->fontMetrics().horizontalAdvance(u"00"_s));
    number->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto *both = sideBySide(slider, number);
    both->setMinimumHeight(32);
    FieldRow *row = addRow(
        {field, tr("Brotli quality"), Term::BrotliQuality}, both, [slider](const site::SiteConfig &config) {
            const QSignalBlocker quiet(slider);
            slider->setValue(config.compression.brotliQuality);
            slider->setEnabled(config.compression.enabled);
        });
    m_shows.append([number, row](const site::SiteConfig &config) {
        number->setNum(config.compression.brotliQuality);
        row->setHint(qualityHint(config.compression.brotliQuality));
    });
    connect(slider, &QSlider::valueChanged, this, [this, field](int quality) {
        apply(field, [quality](site::SiteConfig &config) { config.compression.brotliQuality = quality; });
    });
}

void SiteSettings::addVirtualHosts()
{
    const QString field = u"domains"_s;
    QTableView *table = createHostTable();
    auto *add = new QPushButton(icon(u"add-folder"_s), tr("Add host..."));
    auto *remove = new QPushButton(icon(u"remove"_s), tr("Remove host"));
    remove->setEnabled(false);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(remove);
    buttons->addStretch();
    auto *editor = new QWidget;
    auto *layout = new QVBoxLayout(editor);
    layout->addWidget(table);
    layout->addLayout(buttons);
    addRow({field, tr("Hosts"), Term::VirtualHost}, editor, [this](const site::SiteConfig &config) {
        m_hosts->setHosts(config.domains);
    })->setHint(tr("Names that end in .localhost need no set-up. Double click to edit."));
    connect(m_hosts, &VirtualHostModel::edited, this, [this, field] {
        apply(field, [hosts = m_hosts->hosts()](site::SiteConfig &config) { config.domains = hosts; });
    });
    connect(add, &QPushButton::clicked, this, [this] {
        chooseFolder(tr("Choose the folder of the host"),
            [this](const QString &folder) { m_hosts->addFolder(folder); });
    });
    connect(remove, &QPushButton::clicked, this, [this, table] {
        if (table->currentIndex().isValid())
            m_hosts->remove(table->currentIndex().row());
    });
    connect(table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        [table, remove] { remove->setEnabled(table->selectionModel()->hasSelection()); });
}

QTableView *SiteSettings::createHostTable()
{
    auto *table = new QTableView;
    table->setModel(m_hosts);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setShowGrid(false);
    table->setFixedHeight(150);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table->horizontalHeader()->setHighlightSections(false);
    table->setTabKeyNavigation(false);
    table->setAccessibleName(tr("Virtual hosts"));
    return table;
}

void SiteSettings::setSite(SiteSession *site)
{
    if (m_site)
        m_site->disconnect(this);
    m_site = site;
    m_shown.reset();
    if (!site)
        return;
    connect(site, &SiteSession::changed, this, &SiteSettings::showSite);
    showSite();
}

void SiteSettings::focusFirst()
{
    m_first->setFocus();
}

/// Only what another configuration brings: a field that someone types in is left alone by everything else.
void SiteSettings::showSite()
{
    if (m_shown != m_site->config()) {
        m_shown = m_site->config();
        for (const Show &show : m_shows)
            show(*m_shown);
        for (const auto &[field, row] : m_rows)
            showProblem(field, *m_shown);
    }
    const auto &failure = m_site->failure();
    if (failure && failure->where == "port"_L1)
        m_rows.at(u"port"_s)->setProblem(failure->message);
    else
        m_rows.at(u"port"_s)->setProblem({});
}

void SiteSettings::check(const QString &field, const Change &change)
{
    site::SiteConfig config = m_site->config();
    change(config);
    showProblem(field, config);
}

void SiteSettings::apply(const QString &field, const Change &change)
{
    if (!m_site)
        return;
    site::SiteConfig config = m_site->config();
    change(config);
    showProblem(field, config);
    if (!m_rows.at(field)->hasProblem())
        m_sites.change(m_site->id(), config, field);
}

void SiteSettings::showProblem(const QString &field, const site::SiteConfig &config)
{
    QString text;
    for (const base::Error &problem : site::validate(config)) {
        if (isAbout(problem, field) && text.isEmpty())
            text = problem.toString();
    }
    m_rows.at(field)->setProblem(text);
}

void SiteSettings::chooseFolder(const QString &title, std::function<void(const QString &)> take)
{
    auto *dialog = new QFileDialog(this, title, m_site->config().root);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, take);
    dialog->open();
}

} // namespace servelab::ui

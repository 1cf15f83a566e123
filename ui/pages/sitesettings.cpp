// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/sitesettings.h"

#include "ui/models/coretext.h"
#include "ui/pages/qualitytable.h"
#include "ui/sessions/sitecollection.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/settingeditor.h"

#include <QCheckBox>
#include <QEvent>
#include <QLineEdit>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int leastFormWidth = 808; // margins included
const QString portPath = u"port"_s;
const QString qualityPath = u"compression.brotliQuality"_s;

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

} // namespace

SiteSettings::SiteSettings(SiteCollection &sites, QWidget *parent)
    : QWidget(parent)
    , m_sites(sites)
    , m_scroll(new QScrollArea)
    , m_qualities(new QualityTable)
{
    m_scroll->setWidget(createForm());
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->viewport()->setBackgroundRole(QPalette::Base);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(createSearch());
    layout->addWidget(m_scroll, 1);
    QWidget::setTabOrder(m_search, m_changedOnly);
    fitWidth();
    connect(m_qualities, &QualityTable::qualityChosen, this, [this](int quality) {
        const auto row = std::ranges::find(m_rows, qualityPath,
            [](const Row &one) { return QString(QLatin1StringView(one.setting->path)); });
        take(*row, quality);
    });
}

/// A field that still has the keyboard says that its editing is finished when it goes.
SiteSettings::~SiteSettings()
{
    for (const Row &row : m_rows)
        row.editor->disconnect(this);
}

QWidget *SiteSettings::createSearch()
{
    m_search = new QLineEdit;
    m_search->setObjectName(u"settingSearch"_s);
    m_search->setPlaceholderText(tr("Search settings"));
    m_search->setAccessibleName(tr("Search settings"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(u"search"_s, QPalette::PlaceholderText), QLineEdit::LeadingPosition);
    m_changedOnly = new QCheckBox(tr("Changed only"));
    m_changedOnly->setObjectName(u"changedOnly"_s);
    connect(m_search, &QLineEdit::textChanged, this, &SiteSettings::filter);
    connect(m_changedOnly, &QCheckBox::toggled, this, &SiteSettings::filter);
    m_searchLine = new QWidget;
    auto *layout = new QHBoxLayout(m_searchLine);
    layout->setContentsMargins(24, 16, 24, 8);
    layout->setSpacing(16);
    layout->addWidget(m_search, 1);
    layout->addWidget(m_changedOnly);
    return m_searchLine;
}

QWidget *SiteSettings::createForm()
{
    auto *content = new QWidget;
    m_form = new QVBoxLayout(content);
    m_form->setContentsMargins(12, 0, 24, 24);
    m_form->setSpacing(8);
    m_nothing = new QLabel;
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_nothing->setContentsMargins(12, 16, 0, 0);
    m_nothing->hide();
    m_form->addWidget(m_nothing);
    m_rows.reserve(settings().size()); // the rows are captured by address
    for (const Setting &setting : settings()) {
        if (!m_titles.contains(setting.group))
            addTitle(setting.group);
        addRow(setting);
        if (QLatin1StringView(setting.path) == qualityPath)
            m_form->addWidget(m_qualities);
    }
    m_form->addStretch();
    return content;
}

/// Lines that are too long to read well help nobody.
void SiteSettings::fitWidth()
{
    const int width = std::max(leastFormWidth, fontMetrics().averageCharWidth() * 108);
    m_searchLine->setMaximumWidth(width);
    m_scroll->widget()->setMaximumWidth(width);
}

void SiteSettings::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitWidth();
}

void SiteSettings::addTitle(SettingGroup group)
{
    auto *label = new QLabel(groupTitle(group));
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    label->setContentsMargins(12, m_titles.empty() ? 8 : 24, 0, 0);
    m_form->addWidget(label);
    m_titles[group] = label;
}

void SiteSettings::addRow(const Setting &setting)
{
    SettingEditorWidget *editor = makeEditor(setting);
    auto *field = new FieldRow(labelOf(setting), setting.term, editor);
    field->setHint(hintOf(setting));
    m_form->addWidget(field);
    m_rows.push_back({&setting, editor, field});
    const Row &row = m_rows.back();
    connect(editor, &SettingEditorWidget::edited, this, [this, &row] { check(row); });
    connect(editor, &SettingEditorWidget::finished, this, [this, &row] { apply(row); });
    connect(field, &FieldRow::resetRequested, this,
        [this, &row] { take(row, valueOf(*row.setting, site::SiteConfig())); });
    if (auto *link = qobject_cast<HostsLink *>(editor))
        connect(link, &HostsLink::chosen, this, &SiteSettings::hostsRequested);
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
    m_search->setFocus();
}

FieldRow *SiteSettings::rowOf(const QString &path) const
{
    for (const Row &row : m_rows) {
        if (path == QLatin1StringView(row.setting->path))
            return row.field;
    }
    return nullptr;
}

void SiteSettings::showField(const QString &path)
{
    m_search->clear();
    m_changedOnly->setChecked(false);
    for (const Row &row : m_rows) {
        // "errors.404" is part of "errors".
        if (path.startsWith(QLatin1StringView(row.setting->path))) {
            m_scroll->ensureWidgetVisible(row.field);
            row.editor->setFocus();
        }
    }
}

QStringList SiteSettings::shownPaths() const
{
    QStringList paths;
    for (const Row &row : m_rows) {
        if (!row.field->isHidden())
            paths.append(QLatin1StringView(row.setting->path));
    }
    return paths;
}

/// Only what another configuration brings: a field that someone types in is left alone by everything else.
void SiteSettings::showSite()
{
    if (m_shown != m_site->config())
        showConfig(m_site->config());
    showFailure();
}

void SiteSettings::showConfig(const site::SiteConfig &config)
{
    m_shown = config;
    const site::Problems problems = site::validate(config);
    for (const Row &row : m_rows) {
        const QJsonValue value = valueOf(*row.setting, config);
        row.editor->setValue(value);
        row.field->setChanged(isChanged(*row.setting, config), defaultText(*row.setting));
        showProblem(row, problemsOf(*row.setting, problems));
    }
    showQualityHint(config);
    m_qualities->setSite(config.root, config.compression.brotliQuality);
    if (m_changedOnly->isChecked())
        filter();
}

void SiteSettings::showQualityHint(const site::SiteConfig &config)
{
    rowOf(qualityPath)->setHint(qualityHint(config.compression.brotliQuality));
}

void SiteSettings::showFailure()
{
    const auto &failure = m_site->failure();
    rowOf(portPath)->setProblem(
        failure && failure->where == portPath ? coreText(*failure).message : QString());
}

void SiteSettings::showProblem(const Row &row, const site::Problems &problems)
{
    row.field->setProblem(problems.isEmpty() ? QString() : coreText(problems.first()).toString());
}

void SiteSettings::check(const Row &row)
{
    showProblem(row, withValue(*row.setting, row.editor->value(), m_site->config()).problems);
}

void SiteSettings::apply(const Row &row)
{
    if (m_site)
        take(row, row.editor->value());
}

void SiteSettings::take(const Row &row, const QJsonValue &value)
{
    const ChangedConfig changed = withValue(*row.setting, value, m_site->config());
    showProblem(row, changed.problems);
    if (changed.problems.isEmpty())
        m_sites.change(m_site->id(), changed.config, QLatin1StringView(row.setting->path));
}

void SiteSettings::filter()
{
    const QString search = m_search->text();
    std::map<SettingGroup, bool> any;
    for (const Row &row : m_rows) {
        const bool shown
            = matches(*row.setting, search) && (!m_changedOnly->isChecked() || row.field->isChanged());
        row.field->setVisible(shown);
        any[row.setting->group] |= shown;
    }
    for (const auto &[group, title] : m_titles)
        title->setVisible(any[group]);
    m_qualities->setVisible(!rowOf(qualityPath)->isHidden());
    const bool nothing = std::ranges::none_of(any, [](const auto &group) { return group.second; });
    m_nothing->setText(search.isEmpty() ? tr("Every setting has its default.")
                                        : tr("No setting matches \"%1\".").arg(search));
    m_nothing->setVisible(nothing);
}

} // namespace servelab::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/comparesetup.h"

#include "ui/models/format.h"
#include "ui/models/sitefilesmodel.h"
#include "ui/models/sitelistmodel.h"
#include "ui/sessions/sitecollection.h"
#include "ui/widgets/chiprow.h"
#include "ui/widgets/labels.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QFileInfo>
#include <QLineEdit>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int highestQuality = 11;
constexpr int chipsPerRow = 6;

/// The largest file that compression is worth for, by its extension; else the largest of all.
int rowToBeginWith(const QList<SiteFile> &files)
{
    static const QStringList text{u"jsonl"_s, u"json"_s, u"js"_s, u"css"_s, u"html"_s, u"svg"_s, u"txt"_s,
        u"xml"_s, u"md"_s, u"csv"_s, u"wasm"_s};
    for (qsizetype row = 0; row < files.size(); ++row) {
        if (text.contains(QFileInfo(files[row].path).suffix().toLower()))
            return static_cast<int>(row);
    }
    return files.isEmpty() ? -1 : 0;
}

} // namespace

CompareSetup::CompareSetup(SiteCollection &sites, SiteListModel &model, QWidget *parent)
    : QWidget(parent)
    , m_sites(sites)
    , m_filesModel(new SiteFilesModel(this))
{
    auto *scroll = new QScrollArea;
    scroll->setWidget(createForm(model));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setBackgroundRole(QPalette::Window);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(scroll);
    connect(&m_listing, &QFutureWatcherBase::finished, this, &CompareSetup::showFiles);
    connect(&sites, &SiteCollection::siteChanged, this, &CompareSetup::listFiles);
    listFiles();
    update();
}

CompareSetup::~CompareSetup()
{
    m_listing.cancel();
}

QWidget *CompareSetup::createForm(SiteListModel &model)
{
    auto *form = new QWidget;
    m_groups = new QVBoxLayout(form);
    m_groups->setContentsMargins(16, 16, 16, 16);
    m_groups->setSpacing(4);
    m_site = new QComboBox;
    m_site->setModel(&model);
    m_site->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(m_site, &QComboBox::currentIndexChanged, this, &CompareSetup::listFiles);
    addGroup(m_site, tr("Site"), std::nullopt);
    addGroup(createFileBox(), tr("File to ask for"), std::nullopt);

    m_qualities = new ChipRow(0, highestQuality, chipsPerRow);
    m_qualities->choose(lab::BrotliComparison().qualities);
    connect(m_qualities, &ChipRow::changed, this, &CompareSetup::update);
    addGroup(m_qualities, tr("Brotli qualities"), Term::BrotliQuality);

    m_cached = new QCheckBox(tr("Once, then kept in memory"));
    m_eachRequest = new QCheckBox(tr("Again on each request"));
    m_eachRequest->setObjectName(u"eachRequest"_s);
    auto *codings = new QWidget;
    auto *codingLayout = new QVBoxLayout(codings);
    codingLayout->setSpacing(4);
    for (QCheckBox *box : {m_eachRequest, m_cached}) {
        box->setChecked(true);
        connect(box, &QCheckBox::toggled, this, &CompareSetup::update);
        codingLayout->addWidget(box);
    }
    addGroup(codings, tr("Compress"), Term::CodedVariant);

    m_rounds = createSpinBox(1, 50, 3, {});
    m_rounds->setObjectName(u"rounds"_s);
    addGroup(m_rounds, tr("Rounds"), Term::Round);
    m_duration = createSpinBox(100, 60'000, static_cast<int>(CompareChoice().duration.count()), tr(" ms"));
    m_duration->setObjectName(u"duration"_s);
    m_duration->setSingleStep(500);
    addGroup(m_duration, tr("Load for each sample"), std::nullopt);
    m_connections = createSpinBox(1, 1000, CompareChoice().connections, {});
    addGroup(m_connections, tr("Connections"), Term::Connections);
    m_estimate = new CaptionLabel;
    m_groups->addWidget(m_estimate);
    m_groups->addStretch();
    return form;
}

QComboBox *CompareSetup::createFileBox()
{
    m_file = new QComboBox;
    m_file->setObjectName(u"file"_s);
    m_file->setEditable(true);
    m_file->setInsertPolicy(QComboBox::NoInsert);
    m_file->setModel(m_filesModel);
    m_file->setMaxVisibleItems(16);
    m_file->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_file->completer()->setFilterMode(Qt::MatchContains);
    m_file->completer()->setCompletionMode(QCompleter::PopupCompletion);
    m_file->lineEdit()->setPlaceholderText(tr("Type to search"));
    connect(m_file, &QComboBox::currentTextChanged, this, &CompareSetup::update);
    return m_file;
}

QSpinBox *CompareSetup::createSpinBox(int lowest, int highest, int value, const QString &suffix)
{
    auto *box = new QSpinBox;
    box->setRange(lowest, highest);
    box->setValue(value);
    box->setSuffix(suffix);
    connect(box, &QSpinBox::valueChanged, this, &CompareSetup::update);
    return box;
}

void CompareSetup::addGroup(QWidget *editor, const QString &label, std::optional<Term> term)
{
    QLabel *name = term ? new TermLabel(label, *term) : new QLabel(label);
    name->setBuddy(editor);
    editor->setAccessibleName(label);
    m_groups->addWidget(name);
    m_groups->addWidget(editor);
    m_groups->addSpacing(12);
}

SiteSession *CompareSetup::site() const
{
    return m_sites.find(m_site->currentData(SiteListModel::IdRole).toString());
}

std::optional<CompareChoice> CompareSetup::choice() const
{
    const SiteSession *chosen = site();
    if (!chosen)
        return std::nullopt;
    const bool isFile = m_filesModel->rowOf(m_file->currentText()) >= 0; // not while it is being typed
    return CompareChoice{.site = chosen->config(),
        .file = isFile ? m_file->currentText() : QString(),
        .comparison = {m_qualities->chosen(), m_eachRequest->isChecked(), m_cached->isChecked()},
        .rounds = m_rounds->value(),
        .connections = m_connections->value(),
        .duration = std::chrono::milliseconds(m_duration->value())};
}

bool CompareSetup::isComplete() const
{
    const auto chosen = choice();
    return chosen && problemsOf(*chosen).isEmpty();
}

void CompareSetup::selectSite(const QString &id)
{
    m_site->setCurrentIndex(m_sites.rowOf(id));
}

void CompareSetup::listFiles()
{
    const SiteSession *chosen = site();
    const QString root = chosen ? chosen->config().root : QString();
    if (root == m_listedRoot)
        return;
    m_listedRoot = root;
    m_listing.cancel();
    if (chosen)
        m_listing.setFuture(listSiteFiles(root));
    else
        m_filesModel->setFiles({});
}

void CompareSetup::showFiles()
{
    if (m_listing.isCanceled() || m_listing.future().resultCount() == 0)
        return;
    const QList<SiteFile> files = m_listing.result();
    m_filesModel->setFiles(files);
    m_file->setCurrentIndex(rowToBeginWith(files));
    update();
}

void CompareSetup::update()
{
    const auto chosen = choice();
    const QList<base::Error> problems = chosen ? problemsOf(*chosen) : QList<base::Error>();
    if (!chosen) {
        m_estimate->setText(tr("Add a site first."));
    } else if (!problems.isEmpty()) {
        m_estimate->setText(problems.first().message);
    } else {
        const lab::Experiment experiment = experimentOf(*chosen);
        m_estimate->setText(tr("%1 samples, about %2. Nothing else should run meanwhile.")
                .arg(experiment.variants.size() * experiment.rounds * experiment.runsPerRound)
                .arg(formatDuration(lab::estimatedDuration(experiment))));
    }
    Q_EMIT changed();
}

} // namespace servelab::ui

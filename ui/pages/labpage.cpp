// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labpage.h"

#include "ui/models/coretext.h"
#include "ui/models/format.h"
#include "ui/models/labentriesmodel.h"
#include "ui/models/labproblems.h"
#include "ui/pages/labform.h"
#include "ui/pages/labplan.h"
#include "ui/pages/labrunview.h"
#include "ui/pages/labvariants.h"
#include "ui/sessions/labsession.h"
#include "ui/sessions/sitecollection.h"
#include "ui/widgets/fitnessstrip.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/listsplitter.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <utility>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int listWidth = 280;

enum View { EmptyView, FormView, RunView };

QString fileNameOf(const QString &title)
{
    QString name;
    for (const QChar letter : title.toLower())
        name += letter.isLetterOrNumber() ? letter : u'-';
    return name.isEmpty() ? u"experiment.json"_s : name + u".json"_s;
}

} // namespace

LabPage::LabPage(Places places, SiteCollection &sites, LabSession &session, QWidget *parent)
    : QWidget(parent)
    , m_places(std::move(places))
    , m_sites(sites)
    , m_session(session)
    , m_draft(sites.undoStack())
    , m_catalogue(m_places.contenders)
    , m_entries(new LabEntriesModel(this))
    , m_form(new LabForm(m_draft, m_catalogue))
    , m_run(new LabRunView(session))
{
    createActions();
    QWidget *listPanel = createListPanel();
    m_splitter = new ListSplitter(listPanel, createSide(), listWidth);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_splitter);
    connectSessions();
    takeSites();
    showState();
}

void LabPage::connectSessions()
{
    for (const auto signal :
        {&SiteCollection::inserted, &SiteCollection::removed, &SiteCollection::siteChanged})
        connect(&m_sites, signal, this, &LabPage::takeSites);
    connect(&m_sites, &SiteCollection::moved, this, &LabPage::takeSites);
    connect(&m_draft, &LabDraft::changed, this, &LabPage::ask);
    connect(&m_draft, &LabDraft::loaded, this, &LabPage::showChosen);
    connect(&m_catalogue, &LabCatalogue::found, this, [this] {
        m_entries->setCatalogue(m_catalogue.experiments());
        showChosen();
    });
    connect(&m_check, &LabCheck::answered, this, &LabPage::showProblems);
    connect(&m_machine, &MachineWatch::looked, this,
        [this] { m_form->fitness().setFitness(*m_machine.fitness()); });
    connect(&m_form->fitness(), &FitnessStrip::lookRequested, &m_machine, &MachineWatch::lookNow);
    connect(&m_session, &LabSession::changed, this, &LabPage::showState);
    connect(&m_session, &LabSession::finished, this, [this] { Q_EMIT said(tr("The experiment has ended")); });
    connect(m_run, &LabRunView::cancelRequested, m_cancelAction, &QAction::trigger);
    connect(m_run, &LabRunView::backRequested, this, &LabPage::showExperiment);
    connect(&m_files, &ExperimentFiles::saved, this,
        [this](const QString &path) { Q_EMIT said(tr("Saved %1").arg(QDir::toNativeSeparators(path))); });
    connect(&m_files, &ExperimentFiles::failed, this,
        [this](const base::Error &error) { Q_EMIT said(coreText(error).toString()); });
    connect(&m_files, &ExperimentFiles::opened, this,
        [this](const lab::Experiment &experiment, const QString &path) {
            m_draft.load({{LabOrigin::Kind::File, path}, experiment, {}});
            showExperiment();
            Q_EMIT said(tr("Opened %1").arg(QDir::toNativeSeparators(path)));
        });
}

void LabPage::takeFocus()
{
    if (m_views->currentIndex() == RunView)
        m_run->takeFocus();
    else
        m_list->setFocus();
}

/// Nothing of the lab is looked up before someone comes here.
void LabPage::begin()
{
    if (m_hasBegun)
        return;
    m_hasBegun = true;
    m_catalogue.look();
    if (m_draft.isEmpty() && m_sites.count())
        choose({LabOrigin::Kind::Site, m_sites.at(0)->id()});
    else if (!m_draft.isEmpty())
        ask();
}

void LabPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    begin();
    watchMachine();
}

void LabPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    watchMachine();
}

void LabPage::watchMachine()
{
    m_machine.setWatching(isVisible() && !m_session.isRunning());
}

void LabPage::takeSites()
{
    QList<LabEntriesModel::Site> sites;
    for (int row = 0; row < m_sites.count(); ++row) {
        const SiteSession &site = *m_sites.at(row);
        sites.append({site.id(), site.name(), site.config().root});
    }
    m_entries->setSites(sites);
    followSite();
}

void LabPage::followSite()
{
    if (m_draft.isEmpty() || m_draft.choice().origin.kind != LabOrigin::Kind::Site)
        return;
    if (const SiteSession *site = m_sites.find(m_draft.choice().origin.id))
        m_draft.followBase(site->config());
}

void LabPage::choose(const LabOrigin &origin)
{
    if (origin.kind == LabOrigin::Kind::Site) {
        if (const SiteSession *site = m_sites.find(origin.id))
            chooseSite(origin, site->config());
    } else if (origin.kind == LabOrigin::Kind::Sample) {
        const auto config = m_places.sampleSite();
        if (config)
            chooseSite(origin, *config);
        else
            Q_EMIT said(coreText(config.error().first()).toString());
    } else if (const lab::Experiment *experiment = m_catalogue.find(origin.id)) {
        m_draft.load({origin, coreText(*experiment), {}});
    }
}

void LabPage::chooseSite(const LabOrigin &origin, const site::SiteConfig &config)
{
    m_draft.load(siteChoice(origin, config, {}));
}

void LabPage::chooseCurrent()
{
    const auto origin = m_entries->originAt(m_list->currentIndex().row());
    if (!origin || (!m_draft.isEmpty() && m_draft.choice().origin == *origin))
        return;
    choose(*origin);
    if (!m_session.isRunning())
        showExperiment();
}

/// What is put together is what is selected, also after undo and after a search.
void LabPage::showChosen()
{
    if (m_draft.isEmpty())
        return;
    const int row = m_entries->rowOf(m_draft.choice().origin);
    const QSignalBlocker quiet(m_list->selectionModel());
    if (row >= 0)
        m_list->setCurrentIndex(m_entries->index(row, 0));
    else
        m_list->selectionModel()->clear();
    m_list->viewport()->update();
}

void LabPage::ask()
{
    showState();
    if (!m_hasBegun)
        return;
    LabQuestion question{
        chosenExperiment(m_draft.choice()), m_session.program(), m_catalogue.places(), std::nullopt};
    if (isOfASite(m_draft.choice()))
        question.file = fileOf(m_draft.choice());
    m_check.ask(question);
    showEstimate();
}

void LabPage::showProblems()
{
    m_isChecked = true;
    m_form->setProblems(withoutRepetitions(m_check.problems()));
    showState();
    if (std::exchange(m_runsOnceChecked, false))
        run();
}

void LabPage::showExperiment()
{
    showState();
    if (!m_draft.isEmpty())
        m_views->setCurrentIndex(FormView);
    showState();
}

void LabPage::showRun()
{
    m_views->setCurrentIndex(RunView);
    showState();
}

void LabPage::showState()
{
    if (m_views->currentIndex() == EmptyView && !m_draft.isEmpty())
        m_views->setCurrentIndex(FormView);
    const bool running = m_session.isRunning();
    const bool runs = m_views->currentIndex() == RunView;
    const bool ready = !m_draft.isEmpty() && m_isChecked && m_check.problems().isEmpty();
    m_runAction->setEnabled(!running && ready);
    m_runButton->setEnabled(m_runAction->isEnabled());
    m_runButton->setVisible(!runs && !m_draft.isEmpty());
    m_cancelAction->setEnabled(running && !m_session.isCancelling());
    m_saveAction->setEnabled(!m_draft.isEmpty());
    m_foot->setVisible(!runs && !m_draft.isEmpty());
    const QString title = runs && m_session.document() ? m_session.document()->experiment.title
        : m_draft.isEmpty()                            ? tr("Lab")
                                                       : m_draft.experiment().title;
    static_cast<ElidedLabel *>(m_title)->setWholeText(title);
    watchMachine();
    showEstimate();
}

/// Why it cannot be run, or how long it will take.
void LabPage::showEstimate()
{
    if (m_draft.isEmpty())
        return;
    QPalette colours;
    const bool isBlocked = m_isChecked && !m_check.problems().isEmpty();
    if (isBlocked)
        colours.setColor(QPalette::WindowText, coloursOf(palette()).error);
    m_estimate->setPalette(colours);
    if (isBlocked) {
        m_estimate->setText(
            tr("⚠ Cannot be run yet. %1").arg(reasonText(withoutRepetitions(m_check.problems()))));
        return;
    }
    const lab::Experiment experiment = chosenExperiment(m_draft.choice());
    const auto samples = experiment.workloads.size() * experiment.variants.size() * experiment.rounds
        * experiment.runsPerRound;
    m_estimate->setText(
        tr("%n samples, about %1. Nothing else should run meanwhile.", nullptr, static_cast<int>(samples))
            .arg(formatDuration(lab::estimatedDuration(experiment))));
}

void LabPage::run()
{
    if (!m_runAction->isEnabled())
        return;
    if (!m_check.isAnswered()) { // what was changed a moment ago is looked at first
        m_runsOnceChecked = true;
        return;
    }
    m_machine.setWatching(false);
    m_session.start(chosenExperiment(m_draft.choice()), m_catalogue.places());
    if (!m_session.isRunning()) {
        m_form->setProblems(m_session.problems());
        return;
    }
    m_run->begin();
    showRun();
    m_run->takeFocus();
}

void LabPage::openFile()
{
    auto *dialog = new QFileDialog(this, tr("Open experiment"), {}, tr("Experiments (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, &m_files, &ExperimentFiles::open);
    dialog->open();
}

void LabPage::saveFile()
{
    if (m_draft.isEmpty())
        return;
    auto *dialog = new QFileDialog(
        this, tr("Save experiment"), fileNameOf(m_draft.experiment().title), tr("Experiments (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"json"_s);
    connect(dialog, &QFileDialog::fileSelected, this,
        [this](const QString &path) { m_files.save(chosenExperiment(m_draft.choice()), path); });
    dialog->open();
}

QByteArray LabPage::splitterState() const
{
    return m_splitter->saveState();
}

void LabPage::restoreSplitter(const QByteArray &state)
{
    m_splitter->restoreState(state);
}

QByteArray LabPage::formState() const
{
    return m_draft.isEmpty() ? QByteArray() : toBytes(m_draft.choice());
}

void LabPage::restoreForm(const QByteArray &state)
{
    if (const auto choice = labChoiceFrom(state))
        m_draft.load(*choice);
}

} // namespace servelab::ui

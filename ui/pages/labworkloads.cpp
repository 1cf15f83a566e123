// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labworkloads.h"

#include "core/base/error.h"
#include "ui/models/coretext.h"
#include "ui/models/labdraft.h"
#include "ui/models/sitefilesmodel.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/labels.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QFileInfo>
#include <QLineEdit>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int boxIndent = 24; // under the text of a check box

/// The largest file that compression is worth for, by its extension; else the largest of all.
QString fileToBeginWith(const QList<SiteFile> &files)
{
    static const QStringList text{u"jsonl"_s, u"json"_s, u"js"_s, u"css"_s, u"html"_s, u"svg"_s, u"txt"_s,
        u"xml"_s, u"md"_s, u"csv"_s, u"wasm"_s};
    for (const SiteFile &file : files) {
        if (text.contains(QFileInfo(file.path).suffix().toLower()))
            return file.path;
    }
    return files.isEmpty() ? QString() : files.first().path;
}

QString requestText(const lab::Workload &workload)
{
    if (!workload.task.isEmpty())
        return LabWorkloads::tr("Done in the measured process; nothing is asked for.");
    if (workload.echoBytes)
        return LabWorkloads::tr("WebSocket messages to %1").arg(workload.path);
    constexpr int longest = 80;
    const QString path
        = workload.path.size() > longest ? workload.path.first(longest) + u"…"_s : workload.path;
    return QString::fromLatin1(workload.method) + u' ' + path;
}

} // namespace

LabWorkloads::LabWorkloads(LabDraft &draft, QWidget *parent)
    : QWidget(parent)
    , m_draft(draft)
    , m_files(new SiteFilesModel(this))
    , m_views(new QStackedLayout(this))
{
    m_views->addWidget(createSiteFields());
    m_views->addWidget(createList());
    connect(&m_listing, &QFutureWatcherBase::finished, this, &LabWorkloads::showFiles);
    connect(&draft, &LabDraft::changed, this, &LabWorkloads::showDraft);
}

LabWorkloads::~LabWorkloads()
{
    m_listing.cancel();
}

QWidget *LabWorkloads::createSiteFields()
{
    m_file = new QComboBox;
    m_file->setObjectName(u"file"_s);
    m_file->setEditable(true);
    m_file->setInsertPolicy(QComboBox::NoInsert);
    m_file->setModel(m_files);
    m_file->setMaxVisibleItems(16);
    m_file->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_file->completer()->setFilterMode(Qt::MatchContains);
    m_file->completer()->setCompletionMode(QCompleter::PopupCompletion);
    m_file->lineEdit()->setPlaceholderText(tr("Type to search"));
    connect(m_file, &QComboBox::currentTextChanged, this, &LabWorkloads::takeFile);

    m_coding = new QComboBox;
    m_coding->setObjectName(u"coding"_s);
    m_coding->addItems({tr("Brotli"), tr("gzip"), tr("Nothing compressed")});
    connect(m_coding, &QComboBox::activated, this,
        [this](int index) { m_draft.setCoding(static_cast<AcceptedCoding>(index)); });

    m_fileRow = new FieldRow(tr("File to ask for"), std::nullopt, m_file);
    auto *coding = new FieldRow(tr("The client accepts"), Term::ContentCoding, m_coding);
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setSpacing(8);
    layout->addWidget(m_fileRow);
    layout->addWidget(coding);
    layout->addStretch();
    return page;
}

QWidget *LabWorkloads::createList()
{
    auto *page = new QWidget;
    m_listLayout = new QVBoxLayout(page);
    m_listLayout->setContentsMargins(12, 0, 0, 0);
    m_listLayout->setSpacing(4);
    return page;
}

QWidget *LabWorkloads::firstField() const
{
    return m_views->currentIndex() == 0 || m_rows.isEmpty() ? static_cast<QWidget *>(m_file)
                                                            : m_rows.first().box;
}

void LabWorkloads::setProblems(const QList<base::Error> &problems)
{
    m_fileRow->setProblem(problems.isEmpty() ? QString() : coreText(problems.first()).toString());
}

void LabWorkloads::showDraft()
{
    const bool ofASite = isOfASite(m_draft.choice());
    m_views->setCurrentIndex(ofASite ? 0 : 1);
    // Only what is shown decides how high this is.
    for (int number = 0; number < m_views->count(); ++number)
        m_views->widget(number)->setSizePolicy(QSizePolicy::Preferred,
            number == m_views->currentIndex() ? QSizePolicy::Preferred : QSizePolicy::Ignored);
    if (!ofASite) {
        showList();
        return;
    }
    listFiles(m_draft.experiment().base.root);
    m_draft.suggestFile(m_suggestion);
    m_coding->setCurrentIndex(static_cast<int>(codingOf(m_draft.choice())));
    const QString file = fileOf(m_draft.choice());
    const int row = m_files->rowOf(file);
    const QSignalBlocker quiet(m_file);
    if (row >= 0)
        m_file->setCurrentIndex(row);
    else if (!m_file->lineEdit()->hasFocus())
        m_file->setEditText(file);
}

void LabWorkloads::showList()
{
    const QList<lab::Workload> &workloads = m_draft.experiment().workloads;
    const auto isShown = [this, &workloads] {
        return std::ranges::equal(m_rows, workloads, {}, &Row::id, &lab::Workload::id);
    };
    if (!isShown()) {
        m_rows.clear();
        while (QLayoutItem *item = m_listLayout->takeAt(0)) {
            delete item->widget();
            delete item;
        }
        addWorkloads(workloads);
    }
    for (const Row &row : m_rows)
        row.box->setChecked(!m_draft.choice().leftOut.contains(row.id));
    if (m_rows.size() == 1)
        m_rows.first().box->setEnabled(false); // without it there is no experiment
}

void LabWorkloads::addWorkloads(const QList<lab::Workload> &workloads)
{
    const QString shared = workloads.first().lesson;
    const bool isShared = std::ranges::all_of(
        workloads, [&shared](const lab::Workload &workload) { return workload.lesson == shared; });
    if (isShared && !shared.isEmpty())
        m_listLayout->addWidget(new CaptionLabel(shared));
    for (const lab::Workload &workload : workloads) {
        auto *box = new QCheckBox(workload.title.isEmpty() ? workload.id : workload.title);
        connect(box, &QCheckBox::clicked, this,
            [this, id = workload.id](bool on) { m_draft.setWorkloadChosen(id, on); });
        auto *request
            = new CaptionLabel(isShared ? requestText(workload)
                                        : u"%1 %2"_s.arg(workload.lesson, requestText(workload)).trimmed());
        request->setIndent(boxIndent);
        box->setAccessibleDescription(workload.lesson);
        m_listLayout->addWidget(box);
        m_listLayout->addWidget(request);
        m_rows.append({workload.id, box});
    }
}

void LabWorkloads::listFiles(const QString &root)
{
    if (root == m_listedRoot)
        return;
    m_listedRoot = root;
    m_suggestion.clear();
    m_listing.cancel();
    m_files->setFiles({});
    m_listing.setFuture(listSiteFiles(root));
}

void LabWorkloads::showFiles()
{
    if (m_listing.isCanceled() || m_listing.future().resultCount() == 0)
        return;
    const QList<SiteFile> files = m_listing.result();
    {
        const QSignalBlocker quiet(m_file);
        m_files->setFiles(files);
        m_file->setCurrentIndex(-1);
    }
    m_suggestion = fileToBeginWith(files);
    if (!m_draft.isEmpty())
        showDraft();
}

/// Only a file of the site: not what is being typed on the way to one.
void LabWorkloads::takeFile()
{
    if (m_files->rowOf(m_file->currentText()) >= 0)
        m_draft.setFile(m_file->currentText());
}

} // namespace servelab::ui

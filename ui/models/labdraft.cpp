// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/labdraft.h"

#include "ui/models/labpatch.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QUndoStack>
#include <QUrl>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Of the workload that asks for a file of a site.
const QString fileWorkload = u"file"_s;

QString pathOf(const QString &file)
{
    return u'/' + QString::fromLatin1(QUrl::toPercentEncoding(file, "/"));
}

QList<load::RequestField> fieldsFor(AcceptedCoding coding, const site::SiteConfig &config)
{
    QList<load::RequestField> fields;
    if (coding != AcceptedCoding::None)
        fields.append(
            load::RequestField{"Accept-Encoding", coding == AcceptedCoding::Brotli ? "br" : "gzip"});
    if (!config.domain.isEmpty())
        fields.append({"Host", config.domain.toUtf8()});
    return fields;
}

void setFileOf(LabChoice &choice, const QString &file)
{
    lab::Workload &workload = choice.experiment.workloads.first();
    workload.path = pathOf(file);
    workload.title = u'/' + file;
    const QString site = choice.experiment.title.section(u':', 0, 0);
    choice.experiment.title = file.isEmpty() ? site : u"%1: %2"_s.arg(site, file);
}

QString siteTitle(const site::SiteConfig &config)
{
    QString name
        = config.name.isEmpty() ? config.root.section(u'/', -1, -1, QString::SectionSkipEmpty) : config.name;
    return name.replace(u':', u' '); // it stands before one
}

} // namespace

/// Holds the whole before and after: an experiment is small.
class ChangeDraftCommand : public QUndoCommand
{
public:
    ChangeDraftCommand(LabDraft &draft, LabChoice next, const QString &what, QString field)
        : QUndoCommand(what)
        , m_draft(draft)
        , m_before(*draft.m_choice)
        , m_after(std::move(next))
        , m_field(std::move(field))
    {
    }

    void redo() override { m_draft.apply(m_after); }
    void undo() override { m_draft.apply(m_before); }
    int id() const override { return m_field.isEmpty() ? -1 : commandId; }

    bool mergeWith(const QUndoCommand *other) override
    {
        const auto *next = static_cast<const ChangeDraftCommand *>(other); // the same id, so the same class
        if (next->m_field != m_field)
            return false;
        m_after = next->m_after;
        return true;
    }

private:
    static constexpr int commandId = 2; // ChangeSiteCommand has 1

    LabDraft &m_draft;
    LabChoice m_before;
    LabChoice m_after;
    QString m_field;
};

lab::Experiment chosenExperiment(const LabChoice &choice)
{
    lab::Experiment experiment = choice.experiment;
    experiment.workloads.removeIf(
        [&choice](const lab::Workload &workload) { return choice.leftOut.contains(workload.id); });
    return experiment;
}

QByteArray toBytes(const LabChoice &choice)
{
    return QJsonDocument(QJsonObject{
                             {u"origin"_s, static_cast<int>(choice.origin.kind)},
                             {u"id"_s, choice.origin.id},
                             {u"leftOut"_s, QJsonArray::fromStringList(choice.leftOut)},
                             {u"experiment"_s, choice.experiment.toJson()},
                         })
        .toJson(QJsonDocument::Compact);
}

std::optional<LabChoice> labChoiceFrom(const QByteArray &bytes)
{
    const QJsonObject object = QJsonDocument::fromJson(bytes).object();
    auto experiment = lab::Experiment::fromJson(object[u"experiment"].toObject());
    const int kind = object[u"origin"].toInt(-1);
    if (!experiment || kind < 0 || kind > static_cast<int>(LabOrigin::Kind::File)
        || experiment->variants.isEmpty() || experiment->workloads.isEmpty())
        return std::nullopt;
    LabChoice choice{
        {static_cast<LabOrigin::Kind>(kind), object[u"id"].toString()}, std::move(*experiment), {}};
    for (const QJsonValue &id : object[u"leftOut"].toArray())
        choice.leftOut.append(id.toString());
    return choice;
}

bool isOfASite(const LabChoice &choice)
{
    return choice.origin.kind == LabOrigin::Kind::Site || choice.origin.kind == LabOrigin::Kind::Sample;
}

LabChoice siteChoice(const LabOrigin &origin, const site::SiteConfig &config, const QString &file)
{
    LabChoice choice{origin, {}, {}};
    lab::Experiment &experiment = choice.experiment;
    experiment.id = u"site"_s;
    experiment.group = u"own"_s;
    experiment.title = siteTitle(config);
    experiment.base = config;
    experiment.workloads = {lab::Workload{.id = fileWorkload,
        .title = {},
        .lesson = LabDraft::tr("One file of the site, asked for again and again."),
        .fields = fieldsFor(AcceptedCoding::Brotli, config),
        .body = {},
        .expectation = {},
        .proof = {},
        .echoBytes = {},
        .hook = {}}};
    experiment.variants = {{.id = u"baseline"_s, .label = LabDraft::tr("As configured")}};
    experiment.plan.warmUp = 300ms;
    experiment.plan.duration = 1s;
    experiment.plan.settle = 300ms;
    setFileOf(choice, file);
    return choice;
}

QString fileOf(const LabChoice &choice)
{
    if (!isOfASite(choice))
        return {};
    const QString &path = choice.experiment.workloads.first().path;
    return QString::fromUtf8(QByteArray::fromPercentEncoding(path.sliced(1).toLatin1()));
}

AcceptedCoding codingOf(const LabChoice &choice)
{
    for (const load::RequestField &field : choice.experiment.workloads.first().fields) {
        if (field.name.compare("Accept-Encoding", Qt::CaseInsensitive) == 0)
            return field.value.contains("br") ? AcceptedCoding::Brotli : AcceptedCoding::Gzip;
    }
    return AcceptedCoding::None;
}

LabDraft::LabDraft(QUndoStack &history, QObject *parent)
    : QObject(parent)
    , m_history(history)
{
}

void LabDraft::load(const LabChoice &choice)
{
    if (m_choice && m_isEdited)
        m_history.push(new ChangeDraftCommand(
            *this, choice, tr("Opened another experiment: %1").arg(choice.experiment.title), {}));
    else
        apply(choice);
    m_isEdited = false;
}

void LabDraft::followBase(const site::SiteConfig &config)
{
    if (!m_choice || m_choice->experiment.base == config)
        return;
    m_choice->experiment.base = config;
    Q_EMIT changed();
}

void LabDraft::suggestFile(const QString &file)
{
    if (file.isEmpty() || !m_choice || !isOfASite(*m_choice) || !fileOf(*m_choice).isEmpty())
        return;
    setFileOf(*m_choice, file);
    Q_EMIT changed();
}

void LabDraft::setFile(const QString &file)
{
    if (!m_choice || !isOfASite(*m_choice) || file == fileOf(*m_choice))
        return;
    LabChoice next = *m_choice;
    setFileOf(next, file);
    edit(next, tr("Changed the file to ask for"), u"file"_s);
}

void LabDraft::setCoding(AcceptedCoding coding)
{
    if (!m_choice || !isOfASite(*m_choice) || coding == codingOf(*m_choice))
        return;
    LabChoice next = *m_choice;
    next.experiment.workloads.first().fields = fieldsFor(coding, next.experiment.base);
    edit(next, tr("Changed what the client accepts"), u"coding"_s);
}

void LabDraft::setWorkloadChosen(const QString &id, bool chosen)
{
    LabChoice next = *m_choice;
    next.leftOut.removeAll(id);
    if (!chosen)
        next.leftOut.append(id);
    if (next.leftOut.size() != m_choice->leftOut.size())
        edit(next, chosen ? tr("Added a workload") : tr("Left out a workload"), {});
}

void LabDraft::setPlan(const lab::SamplePlan &plan, const QString &field)
{
    LabChoice next = *m_choice;
    next.experiment.plan = plan;
    edit(next, tr("Changed the plan"), u"plan."_s + field);
}

void LabDraft::setRounds(int rounds)
{
    if (rounds == m_choice->experiment.rounds)
        return;
    LabChoice next = *m_choice;
    next.experiment.rounds = rounds;
    edit(next, tr("Changed the number of rounds"), u"rounds"_s);
}

int LabDraft::addVariant()
{
    lab::Variant variant = experiment().variants.first();
    if (variant.contender)
        variant = {};
    const auto number = experiment().variants.size() + 1;
    variant.id = unusedId(u"variant-%1"_s.arg(number));
    variant.label = tr("Variant %1").arg(number);
    return insertAfter(static_cast<int>(experiment().variants.size()) - 1, variant, tr("Added a variant"));
}

int LabDraft::duplicateVariant(int row)
{
    lab::Variant variant = experiment().variants[row];
    variant.id = unusedId(variant.id);
    variant.label = tr("%1, copy").arg(variant.label);
    return insertAfter(row, variant, tr("Duplicated %1").arg(experiment().variants[row].label));
}

int LabDraft::addContender(const lab::Contender &contender)
{
    lab::Variant variant{.id = unusedId(contender.name), .label = contender.title};
    variant.contender = contender;
    return insertAfter(static_cast<int>(experiment().variants.size()) - 1, variant,
        tr("Added the server %1").arg(contender.title));
}

int LabDraft::insertAfter(int row, const lab::Variant &variant, const QString &what)
{
    QList<lab::Variant> variants = experiment().variants;
    variants.insert(row + 1, variant);
    editVariants(variants, what);
    return row + 1;
}

void LabDraft::removeVariant(int row)
{
    QList<lab::Variant> variants = experiment().variants;
    const QString label = variants.takeAt(row).label;
    editVariants(variants, tr("Removed %1").arg(label));
}

void LabDraft::makeBaseline(int row)
{
    QList<lab::Variant> variants = experiment().variants;
    if (row == 0)
        return;
    variants.move(row, 0);
    editVariants(variants, tr("%1 is the baseline").arg(variants.first().label));
}

void LabDraft::renameVariant(int row, const QString &label)
{
    QList<lab::Variant> variants = experiment().variants;
    if (label.isEmpty() || label == variants[row].label)
        return;
    variants[row].label = label;
    editVariants(variants, tr("Renamed a variant"), variants[row].id + "/label"_L1);
}

void LabDraft::setDifference(int row, const QString &path, const QJsonValue &value)
{
    QList<lab::Variant> variants = experiment().variants;
    const QJsonObject patch = withSetting(variants[row].patch, path, value);
    if (patch == variants[row].patch)
        return;
    variants[row].patch = patch;
    editVariants(variants, tr("Changed %1").arg(variants[row].label), variants[row].id + u'/' + path);
}

void LabDraft::removeDifference(int row, const QString &path)
{
    QList<lab::Variant> variants = experiment().variants;
    variants[row].patch = withoutSetting(variants[row].patch, path);
    editVariants(variants, tr("Removed a difference of %1").arg(variants[row].label));
}

void LabDraft::replaceVariants(const QList<lab::Variant> &variants, const QString &what)
{
    editVariants(variants, what);
}

void LabDraft::editVariants(const QList<lab::Variant> &variants, const QString &what, const QString &field)
{
    LabChoice next = *m_choice;
    next.experiment.variants = variants;
    edit(next, what, field);
}

void LabDraft::edit(LabChoice next, const QString &what, const QString &field)
{
    m_isEdited = true;
    m_history.push(new ChangeDraftCommand(*this, std::move(next), what, field));
}

void LabDraft::apply(const std::optional<LabChoice> &choice)
{
    const bool isOther = !m_choice || m_choice->origin != choice->origin;
    m_choice = choice;
    if (isOther)
        Q_EMIT loaded();
    Q_EMIT changed();
}

QString LabDraft::unusedId(const QString &wish) const
{
    const auto isUsed = [this](const QString &id) {
        return std::ranges::any_of(
            experiment().variants, [&id](const lab::Variant &variant) { return variant.id == id; });
    };
    QString id = wish;
    for (int number = 2; isUsed(id); ++number)
        id = u"%1-%2"_s.arg(wish).arg(number);
    return id;
}

} // namespace servelab::ui

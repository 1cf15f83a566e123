// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labplan.h"

#include "ui/models/coretext.h"
#include "ui/models/labdraft.h"
#include "ui/models/labproblems.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/style.h"

#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int fieldWidth = 176;
constexpr int highestRate = 1'000'000;

enum ArrivalKind { Closed, Constant, Ramp };

void setQuietly(QSpinBox *box, qint64 value)
{
    const QSignalBlocker quiet(box);
    if (box->value() != value)
        box->setValue(static_cast<int>(value));
}

/// At the left, in a row as wide as any.
QWidget *leftAligned(QWidget *field)
{
    auto *holder = new QWidget;
    auto *layout = new QHBoxLayout(holder);
    layout->addWidget(field);
    layout->addStretch();
    holder->setFocusProxy(field);
    return holder;
}

} // namespace

LabPlan::LabPlan(LabDraft &draft, QWidget *parent)
    : QWidget(parent)
    , m_draft(draft)
    , m_folded(new QWidget)
    , m_fold(new QPushButton(tr("More of the plan")))
{
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    createUsual(layout);
    m_fold->setObjectName(u"morePlan"_s);
    setButtonKind(m_fold, ButtonKind::Quiet);
    layout->addWidget(m_fold, 0, Qt::AlignLeft);
    auto *folded = new QVBoxLayout(m_folded);
    folded->setSpacing(8);
    createFolded(folded);
    layout->addWidget(m_folded);
    m_folded->hide();
    connect(m_fold, &QPushButton::clicked, this, [this] { setUnfolded(!isUnfolded()); });
    connect(&draft, &LabDraft::changed, this, &LabPlan::showDraft);
}

bool LabPlan::isUnfolded() const
{
    return !m_folded->isHidden();
}

void LabPlan::setUnfolded(bool unfolded)
{
    m_folded->setVisible(unfolded);
    m_fold->setText(unfolded ? tr("Less of the plan") : tr("More of the plan"));
}

FieldRow *LabPlan::addRow(QVBoxLayout *layout, const QString &field, const QString &label,
    std::optional<Term> term, QWidget *editor, const QString &hint)
{
    editor->setObjectName(field);
    editor->setAccessibleName(label);
    auto *row = new FieldRow(label, term, leftAligned(editor));
    row->setHint(hint);
    layout->addWidget(row);
    m_rows[field] = row;
    return row;
}

QSpinBox *LabPlan::addNumber(QVBoxLayout *layout, const Number &number)
{
    auto *box = new QSpinBox;
    box->setRange(number.lowest, number.highest);
    box->setSuffix(number.suffix);
    box->setGroupSeparatorShown(true);
    box->setMinimumWidth(fieldWidth);
    const QString field = QLatin1StringView(number.field);
    addRow(layout, field, number.label, number.term, box, number.hint);
    connect(box, &QSpinBox::valueChanged, this, [this, field, write = number.write](int value) {
        lab::SamplePlan plan = m_draft.experiment().plan;
        write(plan, value);
        m_draft.setPlan(plan, field);
    });
    return box;
}

void LabPlan::createUsual(QVBoxLayout *layout)
{
    m_rounds = new QSpinBox;
    m_rounds->setRange(1, 1000);
    m_rounds->setMinimumWidth(fieldWidth);
    addRow(layout, u"rounds"_s, tr("Rounds"), Term::Round, m_rounds,
        tr("Verdicts need at least 3. More tell smaller differences from noise."));
    connect(m_rounds, &QSpinBox::valueChanged, &m_draft, &LabDraft::setRounds);
    m_duration = addNumber(layout,
        {"duration", tr("Load for each sample"), std::nullopt, 10, 3'600'000, tr(" ms"), {},
            [](lab::SamplePlan &plan, int value) { plan.duration = std::chrono::milliseconds(value); }});
    m_duration->setSingleStep(500);
    m_connections = addNumber(layout,
        {"connections", tr("Connections"), Term::Connections, 1, 10'000, {}, {},
            [](lab::SamplePlan &plan, int value) { plan.connections = value; }});
}

void LabPlan::createFolded(QVBoxLayout *layout)
{
    createArrival(layout);
    m_keepAlive = new QCheckBox(tr("Keep connections for the next request"));
    addRow(layout, u"keepAlive"_s, tr("Keep-alive"), Term::OpenConnections, m_keepAlive);
    connect(m_keepAlive, &QCheckBox::clicked, this, [this](bool on) {
        lab::SamplePlan plan = m_draft.experiment().plan;
        plan.keepAlive = on;
        m_draft.setPlan(plan, u"keepAlive"_s);
    });
    m_pipeline = addNumber(layout,
        {"pipeline", tr("Pipelining"), Term::Pipelining, 1, 256, {},
            tr("Requests on a connection at the same time."),
            [](lab::SamplePlan &plan, int value) { plan.pipeline = value; }});
    m_threads = addNumber(layout,
        {"threads", tr("Load threads"), std::nullopt, 1, 64, {}, tr("Of the program that makes the load."),
            [](lab::SamplePlan &plan, int value) { plan.threads = value; }});
    m_warmUp = addNumber(layout,
        {"warmUp", tr("Warm-up"), Term::WarmUp, 0, 600'000, tr(" ms"), {},
            [](lab::SamplePlan &plan, int value) { plan.warmUp = std::chrono::milliseconds(value); }});
    m_warmUp->setSingleStep(100);
    m_settle = addNumber(layout,
        {"settle", tr("Settling"), Term::RetainedMemory, 0, 600'000, tr(" ms"),
            tr("Between the end of load and the reading of retained memory."),
            [](lab::SamplePlan &plan, int value) { plan.settle = std::chrono::milliseconds(value); }});
    m_settle->setSingleStep(100);
    m_idle = addNumber(layout,
        {"idleConnections", tr("Idle connections"), Term::OpenConnections, 0, 10'000, {},
            tr("Kept open after load, to see what each holds in memory. 0: not looked at."),
            [](lab::SamplePlan &plan, int value) { plan.idleConnections = value; }});
}

void LabPlan::createArrival(QVBoxLayout *layout)
{
    m_arrival = new QComboBox;
    m_arrival->addItems({tr("After the last answer"), tr("At a constant rate"), tr("At a rising rate")});
    m_arrival->setAccessibleName(tr("Requests are sent"));
    m_fromRate = new QSpinBox;
    m_toRate = new QSpinBox;
    m_fromRate->setObjectName(u"fromRate"_s);
    m_toRate->setObjectName(u"toRate"_s);
    m_fromRate->setAccessibleName(tr("Requests a second"));
    m_toRate->setAccessibleName(tr("Requests a second at the end"));
    m_fromRate->setValue(1);
    auto *fields = new QWidget;
    auto *line = new QHBoxLayout(fields);
    line->setSpacing(8);
    line->addWidget(m_arrival);
    line->addWidget(m_fromRate);
    line->addWidget(m_toRate);
    fields->setFocusProxy(m_arrival);
    for (QSpinBox *box : {m_fromRate, m_toRate}) {
        box->setRange(1, highestRate);
        box->setSuffix(tr(" req/s"));
        box->setGroupSeparatorShown(true);
        connect(box, &QSpinBox::valueChanged, this, &LabPlan::takeArrival);
    }
    m_toRate->setPrefix(tr("to "));
    addRow(layout, u"arrival"_s, tr("Requests are sent"), Term::Arrival, fields);
    connect(m_arrival, &QComboBox::activated, this, &LabPlan::takeArrival);
}

void LabPlan::takeArrival()
{
    lab::SamplePlan plan = m_draft.experiment().plan;
    const double from = m_fromRate->value();
    if (m_arrival->currentIndex() == Constant)
        plan.arrival = load::ConstantRate{from};
    else if (m_arrival->currentIndex() == Ramp)
        plan.arrival = load::RateRamp{from, static_cast<double>(m_toRate->value()), plan.duration};
    else
        plan.arrival = load::ClosedLoop();
    m_draft.setPlan(plan, u"arrival"_s);
}

void LabPlan::showDraft()
{
    const lab::SamplePlan &plan = m_draft.experiment().plan;
    setQuietly(m_rounds, m_draft.experiment().rounds);
    setQuietly(m_duration, plan.duration.count());
    setQuietly(m_connections, plan.connections);
    setQuietly(m_pipeline, plan.pipeline);
    setQuietly(m_threads, plan.threads);
    setQuietly(m_warmUp, plan.warmUp.count());
    setQuietly(m_settle, plan.settle.count());
    setQuietly(m_idle, plan.idleConnections);
    m_keepAlive->setChecked(plan.keepAlive);
    showArrival(plan.arrival);
}

void LabPlan::showArrival(const load::Arrival &arrival)
{
    m_arrival->setCurrentIndex(static_cast<int>(arrival.index()));
    if (const auto *rate = std::get_if<load::ConstantRate>(&arrival))
        setQuietly(m_fromRate, qRound64(rate->perSecond));
    if (const auto *ramp = std::get_if<load::RateRamp>(&arrival)) {
        setQuietly(m_fromRate, qRound64(ramp->fromPerSecond));
        setQuietly(m_toRate, qRound64(ramp->toPerSecond));
    }
    m_fromRate->setVisible(arrival.index() != Closed);
    m_toRate->setVisible(arrival.index() == Ramp);
}

void LabPlan::setProblems(const QList<base::Error> &problems)
{
    for (const auto &[field, row] : m_rows)
        row->setProblem({});
    for (const base::Error &problem : problems) {
        const auto row = m_rows.find(planFieldOf(problem));
        if (row == m_rows.end())
            continue;
        row->second->setProblem(coreText(problem).toString());
        if (m_folded->isAncestorOf(row->second))
            setUnfolded(true);
    }
}

} // namespace servelab::ui

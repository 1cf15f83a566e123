// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labsweepbox.h"

#include "ui/models/coretext.h"
#include "ui/models/labdraft.h"
#include "ui/widgets/chiprow.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/style.h"
#include "ui/widgets/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int chipsPerRow = 6;
const QString firstSetting = u"compression.brotliQuality"_s;

/// Those of groups with the group's name, as some labels stand in two groups.
QString nameOf(const Setting &setting)
{
    return u"%1: %2"_s.arg(groupTitle(setting.group).section(u':', 0, 0), labelOf(setting));
}

QString exampleOf(const Setting &setting)
{
    if (setting.editor == SettingEditor::Bytes)
        return SweepRow::tr("such as: 0, 1 MiB, 64 MiB");
    if (setting.editor == SettingEditor::Milliseconds)
        return SweepRow::tr("such as: 1 s, 5 s, 30 s");
    return SweepRow::tr("such as: 1, 2, 4 or 0..100..20");
}

} // namespace

SweepRow::SweepRow(bool isOptional, const QString &accessibleName, QWidget *parent)
    : QWidget(parent)
    , m_setting(new QComboBox)
    , m_layout(new QHBoxLayout(this))
{
    if (isOptional)
        m_setting->addItem(tr("No second setting"), QString());
    for (const Setting &one : settings()) {
        if (canSweep(one))
            m_setting->addItem(nameOf(one), QString::fromLatin1(one.path));
    }
    m_setting->setAccessibleName(accessibleName);
    m_setting->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    setFocusProxy(m_setting);
    m_layout->setSpacing(12);
    m_layout->addWidget(m_setting, 0, Qt::AlignTop);
    connect(m_setting, &QComboBox::currentIndexChanged, this, &SweepRow::showValues);
    showValues();
}

bool SweepRow::isUsed() const
{
    return setting() != nullptr;
}

const Setting *SweepRow::setting() const
{
    return findSetting(m_setting->currentData().toString());
}

void SweepRow::setSetting(const QString &path)
{
    m_setting->setCurrentIndex(std::max(0, m_setting->findData(path)));
}

void SweepRow::showValues()
{
    delete m_values;
    m_chips = nullptr;
    m_text = nullptr;
    m_choices.clear();
    m_values = new QWidget;
    const Setting *chosen = setting();
    if (chosen && sweepInputOf(*chosen) == SweepInput::Choices) {
        showChoices(*chosen);
    } else if (chosen && sweepInputOf(*chosen) == SweepInput::Chips) {
        delete m_values;
        const WholeNumbers range = rangeOf(*chosen);
        m_values = m_chips
            = new ChipRow(static_cast<int>(range.least), static_cast<int>(range.most), chipsPerRow);
        m_chips->choose({static_cast<int>(range.least), 4, static_cast<int>(range.most)});
        connect(m_chips, &ChipRow::changed, this, &SweepRow::changed);
    } else if (chosen) {
        delete m_values;
        m_values = m_text = new QLineEdit;
        m_text->setPlaceholderText(exampleOf(*chosen));
        connect(m_text, &QLineEdit::textChanged, this, &SweepRow::changed);
    }
    m_values->setAccessibleName(tr("Values"));
    m_layout->addWidget(m_values, 1);
    QWidget::setTabOrder(m_setting, m_values);
    Q_EMIT changed();
}

void SweepRow::showChoices(const Setting &setting)
{
    auto *line = new QVBoxLayout(m_values);
    line->setSpacing(4);
    for (const NamedValue &choice : sweepChoices(setting)) {
        auto *box = new QCheckBox(choice.name);
        box->setChecked(true);
        connect(box, &QCheckBox::toggled, this, &SweepRow::changed);
        line->addWidget(box);
        m_choices.append({box, choice.value});
    }
}

base::Expected<lab::SweptSetting> SweepRow::read() const
{
    const Setting &chosen = *setting();
    QStringList numbers;
    if (m_chips) {
        for (const int number : m_chips->chosen())
            numbers.append(QString::number(number));
        return readSweep(chosen, numbers.join(u','));
    }
    if (m_text)
        return readSweep(chosen, m_text->text());
    lab::SweptSetting swept{QString::fromLatin1(chosen.path), {}};
    for (const auto &[box, value] : m_choices) {
        if (box->isChecked())
            swept.values.append(value);
    }
    if (swept.values.isEmpty())
        return base::fail(tr("Choose at least one value of %1.").arg(labelOf(chosen)));
    return swept;
}

LabSweepBox::LabSweepBox(LabDraft &draft, QWidget *parent)
    : QFrame(parent)
    , m_draft(draft)
    , m_first(new SweepRow(false, tr("Setting to go through")))
    , m_second(new SweepRow(true, tr("Second setting to go through")))
    , m_message(new CaptionLabel)
    , m_make(new QPushButton(icon(u"add"_s), QString()))
{
    m_first->setObjectName(u"firstSweep"_s);
    m_second->setObjectName(u"secondSweep"_s);
    m_make->setObjectName(u"makeVariants"_s);
    auto *cancel = new QPushButton(tr("Close"));
    setButtonKind(cancel, ButtonKind::Quiet);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_message, 1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_make);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    layout->addWidget(new SectionLabel(tr("Sweep: a variant for each value")));
    layout->addWidget(m_first);
    layout->addWidget(m_second);
    layout->addLayout(buttons);
    setFrameShape(QFrame::StyledPanel);
    connect(m_first, &SweepRow::changed, this, &LabSweepBox::update);
    connect(m_second, &SweepRow::changed, this, &LabSweepBox::update);
    connect(m_make, &QPushButton::clicked, this, &LabSweepBox::makeVariants);
    connect(cancel, &QPushButton::clicked, this, &LabSweepBox::finished);
    m_first->setSetting(firstSetting);
    update();
}

void LabSweepBox::begin()
{
    m_first->setFocus();
    update();
}

std::expected<QList<lab::SweptSetting>, base::Error> LabSweepBox::read() const
{
    QList<lab::SweptSetting> swept;
    for (const SweepRow *row : {m_first, m_second}) {
        if (!row->isUsed())
            continue;
        const auto one = row->read();
        if (!one)
            return std::unexpected(one.error());
        if (!swept.isEmpty() && swept.first().path == one->path)
            return base::fail(tr("Both are the same setting."), tr("Choose another second one."));
        swept.append(*one);
    }
    return swept;
}

void LabSweepBox::showProblem(const QString &problem)
{
    QPalette colours;
    if (!problem.isEmpty())
        colours.setColor(QPalette::PlaceholderText, coloursOf(palette()).error);
    m_message->setPalette(colours);
    m_message->setText(problem.isEmpty() ? tr("They replace the variants there are. This can be undone.")
                                         : tr("⚠ %1").arg(problem));
}

void LabSweepBox::update()
{
    const auto swept = read();
    qsizetype count = 1;
    for (const lab::SweptSetting &one : swept.value_or(QList<lab::SweptSetting>()))
        count *= one.values.size();
    showProblem(swept ? QString() : coreText(swept.error()).toString());
    m_make->setEnabled(swept.has_value());
    m_make->setText(!swept ? tr("Make variants")
            : count == 1   ? tr("Make 1 variant")
                           : tr("Make %n variants", nullptr, static_cast<int>(count)));
}

void LabSweepBox::makeVariants()
{
    const auto swept = read();
    if (!swept || m_draft.isEmpty())
        return;
    const auto variants = variantsOfSweep(m_draft.experiment(), *swept);
    if (!variants) {
        showProblem(coreText(variants.error().first()).toString());
        return;
    }
    m_draft.replaceVariants(*variants, tr("Made variants of a sweep"));
    Q_EMIT finished();
}

} // namespace servelab::ui

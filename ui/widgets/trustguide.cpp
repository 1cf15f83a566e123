// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/trustguide.h"

#include "ui/models/coretext.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"

#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int lines = 3; // the longest step has so many

} // namespace

TrustGuide::TrustGuide(QWidget *parent)
    : QWidget(parent)
    , m_where(new QComboBox)
    , m_commands(new QPlainTextEdit)
    , m_note(new CaptionLabel)
    , m_copy(new QPushButton(icon(u"copy"_s), tr("Copy commands")))
{
    m_where->setObjectName(u"trustWhere"_s);
    m_where->setAccessibleName(tr("System or browser"));
    m_commands->setObjectName(u"trustCommands"_s);
    m_commands->setAccessibleName(tr("What to do"));
    m_commands->setReadOnly(true);
    m_commands->setTabChangesFocus(true);
    m_commands->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_copy->setObjectName(u"copyTrust"_s);
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_where);
    line->addWidget(m_copy);
    line->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(
        new CaptionLabel(tr("Browsers warn until they trust the authority of this machine. That is "
                            "done once, and counts for every certificate that is created here.")));
    layout->addLayout(line);
    layout->addWidget(m_commands);
    layout->addWidget(m_note);
    connect(m_where, &QComboBox::currentIndexChanged, this, &TrustGuide::showStep);
    connect(m_copy, &QPushButton::clicked, this, &TrustGuide::copy);
    fitCommands();
}

void TrustGuide::setAuthority(const QString &file)
{
    if (file == m_authority)
        return;
    m_authority = file;
    m_steps = certificates::trustSteps(file);
    if (m_where->count() == 0) {
        const QSignalBlocker quiet(m_where);
        for (const certificates::TrustStep &step : m_steps)
            m_where->addItem(coreText(step.where));
        m_where->setCurrentIndex(static_cast<int>(certificates::stepOfThisSystem(m_steps)));
    }
    showStep();
}

void TrustGuide::showStep()
{
    const certificates::TrustStep &step = m_steps.at(m_where->currentIndex());
    const QString file = tr("The authority's file: %1").arg(m_authority);
    QStringList shown;
    for (const QString &line : step.lines)
        shown.append(step.isByHand ? coreText(line) : line); // a command is one in every language
    m_commands->setPlainText(shown.join(u'\n'));
    m_copy->setText(step.isByHand ? tr("Copy the file's name") : tr("Copy commands"));
    m_note->setText(step.note.isEmpty() ? file : coreText(step.note) + u". "_s + file);
}

void TrustGuide::copy()
{
    const certificates::TrustStep &step = m_steps.at(m_where->currentIndex());
    QGuiApplication::clipboard()->setText(step.isByHand ? m_authority : step.lines.join(u'\n'));
    Q_EMIT copied(step.isByHand ? tr("Copied the name of the authority's file")
                                : tr("Copied the commands for %1").arg(coreText(step.where)));
}

/// As high as the longest step, so that nothing jumps.
void TrustGuide::fitCommands()
{
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF()); // follows the size of all text
    m_commands->setFont(fixed);
    const int scrollBar = 16; // of lines that are longer than the page is wide
    m_commands->setFixedHeight(m_commands->fontMetrics().lineSpacing() * lines + 20 + scrollBar);
}

void TrustGuide::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitCommands();
}

} // namespace servelab::ui

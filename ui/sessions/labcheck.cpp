// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/labcheck.h"

#include "ui/sessions/background.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

using Problems = QList<base::Error>;

void addLostFolder(const LabQuestion &question, Problems &problems)
{
    const site::SiteConfig &base = question.experiment.base;
    if (question.experiment.fixture.isEmpty() && !QFileInfo(base.root).isDir())
        problems += base::Error{
            LabCheck::tr("The folder \"%1\" is not there.").arg(QDir::toNativeSeparators(base.root)),
            LabCheck::tr("Bring it back, or choose another folder in the site's settings."), u"base.root"_s};
}

void addUnreachableFile(const LabQuestion &question, Problems &problems)
{
    if (!question.file || !problems.isEmpty())
        return;
    const QFileInfo file(QDir(question.experiment.base.root), *question.file);
    const QString where = u"workloads[0].path"_s;
    if (question.file->isEmpty())
        problems += base::Error{LabCheck::tr("Choose the file to ask for."), {}, where};
    else if (file.isDir() || !file.exists())
        problems
            += base::Error{LabCheck::tr("There is no file \"%1\" in the site's folder.").arg(*question.file),
                LabCheck::tr("Choose one of its files."), where};
    else if (!file.isReadable())
        problems += base::Error{LabCheck::tr("The file \"%1\" cannot be read.").arg(*question.file),
            LabCheck::tr("Change its permissions, or choose another one."), where};
}

void addMissingContenders(const LabQuestion &question, Problems &problems)
{
    const auto &variants = question.experiment.variants;
    for (qsizetype number = 0; number < variants.size(); ++number) {
        if (!variants[number].contender)
            continue;
        const auto program = lab::findProgram(*variants[number].contender, question.places);
        if (!program)
            problems += base::Error{
                program.error().message, program.error().remedy, u"variants[%1].contender"_s.arg(number)};
    }
}

void addMissingProgram(const LabQuestion &question, Problems &problems)
{
    const QFileInfo program(question.program);
    if (!program.isFile() || !program.isExecutable())
        problems += base::Error{
            LabCheck::tr("The program servelab-cli, which serves and loads in an experiment, is not there."),
            LabCheck::tr("Install it beside this one."), u"program"_s};
}

/// What is known of the root already is not said again for every variant.
void addOthers(const LabQuestion &question, Problems &problems)
{
    const bool isLost = std::ranges::any_of(
        problems, [](const base::Error &problem) { return problem.where == "base.root"_L1; });
    for (const base::Error &problem : lab::validate(question.experiment)) {
        if (!isLost || !problem.where.endsWith(".root"_L1))
            problems += problem;
    }
}

} // namespace

QList<base::Error> labProblems(const LabQuestion &question)
{
    Problems problems;
    addLostFolder(question, problems);
    addUnreachableFile(question, problems);
    addMissingContenders(question, problems);
    addOthers(question, problems);
    addMissingProgram(question, problems);
    return problems;
}

LabCheck::LabCheck(QObject *parent)
    : QObject(parent)
{
    connect(&m_looking, &QFutureWatcherBase::finished, this, &LabCheck::take);
}

LabCheck::~LabCheck()
{
    m_looking.cancel();
}

void LabCheck::ask(const LabQuestion &question)
{
    m_isAnswered = false;
    m_next.reset();
    if (m_looking.isRunning())
        m_next = question;
    else
        begin(question); // also where the last answer has come and was not taken yet
}

void LabCheck::begin(const LabQuestion &question)
{
    m_looking.setFuture(inBackground<QList<base::Error>>([question] { return labProblems(question); }));
}

void LabCheck::take()
{
    if (m_looking.future().resultCount() == 0)
        return;
    if (const auto next = std::exchange(m_next, std::nullopt)) {
        begin(*next);
        return;
    }
    m_problems = m_looking.result();
    m_isAnswered = true;
    Q_EMIT answered();
}

} // namespace servelab::ui

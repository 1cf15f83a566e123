// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/exportbutton.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/style.h"

#include <QFileDialog>
#include <QMenu>
#include <QRegularExpression>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

QString nameOf(ExportFormat format)
{
    switch (format) {
    case ExportFormat::Html:
        return ExportButton::tr("Web page (HTML)");
    case ExportFormat::Markdown:
        return ExportButton::tr("Markdown");
    case ExportFormat::Csv:
        return ExportButton::tr("Every sample (CSV)");
    case ExportFormat::Json:
        return ExportButton::tr("Result document (JSON)");
    case ExportFormat::Png:
        return ExportButton::tr("Picture of the page (PNG)");
    }
    Q_UNREACHABLE();
}

} // namespace

ExportButton::ExportButton(const QList<ExportFormat> &formats, QWidget *parent)
    : QPushButton(ui::icon(u"save"_s, QPalette::HighlightedText), tr("Export"), parent)
{
    setObjectName(u"export"_s);
    setButtonKind(this, ButtonKind::Primary);
    setToolTip(tr("Write the whole result to a file"));
    auto *menu = new QMenu(this);
    for (const ExportFormat format : formats) {
        QAction *action = menu->addAction(nameOf(format) + u"..."_s);
        action->setData(static_cast<int>(format));
        connect(action, &QAction::triggered, this, [this, format] { ask(format); });
    }
    setMenu(menu);
}

void ExportButton::suggestName(const QString &name)
{
    static const QRegularExpression unsafe(u"[/\\\\:*?\"<>|\\s]+"_s);
    m_name = QString(name).replace(unsafe, u"-"_s);
}

void ExportButton::popUp()
{
    menu()->popup(mapToGlobal(QPoint(0, height())));
    menu()->setActiveAction(menu()->actions().first());
}

void ExportButton::ask(ExportFormat format)
{
    const QString suffix = suffixOf(format);
    auto *dialog = new QFileDialog(
        this, tr("Export"), u"%1.%2"_s.arg(m_name, suffix), u"%1 (*.%2)"_s.arg(nameOf(format), suffix));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    connect(dialog, &QFileDialog::fileSelected, this,
        [this, format](const QString &path) { Q_EMIT chosen(format, path); });
    dialog->open();
}

} // namespace servelab::ui

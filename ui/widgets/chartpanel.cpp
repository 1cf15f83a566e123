// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chartpanel.h"

#include "ui/models/texttablemodel.h"
#include "ui/widgets/chartcanvas.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/style.h"
#include "ui/widgets/theme.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace servelab::ui {

using namespace Qt::StringLiterals;

ChartPanel::ChartPanel(const QString &title, Term term, const QString &howToRead, QWidget *parent)
    : QFrame(parent)
    , m_canvas(new ChartCanvas)
    , m_table(new TextTableModel(this))
    , m_legend(new QLabel)
    , m_caption(new CaptionLabel(howToRead))
    , m_views(new QStackedLayout)
{
    arrange(m_canvas, title, term);
}

ChartPanel::ChartPanel(
    const QString &title, Term term, const QString &howToRead, QWidget *drawing, QWidget *parent)
    : QFrame(parent)
    , m_table(new TextTableModel(this))
    , m_legend(new QLabel)
    , m_caption(new CaptionLabel(howToRead))
    , m_views(new QStackedLayout)
{
    arrange(drawing, title, term);
}

/// The views get their place first: a widget in a layout without one would show as a window of its own.
void ChartPanel::arrange(QWidget *drawing, const QString &title, Term term)
{
    setAccessibleName(title);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(4);
    layout->addWidget(createHeader(title, term));
    layout->addWidget(m_legend);
    layout->addLayout(m_views, 1);
    layout->addWidget(m_caption);
    m_views->addWidget(drawing);
    m_views->addWidget(createTableView());
    m_legend->setTextFormat(Qt::RichText);
    m_legend->hide();
}

QWidget *ChartPanel::drawing() const
{
    return m_views->widget(0);
}

bool ChartPanel::showsTable() const
{
    return m_views->currentIndex() == 1;
}

void ChartPanel::setShowsTable(bool table)
{
    if (table)
        fillTable();
    m_views->setCurrentIndex(table ? 1 : 0);
    m_tableAction->setChecked(table);
}

void ChartPanel::copyTable()
{
    fillTable();
    QGuiApplication::clipboard()->setText(toTabSeparated(*m_table));
}

QImage ChartPanel::picture()
{
    const bool zoomed = m_resetZoom->isVisible();
    m_menuButton->hide();
    m_resetZoom->hide();
    QPixmap pixmap(size() * devicePixelRatioF());
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    pixmap.fill(coloursOf(palette()).surface);
    render(&pixmap);
    m_menuButton->show();
    m_resetZoom->setVisible(zoomed);
    return pixmap.toImage();
}

void ChartPanel::savePicture()
{
    const QImage image = picture();
    auto *dialog
        = new QFileDialog(this, tr("Save picture"), u"%1.png"_s.arg(accessibleName()), tr("PNG (*.png)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"png"_s);
    connect(dialog, &QFileDialog::fileSelected, this, [this, image](const QString &path) {
        if (!image.save(path, "PNG"))
            m_caption->setText(
                tr("The picture could not be written to %1. Choose another folder.").arg(path));
    });
    dialog->open();
}

void ChartPanel::setCursors(double pointer, double pin)
{
    if (m_canvas)
        m_canvas->setCursors(pointer, pin);
}

void ChartPanel::setZoom(const std::optional<AxisRange> &zoom)
{
    if (m_canvas)
        m_canvas->setZoom(zoom);
    m_resetZoom->setVisible(zoom.has_value());
}

void ChartPanel::setSummary(const QString &summary)
{
    setAccessibleDescription(summary);
}

QWidget *ChartPanel::createHeader(const QString &title, Term term)
{
    auto *header = new QWidget;
    auto *layout = new QHBoxLayout(header);
    auto *name = new TermLabel(title, term);
    QFont font = name->font();
    font.setWeight(QFont::DemiBold);
    name->setFont(font);
    m_menuButton = createMenuButton();
    m_resetZoom = new QPushButton(tr("Reset zoom"));
    m_resetZoom->setAccessibleName(tr("Reset the zoom of the chart %1").arg(accessibleName()));
    setButtonKind(m_resetZoom, ButtonKind::Quiet);
    m_resetZoom->setFixedHeight(m_menuButton->sizeHint().height()); // nothing jumps when it appears
    m_resetZoom->hide();
    connect(m_resetZoom, &QPushButton::clicked, this, &ChartPanel::zoomOutRequested);
    layout->addWidget(name);
    layout->addStretch();
    layout->addWidget(m_resetZoom);
    layout->addWidget(m_menuButton);
    return header;
}

QToolButton *ChartPanel::createMenuButton()
{
    auto *menu = new QMenu(this);
    m_tableAction = menu->addAction(icon(u"table"_s), tr("Table"));
    m_tableAction->setCheckable(true);
    connect(m_tableAction, &QAction::toggled, this, &ChartPanel::setShowsTable);
    QAction *copy = menu->addAction(icon(u"copy"_s), tr("Copy values"));
    connect(copy, &QAction::triggered, this, &ChartPanel::copyTable);
    QAction *save = menu->addAction(icon(u"picture"_s), tr("Save as PNG..."));
    connect(save, &QAction::triggered, this, &ChartPanel::savePicture);

    auto *button = new QToolButton;
    button->setIcon(icon(u"more"_s, QPalette::PlaceholderText));
    button->setToolTip(tr("Table, copy or picture of this chart"));
    button->setAccessibleName(tr("Menu of the chart %1").arg(accessibleName()));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    return button;
}

QTableView *ChartPanel::createTableView()
{
    auto *view = new QTableView;
    view->setModel(m_table);
    view->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored); // the chart says how large both are
    view->setFrameShape(QFrame::NoFrame);
    view->setShowGrid(false);
    view->verticalHeader()->hide();
    view->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    view->horizontalHeader()->setHighlightSections(false);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setAccessibleName(tr("Values of the chart %1").arg(accessibleName()));
    return view;
}

} // namespace servelab::ui

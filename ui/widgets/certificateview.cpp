// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/certificateview.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/style.h"
#include "ui/widgets/theme.h"

#include <QClipboard>
#include <QEvent>
#include <QFontDatabase>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int signSize = 20;

QColor colourOf(Validity state, const Colours &colours)
{
    switch (state) {
    case Validity::Good:
        return colours.running;
    case Validity::EndsSoon:
        return colours.warning;
    case Validity::Ended:
    case Validity::NotBegun:
        break;
    }
    return colours.error;
}

} // namespace

CertificateView::CertificateView(QWidget *parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
    , m_validity(addFact(0, tr("Validity")))
    , m_names(addFact(1, tr("For")))
    , m_missing(new TextLabel)
    , m_issuer(addFact(3, tr("Issued by")))
    , m_fingerprint(new TextLabel)
    , m_copy(new QPushButton(icon(u"copy"_s, QPalette::Link), tr("Copy")))
{
    m_validity->setObjectName(u"validity"_s);
    m_validity->setContentsMargins(signSize + 8, 0, 0, 0);
    m_missing->setObjectName(u"missingNames"_s);
    m_grid->addWidget(m_missing, 2, 1);
    addTitle(4, tr("Fingerprint"));
    m_grid->addWidget(createFingerprint(), 4, 1);
    m_grid->setContentsMargins(12, 0, 0, 0);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(8);
    m_grid->setColumnStretch(1, 1);
    connect(m_copy, &QPushButton::clicked, this, &CertificateView::copyFingerprint);
    fitTitles();
    colourValidity();
}

void CertificateView::addTitle(int row, const QString &name)
{
    auto *title = new QLabel(name);
    title->setForegroundRole(QPalette::PlaceholderText);
    m_titles.append(title);
    m_grid->addWidget(title, row, 0, Qt::AlignTop);
}

QLabel *CertificateView::addFact(int row, const QString &name)
{
    addTitle(row, name);
    auto *text = new TextLabel;
    text->setAccessibleName(name);
    m_grid->addWidget(text, row, 1);
    return text;
}

QWidget *CertificateView::createFingerprint()
{
    m_fingerprint->setAccessibleName(tr("Fingerprint"));
    m_fingerprint->setToolTip(tr("SHA-256"));
    m_fingerprint->setWordWrap(false);
    m_fingerprint->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_copy->setObjectName(u"copyFingerprint"_s);
    m_copy->setAccessibleName(tr("Copy the fingerprint"));
    setButtonKind(m_copy, ButtonKind::Quiet);
    auto *line = new QWidget;
    auto *layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_fingerprint);
    layout->addWidget(m_copy);
    layout->addStretch();
    return line;
}

/// As wide as the names of fields.
void CertificateView::fitTitles()
{
    for (QLabel *title : m_titles)
        title->setFixedWidth(fontMetrics().averageCharWidth() * 20);
}

void CertificateView::setCertificate(const certificates::CertificateInfo &certificate,
    const ValidityText &validity, bool isOwn, const QStringList &missing)
{
    m_state = validity.state;
    m_validity->setText(validity.text);
    m_names->setText(certificate.names.join(u", "_s));
    m_missing->setText(tr("Not for %1: browsers refuse it under that name. Create a new certificate.")
            .arg(missing.join(u", "_s)));
    m_missing->setVisible(!missing.isEmpty());
    m_issuer->setText(isOwn            ? tr("%1, the authority of this machine").arg(certificate.issuer)
            : certificate.isSelfIssued ? tr("Itself: nobody else vouches for it")
                                       : certificate.issuer);
    m_fullFingerprint = certificate.fingerprint;
    m_fingerprint->setText(fingerprintLines(certificate.fingerprint));
    colourValidity();
    update();
}

void CertificateView::colourValidity()
{
    const Colours &colours = coloursOf(palette());
    QPalette validity;
    validity.setColor(QPalette::WindowText, colourOf(m_state, colours));
    m_validity->setPalette(validity);
    QPalette warning;
    warning.setColor(QPalette::WindowText, colours.warning);
    m_missing->setPalette(warning);
}

void CertificateView::copyFingerprint()
{
    QGuiApplication::clipboard()->setText(m_fullFingerprint);
    Q_EMIT copied(tr("Copied the fingerprint"));
}

void CertificateView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colourValidity();
    if (event->type() == QEvent::FontChange)
        fitTitles();
}

/// The sign beside the words: a shape besides the colour.
void CertificateView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QRect text = m_validity->geometry();
    const QRectF sign(
        text.left(), text.top() + (std::min(text.height(), 24) - signSize) / 2.0, signSize, signSize);
    paintPicture(painter, m_state == Validity::Good ? u"done"_s : u"warning"_s, sign,
        colourOf(m_state, coloursOf(palette())));
}

} // namespace servelab::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/certificatetext.h"

#include <QList>
#include <QWidget>

class QGridLayout;
class QLabel;
class QPushButton;

namespace servelab::ui {

/// What a certificate says: for which names, who vouches for it, until when, and its fingerprint.
class CertificateView : public QWidget
{
    Q_OBJECT
public:
    explicit CertificateView(QWidget *parent = nullptr);

    /// `isOwn`: this machine's own authority vouches for it. `missing`: names of the site that it does not
    /// have.
    void setCertificate(const certificates::CertificateInfo &certificate, const ValidityText &validity,
        bool isOwn, const QStringList &missing);

Q_SIGNALS:
    void copied(const QString &text); ///< what was put on the clipboard, for the person

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void addTitle(int row, const QString &name);
    QLabel *addFact(int row, const QString &name);
    QWidget *createFingerprint();
    void fitTitles();
    void colourValidity();
    void copyFingerprint();

    QGridLayout *m_grid;
    QList<QLabel *> m_titles;
    QLabel *m_validity;
    QLabel *m_names;
    QLabel *m_missing;
    QLabel *m_issuer;
    QLabel *m_fingerprint;
    QPushButton *m_copy;
    QString m_fullFingerprint;
    Validity m_state = Validity::Good;
};

} // namespace servelab::ui

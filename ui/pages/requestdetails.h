// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sessions/requestlog.h"

#include <QPointer>
#include <QWidget>

#include <optional>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace servelab::ui {

class RequestSender;
class SiteSession;
struct SentAnswer;

/// One request: what it was, how long its parts took, both heads; to copy and to send again.
class RequestDetails : public QWidget
{
    Q_OBJECT
public:
    explicit RequestDetails(QWidget *parent = nullptr);

    void setSite(SiteSession *site); ///< null: none; not owned
    void show(const RequestEntry &entry);

    void copyAsCurl();
    void sendAgain(); ///< without a body and credentials, which are not kept

Q_SIGNALS:
    void said(const QString &text);

private:
    QWidget *createHead();
    QString origin() const;
    void showAnswer(const SentAnswer &answer);

    QPointer<SiteSession> m_site;
    std::optional<RequestEntry> m_entry;
    RequestSender *m_sender;
    QLabel *m_facts;
    QLabel *m_result;
    QPushButton *m_send = nullptr;
    QPlainTextEdit *m_request;
    QPlainTextEdit *m_answer;
};

/// Sizes and times of a request in one line: "200 OK · 12.1 KiB sent, 45.0 KiB before br · ...".
QString factsOf(const server::AccessRecord &record);

} // namespace servelab::ui

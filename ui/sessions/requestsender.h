// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QElapsedTimer>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QUrl>

#include <chrono>
#include <expected>
#include <utility>

class QNetworkAccessManager;
class QNetworkReply;

namespace servelab::ui {

struct RequestToSend
{
    QByteArray method = "GET";
    QUrl url;
    QList<std::pair<QByteArray, QByteArray>> fields;
    QByteArray body = {}; ///< empty: none
};

/// What came back, and how long its parts took.
struct SentAnswer
{
    int status = 0;
    QByteArray reason;
    QList<std::pair<QByteArray, QByteArray>> fields;
    qint64 bodyBytes = 0; ///< as they came, in their content coding
    std::chrono::microseconds connecting{0};
    std::chrono::microseconds waiting{0}; ///< from the request's end to the answer's head
    std::chrono::microseconds receiving{0};
};

/// Sends one request at a time to a server of this machine and reads its answer, off the window's thread. The
/// body is counted and thrown away; redirects are not followed.
class RequestSender : public QObject
{
    Q_OBJECT
public:
    static constexpr qint64 mostBodyBytes = 256 * 1024 * 1024; ///< what is longer is cut off
    static constexpr std::chrono::seconds patience{30};

    explicit RequestSender(QObject *parent = nullptr);
    ~RequestSender() override;

    void send(const RequestToSend &request); ///< cancels the one before

Q_SIGNALS:
    void answered(const servelab::ui::SentAnswer &answer);
    void failed(const servelab::base::Error &error);

private:
    void watch(QNetworkReply *reply);
    void finish(QNetworkReply *reply);
    std::chrono::microseconds passed();

    QNetworkAccessManager *m_network;
    QPointer<QNetworkReply> m_reply;
    QElapsedTimer m_part; ///< since the last part began
    SentAnswer m_answer;
};

} // namespace servelab::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/lab/experiment.h"

#include <QNetworkAccessManager>
#include <QObject>
#include <QTimer>

class QNetworkReply;

namespace servelab::lab {

/// Asks a server once what load will ask it many times, and proves the answer right: its status, its length,
/// the fields and the bytes that its proof asks for, and for a content-coded one that it decodes to the bytes
/// of the answer without a coding. Never waits for the network.
class Preflight : public QObject
{
    Q_OBJECT
public:
    /// `root`: where the file of the proof is. `limit` is for each answer.
    Preflight(load::LoadPlan plan, Proof proof, QString root, std::chrono::milliseconds limit,
        QObject *parent = nullptr);

    /// passed() or failed() follows. Once for each object.
    void start();

Q_SIGNALS:
    /// What every answer must be like from now on: the plan's expectation, with what it left open as it was
    /// seen; the same body to the byte where the proof is about a body of at most 256 KiB.
    void passed(const servelab::load::Expectation &expectation);
    void failed(const servelab::base::Error &error);

private:
    struct Answer
    {
        int status = 0;
        QByteArray coding; ///< Content-Encoding, empty for none
        QByteArray body;
        QList<load::RequestField> fields;
    };

    void ask(const QByteArray &acceptEncoding, void (Preflight::*handle)(const Answer &));
    base::Expected<Answer> answerOf(QNetworkReply &reply) const;
    void checkAnswer(const Answer &answer);
    QString whatIsWrong(const Answer &answer) const;
    QString whatIsWrongInFields(const Answer &answer) const;
    QString whatIsWrongInBody(const Answer &answer) const;
    void compareWithPlain(const Answer &plain);
    bool hasBody() const { return m_plan.method != "HEAD"; }
    bool provesBody() const { return !m_proof.file.isEmpty() || !m_proof.text.isEmpty(); }
    void pass();
    void fail(const QString &message);

    load::LoadPlan m_plan;
    Proof m_proof;
    QString m_root;
    QNetworkAccessManager m_network;
    QTimer m_guard;
    Answer m_answer;
};

} // namespace servelab::lab

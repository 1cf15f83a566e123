// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/requestdetails.h"

#include "core/http/status.h"
#include "ui/models/format.h"
#include "ui/models/requesttext.h"
#include "ui/sessions/requestsender.h"
#include "ui/sessions/sitesession.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"

#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

QString toText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString time(std::chrono::microseconds duration)
{
    return formatMicroseconds(static_cast<double>(duration.count()));
}

QString requestText(const server::AccessRecord &record)
{
    if (record.method.empty())
        return RequestDetails::tr("The head could not be read.");
    const QString body = requestBodyText(record);
    return requestHeadText(record) + (body.isEmpty() ? QString() : u'\n' + body);
}

QPlainTextEdit *makeHeadView(const QString &name)
{
    auto *view = new QPlainTextEdit;
    view->setReadOnly(true);
    view->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    view->setLineWrapMode(QPlainTextEdit::NoWrap);
    view->setAccessibleName(name);
    view->setTabChangesFocus(true);
    view->setMinimumHeight(72);
    return view;
}

QLabel *makeFacts()
{
    auto *label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

QLayout *underTitle(const QString &title, QWidget *view)
{
    auto *layout = new QVBoxLayout;
    layout->setSpacing(4);
    layout->addWidget(new CaptionLabel(title));
    layout->addWidget(view, 1);
    return layout;
}

} // namespace

QString factsOf(const server::AccessRecord &record)
{
    QStringList facts{
        (QString::number(record.status) + u' ' + toText(http::reasonPhrase(record.status))).trimmed()};
    const QString sent = formatBytes(static_cast<double>(record.bytes));
    if (record.bytesBeforeCoding)
        facts.append(RequestDetails::tr("%1 sent, body %2 before %3")
                .arg(sent, formatBytes(static_cast<double>(*record.bytesBeforeCoding)),
                    toText(record.coding)));
    else
        facts.append(RequestDetails::tr("%1 sent").arg(sent));
    if (!record.complete)
        facts.append(RequestDetails::tr("cut off: the client left"));
    facts.append(RequestDetails::tr("began after %1, sent in %2")
            .arg(time(record.untilAnswer), time(record.duration - record.untilAnswer)));
    facts.append(RequestDetails::tr("from %1").arg(toText(record.client)));
    return facts.join(u" · "_s);
}

RequestDetails::RequestDetails(QWidget *parent)
    : QWidget(parent)
    , m_sender(new RequestSender(this))
    , m_facts(makeFacts())
    , m_result(makeFacts())
    , m_request(makeHeadView(tr("The request")))
    , m_answer(makeHeadView(tr("Head of the answer")))
{
    auto *heads = new QHBoxLayout;
    heads->setSpacing(16);
    heads->addLayout(underTitle(tr("Request"), m_request), 1);
    heads->addLayout(underTitle(tr("Answer"), m_answer), 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addWidget(createHead());
    layout->addWidget(m_result);
    layout->addLayout(heads, 1);
    m_result->hide();
    connect(m_sender, &RequestSender::answered, this, &RequestDetails::showAnswer);
    connect(m_sender, &RequestSender::failed, this, [this](const base::Error &error) {
        m_result->setText(error.toString());
        m_result->show();
    });
}

QWidget *RequestDetails::createHead()
{
    auto *copy = new QPushButton(icon(u"copy"_s), tr("Copy as curl"));
    copy->setObjectName(u"copyAsCurl"_s);
    m_send = new QPushButton(icon(u"redo"_s), tr("Send again"));
    m_send->setObjectName(u"sendAgain"_s);
    connect(copy, &QPushButton::clicked, this, &RequestDetails::copyAsCurl);
    connect(m_send, &QPushButton::clicked, this, &RequestDetails::sendAgain);
    auto *head = new QWidget;
    auto *layout = new QHBoxLayout(head);
    layout->addWidget(m_facts, 1);
    layout->addWidget(copy);
    layout->addWidget(m_send);
    return head;
}

void RequestDetails::setSite(SiteSession *site)
{
    m_site = site;
    m_entry.reset();
}

void RequestDetails::show(const RequestEntry &entry)
{
    m_entry = entry;
    const server::AccessRecord &record = entry.record();
    m_facts->setText(factsOf(record));
    m_result->hide();
    m_request->setPlainText(requestText(record));
    m_answer->setPlainText(answerHeadText(record));
    const bool isWhole = bodyToSend(record).has_value();
    m_send->setEnabled(isWhole && !record.method.empty() && record.target.starts_with('/'));
    m_send->setToolTip(isWhole
            ? QString()
            : tr("Its body was not recorded whole. Settings, \"Request bodies\", keeps them."));
}

QString RequestDetails::origin() const
{
    return m_site->url().toString(QUrl::RemovePath);
}

void RequestDetails::copyAsCurl()
{
    QGuiApplication::clipboard()->setText(toCurl(m_entry->record(), origin()));
    Q_EMIT said(tr("Copied the request as a curl command"));
}

void RequestDetails::sendAgain()
{
    const server::AccessRecord &record = m_entry->record();
    const QByteArray target(record.target.data(), static_cast<qsizetype>(record.target.size()));
    const QByteArray method(record.method.data(), static_cast<qsizetype>(record.method.size()));
    m_result->setText(tr("Sending..."));
    m_result->show();
    m_sender->send({method, QUrl::fromEncoded(origin().toUtf8() + target), fieldsToSend(record),
        bodyToSend(record).value_or(QByteArray())});
}

void RequestDetails::showAnswer(const SentAnswer &answer)
{
    m_result->setText(tr("Sent again: %1 %2, body %3, in %4 (connecting %5, waiting %6, receiving %7)")
            .arg(answer.status)
            .arg(QString::fromUtf8(answer.reason), formatBytes(static_cast<double>(answer.bodyBytes)),
                time(answer.connecting + answer.waiting + answer.receiving), time(answer.connecting),
                time(answer.waiting), time(answer.receiving)));
    QString head = u"HTTP/1.1 %1 %2\n"_s.arg(answer.status).arg(QString::fromUtf8(answer.reason));
    for (const auto &[name, value] : answer.fields)
        head += u"%1: %2\n"_s.arg(QString::fromUtf8(name), QString::fromUtf8(value));
    m_answer->setPlainText(head);
}

} // namespace servelab::ui

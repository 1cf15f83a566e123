// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/scenario.h"

#include "core/load/loadtarget.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QXmlStreamWriter>

#include <algorithm>
#include <initializer_list>
#include <utility>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

/// A loop that nothing but the end of the duration leaves.
const auto endless = u"1000000000"_s;

std::unexpected<base::Error> overWebSocket()
{
    return base::fail(u"A scenario has requests of HTTP, and this workload sends messages over WebSockets."_s,
        u"Measure it here, or export another workload."_s);
}

std::unexpected<base::Error> withoutDuration()
{
    return base::fail(u"A load by count has no scenario."_s, u"Give the experiment's plan a duration."_s,
        u"plan.durationMilliseconds"_s);
}

qint64 wholeSeconds(std::chrono::milliseconds duration)
{
    return std::chrono::ceil<std::chrono::seconds>(duration).count();
}

QString pathAndQuery(const QUrl &url)
{
    return url.toString(
        QUrl::RemoveScheme | QUrl::RemoveAuthority | QUrl::RemoveFragment | QUrl::FullyEncoded);
}

using Attributes = std::initializer_list<std::pair<QString, QString>>;

void writeAttributes(QXmlStreamWriter &xml, Attributes attributes)
{
    for (const auto &[name, value] : attributes)
        xml.writeAttribute(name, value);
}

void writeStart(QXmlStreamWriter &xml, const QString &name, Attributes attributes)
{
    xml.writeStartElement(name);
    writeAttributes(xml, attributes);
}

/// An element with nothing in it.
void writeEmpty(QXmlStreamWriter &xml, const QString &name, Attributes attributes)
{
    xml.writeEmptyElement(name);
    writeAttributes(xml, attributes);
}

void writeClients(QXmlStreamWriter &xml, const ScenarioRequest &request)
{
    const load::LoadPlan &plan = request.plan;
    const QString connections = QString::number(plan.connections);
    xml.writeComment(
        u" Add a client for each further machine. Without dumptraffic above there are no latencies. "_s);
    xml.writeStartElement(u"clients"_s);
    writeEmpty(xml, u"client"_s,
        {{u"host"_s, u"localhost"_s}, {u"use_controller_vm"_s, u"true"_s},
            {u"maxusers"_s, QString::number(plan.connections + 1)}});
    xml.writeEndElement();
    xml.writeStartElement(u"servers"_s);
    const bool isHttps = plan.url.scheme() == "https"_L1;
    writeEmpty(xml, u"server"_s,
        {{u"host"_s, plan.url.host()}, {u"port"_s, QString::number(plan.url.port(isHttps ? 443 : 80))},
            {u"type"_s, isHttps ? u"ssl"_s : u"tcp"_s}});
    xml.writeEndElement();
    const QString seconds = QString::number(wholeSeconds(*plan.duration));
    writeStart(xml, u"load"_s, {{u"duration"_s, seconds}, {u"unit"_s, u"second"_s}});
    writeStart(
        xml, u"arrivalphase"_s, {{u"phase"_s, u"1"_s}, {u"duration"_s, seconds}, {u"unit"_s, u"second"_s}});
    writeEmpty(xml, u"users"_s,
        {{u"maxnumber"_s, connections}, {u"arrivalrate"_s, QString::number(std::max(100, plan.connections))},
            {u"unit"_s, u"second"_s}});
    xml.writeEndElement();
    xml.writeEndElement();
}

/// Host has an element of its own kind nowhere: Tsung takes it from the server, unless it is among the
/// fields.
void writeRequest(QXmlStreamWriter &xml, const load::LoadPlan &plan)
{
    xml.writeStartElement(u"request"_s);
    if (plan.expectation.status) {
        writeStart(xml, u"match"_s, {{u"do"_s, u"log"_s}, {u"when"_s, u"nomatch"_s}});
        xml.writeCharacters(u"^HTTP/1.1 %1"_s.arg(*plan.expectation.status));
        xml.writeEndElement();
    }
    writeStart(xml, u"http"_s,
        {{u"url"_s, pathAndQuery(plan.url)}, {u"version"_s, u"1.1"_s},
            {u"method"_s, QString::fromLatin1(plan.method)}});
    if (!plan.body.isEmpty())
        xml.writeAttribute(u"contents"_s, QString::fromUtf8(plan.body));
    for (const load::RequestField &field : plan.fields)
        writeEmpty(xml, u"http_header"_s,
            {{u"name"_s, QString::fromLatin1(field.name)}, {u"value"_s, QString::fromLatin1(field.value)}});
    if (!plan.keepAlive)
        writeEmpty(xml, u"http_header"_s, {{u"name"_s, u"Connection"_s}, {u"value"_s, u"close"_s}});
    xml.writeEndElement();
    xml.writeEndElement();
}

QString text(const QByteArray &bytes)
{
    return QString::fromUtf8(bytes);
}

/// A text as JavaScript writes it: JSON is part of that language.
QString literal(const QString &value)
{
    const QByteArray list = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(list.sliced(1, list.size() - 2));
}

QString literal(const QJsonObject &value)
{
    return QString::fromUtf8(QJsonDocument(value).toJson(QJsonDocument::Compact));
}

QJsonObject headersOf(const load::LoadPlan &plan)
{
    QJsonObject headers;
    for (const load::RequestField &field : plan.fields)
        headers.insert(text(field.name), text(field.value));
    return headers;
}

} // namespace

base::Expected<QByteArray> toTsungScenario(const ScenarioRequest &request)
{
    const load::LoadPlan &plan = request.plan;
    if (!plan.duration)
        return withoutDuration();
    if (load::isWebSocket(plan.url))
        return overWebSocket();
    QByteArray scenario;
    QXmlStreamWriter xml(&scenario);
    xml.setAutoFormatting(true);
    xml.writeStartDocument();
    xml.writeDTD(u"<!DOCTYPE tsung SYSTEM \"/usr/share/tsung/tsung-1.0.dtd\" []>"_s);
    writeStart(xml, u"tsung"_s,
        {{u"loglevel"_s, u"warning"_s}, {u"dumptraffic"_s, u"protocol"_s}, {u"version"_s, u"1.0"_s}});
    writeClients(xml, request);
    xml.writeStartElement(u"sessions"_s);
    writeStart(xml, u"session"_s,
        {{u"name"_s, request.name}, {u"probability"_s, u"100"_s}, {u"type"_s, u"ts_http"_s}});
    writeStart(xml, u"for"_s, {{u"from"_s, u"1"_s}, {u"to"_s, endless}, {u"var"_s, u"number"_s}});
    writeRequest(xml, plan);
    xml.writeEndDocument();
    return scenario;
}

base::Expected<QByteArray> toK6Script(const ScenarioRequest &request)
{
    const load::LoadPlan &plan = request.plan;
    if (!plan.duration)
        return withoutDuration();
    if (load::isWebSocket(plan.url))
        return overWebSocket();
    const QJsonObject options{{u"vus"_s, plan.connections},
        {u"duration"_s, u"%1ms"_s.arg(plan.duration->count())}, {u"noConnectionReuse"_s, !plan.keepAlive},
        {u"discardResponseBodies"_s, true}, {u"userAgent"_s, u""_s}};
    QString script = u"// %1, for k6. Results: k6 run --out json=points.json FILE\n"_s.arg(
        QString(request.name).remove(u'\n').remove(u'\r'));
    script += "import http from 'k6/http';\nimport { check } from 'k6';\n\n"_L1;
    script += u"export const options = %1;\n\n"_s.arg(literal(options));
    script += "export default function () {\n"_L1;
    script += "  const response = http.request("_L1 + literal(text(plan.method)) + ", "_L1
        + literal(plan.url.toString(QUrl::FullyEncoded)) + ", "_L1
        + (plan.body.isEmpty() ? u"null"_s : literal(text(plan.body))) + ", { headers: "_L1
        + literal(headersOf(plan)) + " });\n"_L1;
    const QString right = plan.expectation.status ? u"r.status === %1"_s.arg(*plan.expectation.status)
                                                  : u"r.status >= 200 && r.status < 400"_s;
    script += "  check(response, { 'the right status': (r) => "_L1 + right + " });\n}\n"_L1;
    return script.toUtf8();
}

} // namespace servelab::lab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/catalogue.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::lab {
namespace {

constexpr qint64 largeBytes = 8LL * 1024 * 1024;
const FixtureFile largeFile{u"large.bin"_s, FixtureContent::Noise, largeBytes};

/// One workload that a hook answers.
Experiment hooked(
    const QString &group, const QString &id, const QString &title, const QString &lesson, const QString &path)
{
    Experiment experiment = publishedEntry(group, id, title);
    Workload workload = getWorkload(id, title, lesson, path);
    workload.hook = id;
    experiment.workloads = {workload};
    return experiment;
}

Experiment requestHook()
{
    Experiment experiment = hooked(u"N"_s, u"request-hook"_s, u"GET through a request hook"_s,
        u"A hook that reads nothing should cost next to nothing."_s, u"/hooked"_s);
    experiment.published = u"16,698 to 16,507 req/s"_s;
    experiment.workloads.first().proof.text = u"text=0 bytes=0"_s;
    return experiment;
}

Experiment repeatedQuery()
{
    QString path = u"/?v=0"_s;
    for (int i = 1; i < 1'000; ++i)
        path += u"&v=%1"_s.arg(i);
    Experiment experiment = hooked(u"N"_s, u"repeated-query"_s, u"1,000 values of one key"_s,
        u"What is copied for each further value costs the square of their number."_s, path);
    experiment.published = u"1,076 to 7,695 req/s"_s;
    experiment.workloads.first().proof.text = u"count=1000 first=0 last=999"_s;
    experiment.plan.minimumRequests = 40;
    compareTechnique(experiment, u"queryValues"_s, u"append"_s, u"copyOnEach"_s);
    return experiment;
}

Experiment rangeHook()
{
    constexpr qint64 part = 16;
    constexpr qint64 first = (largeBytes - part) / 2;
    const QByteArray range = QByteArray::number(first) + '-' + QByteArray::number(first + part - 1);
    Experiment experiment = hooked(u"N"_s, u"range-hook"_s, u"16 bytes of 8 MiB through a hook"_s,
        u"A hook that changes 16 bytes needs only these."_s, u'/' + largeFile.path);
    experiment.published = u"790 to 2,310 req/s"_s;
    experiment.fixture = {largeFile};
    Workload &workload = experiment.workloads.first();
    workload.fields = {{"Range", "bytes=" + range}};
    workload.expectation = {.status = 206, .bodyBytes = part};
    workload.proof.fields = {{"Content-Range", "bytes " + range + '/' + QByteArray::number(largeBytes)},
        {"X-Hook-Bytes", "16"}, {"X-Ended", "0"}}; // nothing has ended before the first
    workload.proof.file = largeFile.path;
    workload.proof.offset = first;
    workload.proof.bytes = part;
    workload.proof.isInverted = true;
    experiment.plan.minimumRequests = 8;
    compareTechnique(experiment, u"rangedRead"_s, u"selected"_s, u"wholeFile"_s);
    return experiment;
}

Experiment headLargeHook()
{
    Experiment experiment = hooked(u"N"_s, u"head-large-hook"_s, u"HEAD of 8 MiB through a hook"_s,
        u"A hook that wants all bytes has them read, though none is sent."_s, u'/' + largeFile.path);
    experiment.published = u"765 to 688 req/s"_s;
    experiment.fixture = {largeFile};
    Workload &workload = experiment.workloads.first();
    workload.method = "HEAD";
    workload.proof.fields = {
        {"Content-Length", QByteArray::number(largeBytes)}, {"X-Hook-Bytes", QByteArray::number(largeBytes)}};
    experiment.plan.minimumRequests = 8;
    return experiment;
}

Experiment dynamicHook()
{
    Experiment experiment = hooked(u"O"_s, u"dynamic-hook"_s, u"JSON made for each request"_s,
        u"What an application adds to the server."_s, u"/items"_s);
    experiment.workloads.first().proof = {.fields = {{"Content-Type", "application/json"}},
        .text = u"{\"method\":\"GET\",\"path\":\"/items\"}"_s,
        .file = {},
        .offset = 0,
        .bytes = {}};
    return experiment;
}

/// The comparison's profile.
Experiment ofHundred(Experiment experiment, const QString &published)
{
    experiment.published = published;
    experiment.plan.connections = 100;
    experiment.plan.duration = 3s;
    return experiment;
}

Experiment helloWorld()
{
    Experiment experiment = ofHundred(hooked(u"U"_s, u"hello-world"_s, u"A tiny fixed body"_s,
                                          u"The least a request through a hook can cost."_s, u"/"_s),
        u"113,392 req/s, 8.81 µs CPU a request"_s);
    experiment.workloads.first().proof.text = u"Hello, World!"_s;
    return experiment;
}

Experiment writtenHeaders()
{
    Experiment experiment = ofHundred(hooked(u"U"_s, u"headers"_s, u"Ten fields written for each request"_s,
                                          u"Fields cost by their number and their bytes."_s, u"/"_s),
        u"96,150 req/s, 10.39 µs CPU a request"_s);
    Proof &proof = experiment.workloads.first().proof;
    proof.text = u"ok"_s;
    for (int i = 0; i < 10; ++i)
        proof.fields.append({"X-Servelab-Measured-Field-Name-" + QByteArray::number(i),
            "abcdefghijklmnopqrstuvwxyz01234" + QByteArray::number(i)});
    return experiment;
}

Experiment jsonPost()
{
    Experiment experiment = ofHundred(hooked(u"U"_s, u"json-post"_s, u"JSON posted, a field of it answered"_s,
                                          u"A body is read before it is answered."_s, u"/"_s),
        u"79,780 req/s, 12.52 µs CPU a request"_s);
    Workload &workload = experiment.workloads.first();
    workload.method = "POST";
    workload.body = R"({"message":"hello","number":42})";
    workload.fields = {{"Content-Type", "application/json"}};
    workload.proof.text = u"{\"message\":\"hello\"}"_s;
    return experiment;
}

Experiment webSocketEcho(const QString &size, qint64 bytes, const QString &published)
{
    Experiment experiment
        = ofHundred(hooked(u"U"_s, u"ws-echo"_s, u"Messages of %1 and their echoes"_s.arg(size),
                        u"A frame is far less to read and to write than a request."_s, u"/echo"_s),
            published);
    Workload &workload = experiment.workloads.first();
    workload.id = experiment.id = u"ws-echo-"_s + size;
    workload.echoBytes = bytes;
    workload.expectation = {};
    return experiment;
}

/// Each request is a connection that becomes a WebSocket, proves it with one message, and closes.
Experiment upgrade()
{
    Experiment experiment = webSocketEcho(u"upgrade"_s, 4, {});
    experiment.group = u"H"_s;
    experiment.title = u"Connections that become WebSockets"_s;
    Workload &workload = experiment.workloads.first();
    workload.id = experiment.id = u"upgrade"_s;
    workload.title = u"An upgrade and one echo, then the next connection"_s;
    workload.lesson = u"An upgrade costs a connection, a request and a hash."_s;
    experiment.plan.connections = 50;
    experiment.plan.duration = 1s;
    experiment.plan.keepAlive = false;
    return experiment;
}

Experiment simple()
{
    Experiment experiment
        = hooked(u"H"_s, u"simple"_s, u"Bodies in one piece or four, with a length or chunked"_s,
            u"Each piece that is written costs, and so does its chunk."_s, u"/"_s);
    const Workload pattern = experiment.workloads.first();
    experiment.workloads.clear();
    for (const int bytes : {4, 1024, 102'400}) {
        for (const int pieces : {1, 4}) {
            for (const QString &framing : {u"length"_s, u"chunked"_s}) {
                Workload workload = pattern;
                workload.id = u"%1-%2-%3"_s.arg(bytes).arg(pieces).arg(framing);
                workload.title = u"%1 bytes in %2, %3"_s.arg(bytes).arg(pieces).arg(framing);
                workload.path = u"/%1/%2/%3"_s.arg(bytes).arg(pieces).arg(framing);
                workload.expectation.bodyBytes = bytes;
                workload.proof.text = QString(bytes, u's');
                workload.proof.fields = {framing == "length"_L1
                        ? load::RequestField{"Content-Length", QByteArray::number(bytes)}
                        : load::RequestField{"Transfer-Encoding", "chunked"}};
                experiment.workloads.append(workload);
            }
        }
    }
    compareConnections(experiment, {50, 500});
    return experiment;
}

Experiment responseHeaders()
{
    Experiment experiment = hooked(u"H"_s, u"response-headers"_s, u"10, 50 or 600 fields in an answer"_s,
        u"Fields cost by their number and their bytes."_s, u"/"_s);
    const Workload pattern = experiment.workloads.first();
    experiment.workloads.clear();
    for (const auto &[name, count] : {std::pair(u"few"_s, 10), {u"medium"_s, 50}, {u"many"_s, 600}}) {
        for (const int length : {16, 100}) {
            Workload workload = pattern;
            workload.id = u"%1-%2"_s.arg(name).arg(length);
            workload.title = u"%1 fields of %2 bytes"_s.arg(count).arg(length);
            workload.path = u"/%1?length=%2"_s.arg(name).arg(length);
            workload.proof.text = u"ok"_s;
            if (count <= 50) // the client that looks keeps none of 600
                workload.proof.fields = {{"X-" + QByteArray::number(count - 1), QByteArray(length, 'v')}};
            experiment.workloads.append(workload);
        }
    }
    return experiment;
}

Experiment incomingHeaders()
{
    Experiment experiment = hooked(u"H"_s, u"incoming-headers"_s, u"Requests with many fields"_s,
        u"Fields that nobody asks for should cost only their reading."_s, u"/"_s);
    experiment.published = u"9.6 to 13.6 % more req/s"_s;
    const Workload pattern = experiment.workloads.first();
    experiment.workloads.clear();
    for (const int count : {0, 8, 20}) {
        for (const QString &path : {u"/"_s, u"/host"_s}) {
            Workload workload = pattern;
            workload.id = u"fields-%1-%2"_s.arg(count).arg(path == "/"_L1 ? u"none"_s : u"host"_s);
            workload.title
                = u"%1 further fields, %2 is read"_s.arg(count).arg(path == "/"_L1 ? u"none"_s : u"Host"_s);
            workload.path = path;
            if (path == "/"_L1)
                workload.proof.text = u"none"_s;
            for (int i = 0; i < count; ++i)
                workload.fields.append({"X-Field-" + QByteArray::number(i), "a value of some length"});
            experiment.workloads.append(workload);
        }
    }
    experiment.plan.connections = 50;
    compareTechnique(experiment, u"fieldLookup"_s, u"inPlace"_s, u"lowerCasedCopies"_s);
    return experiment;
}

} // namespace

QList<Experiment> hookExperiments()
{
    return {requestHook(), repeatedQuery(), rangeHook(), headLargeHook(), dynamicHook(), helloWorld(),
        writtenHeaders(), jsonPost(), webSocketEcho(u"20b"_s, 20, u"118,085 req/s"_s),
        webSocketEcho(u"4kb"_s, 4'096, u"100,852 req/s"_s), simple(), responseHeaders(), incomingHeaders(),
        upgrade()};
}

} // namespace servelab::lab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "core/lab/jsonfields.h"

/// The fields of an experiment, each once: what reads, writes and describes them all comes from here.
namespace servelab::lab::json {

/// A whole site configuration, of which what is left out has its default. Written without secrets: a document
/// is passed on.
template <>
struct Codec<site::SiteConfig>
{
    static QJsonValue write(const site::SiteConfig &value);
    static void read(const QJsonValue &value, const QString &path, site::SiteConfig &out, Problems &problems);
    static QJsonObject schema(SchemaParts &parts);
};

template <>
struct Names<FixtureContent>
{
    static constexpr std::pair<QLatin1StringView, FixtureContent> list[] = {
        {QLatin1StringView("text"), FixtureContent::Text},
        {QLatin1StringView("records"), FixtureContent::Records},
        {QLatin1StringView("noise"), FixtureContent::Noise},
        {QLatin1StringView("page"), FixtureContent::Page},
    };
};

template <>
struct Fields<FixtureFile>
{
    static constexpr auto name = QLatin1StringView("fixtureFile");
    static constexpr auto list = std::tuple{
        field("path", &FixtureFile::path, required, u"Below the root."),
        field("content", &FixtureFile::content, optional, u"What stands in it."),
        field("bytes", &FixtureFile::bytes, required, u"Its size."),
    };
    static constexpr auto otherKeys = OtherKeys::Refused;
};

template <>
struct Fields<load::RequestField>
{
    static constexpr auto name = QLatin1StringView("field");
    static constexpr auto list = std::tuple{
        field("name", &load::RequestField::name, required, u"Name of a header field."),
        field("value", &load::RequestField::value, required, u"Its value."),
    };
    static constexpr auto otherKeys = OtherKeys::Refused;
};

/// The 64 hexadecimal digits of a SHA-256, whose form is looked at where they are taken.
struct HashText
{
    QString digits{};
};

template <>
struct Codec<HashText>
{
    static QJsonValue write(const HashText &value) { return value.digits; }
    static void read(const QJsonValue &value, const QString &path, HashText &out, Problems &problems)
    {
        Codec<QString>::read(value, path, out.digits, problems);
    }
    static QJsonObject schema(SchemaParts &)
    {
        return {{QStringLiteral("type"), QStringLiteral("string")},
            {QStringLiteral("pattern"), QStringLiteral("^[0-9A-Fa-f]{64}$")}};
    }
};

/// An expectation as it is written: a hash as text.
struct WrittenExpectation
{
    std::optional<int> status{};
    std::optional<qint64> bodyBytes{};
    std::optional<HashText> bodySha256{};
};

template <>
struct Fields<WrittenExpectation>
{
    static constexpr auto name = QLatin1StringView("expectation");
    static constexpr auto list = std::tuple{
        field("status", &WrittenExpectation::status, optional, u"Of every answer; absent: 2xx or 3xx."),
        field("bodyBytes", &WrittenExpectation::bodyBytes, optional, u"Of every body as it is sent."),
        field("bodySha256", &WrittenExpectation::bodySha256, optional,
            u"Of every body as it is sent, in hexadecimal digits."),
    };
    static constexpr auto otherKeys = OtherKeys::Refused;
};

template <>
struct Codec<load::Expectation>
{
    static QJsonValue write(const load::Expectation &value);
    static void read(
        const QJsonValue &value, const QString &path, load::Expectation &out, Problems &problems);
    static QJsonObject schema(SchemaParts &parts) { return Codec<WrittenExpectation>::schema(parts); }
};

/// An arrival as it is written: a rate, a ramp, or neither for a closed loop.
struct WrittenArrival
{
    std::optional<double> perSecond{};
    std::optional<double> fromPerSecond{};
    std::optional<double> toPerSecond{};
    std::optional<std::chrono::milliseconds> over{};
};

template <>
struct Fields<WrittenArrival>
{
    static constexpr auto name = QLatin1StringView("arrival");
    static constexpr auto list = std::tuple{
        field("perSecond", &WrittenArrival::perSecond, optional,
            u"Requests are due at this rate; without any rate a connection asks when it has its answer."),
        field("fromPerSecond", &WrittenArrival::fromPerSecond, optional, u"A ramp begins at this rate."),
        field("toPerSecond", &WrittenArrival::toPerSecond, optional, u"A ramp ends at this rate."),
        field("overMilliseconds", &WrittenArrival::over, optional, u"A ramp takes this time."),
    };
    static constexpr auto otherKeys = OtherKeys::Refused;
};

template <>
struct Codec<load::Arrival>
{
    static QJsonValue write(const load::Arrival &value);
    static void read(const QJsonValue &value, const QString &path, load::Arrival &out, Problems &problems);
    static QJsonObject schema(SchemaParts &parts) { return Codec<WrittenArrival>::schema(parts); }
};

template <>
struct Fields<Proof>
{
    static constexpr auto name = QLatin1StringView("proof");
    static constexpr auto list = std::tuple{
        field("fields", &Proof::fields, optional, u"Fields the answer has; an empty value: any."),
        field("text", &Proof::text, optional, u"What the decoded body is."),
        field("file", &Proof::file, optional, u"File under the root whose bytes the decoded body has."),
        field("offset", &Proof::offset, optional, u"First byte of the part of that file."),
        field("bytes", &Proof::bytes, optional, u"Bytes of the part; absent: to the file's end."),
        field("inverted", &Proof::isInverted, optional, u"The body has every bit of the part turned."),
    };
    static constexpr auto otherKeys = OtherKeys::Refused;
};

template <>
struct Fields<Workload>
{
    static constexpr auto name = QLatin1StringView("workload");
    static constexpr auto list = std::tuple{
        field("id", &Workload::id, required, u"Unique in the experiment."),
        field("title", &Workload::title, optional, u"For people."),
        field("lesson", &Workload::lesson, optional, u"What it shows, in a sentence."),
        field("path", &Workload::path, optional, u"What is asked for, with its query."),
        field("method", &Workload::method, optional, u"Of the request."),
        field("fields", &Workload::fields, optional, u"Of the request."),
        field("body", &Workload::body, optional, u"Of the request."),
        field("expectation", &Workload::expectation, optional, u"What every answer is like."),
        field("proof", &Workload::proof, optional, u"What the one answer looked at before load is like."),
        field("echoBytes", &Workload::echoBytes, optional,
            u"Send messages of so many bytes over WebSockets, and compare their echoes."),
        field("hook", &Workload::hook, optional, u"What the server does beside serving files."),
        field("task", &Workload::task, optional,
            u"What is done in place of serving, as often as the plan counts."),
        field("metric", &Workload::metric, optional, u"The figure the verdict is about."),
    };
    static constexpr auto otherKeys = OtherKeys::Refused;
};

template <>
struct Fields<ReadyTest>
{
    static constexpr auto name = QLatin1StringView("readyTest");
    static constexpr auto list = std::tuple{
        field("path", &ReadyTest::path, optional, u"Asked for until it is answered."),
        field("limitMilliseconds", &ReadyTest::limit, optional, u"From the server's start."),
    };
    static constexpr auto otherKeys = OtherKeys::Refused;
};

template <>
struct Fields<Contender>
{
    static constexpr auto name = QLatin1StringView("contender");
    static constexpr auto list = std::tuple{
        field("name", &Contender::name, required, u"Short, unique."),
        field("title", &Contender::title, optional, u"For people."),
        field("program", &Contender::program, required, u"Where its program may be."),
        field("command", &Contender::command, required, u"What starts it."),
        field("template", &Contender::configuration, optional, u"Lines of its configuration."),
        field("json", &Contender::json, optional, u"Its configuration as an object."),
        field("suffix", &Contender::suffix, optional, u"Of its configuration's file."),
        field("environment", &Contender::environment, optional, u"Variables that are set for it."),
        field("stop", &Contender::stop, optional, u"The signal that ends it."),
        field("get", &Contender::obtain, optional, u"How to get it."),
        field("bare", &Contender::bare, optional, u"It answers every request alike."),
        field("ready", &Contender::ready, optional, u"How to know that it serves."),
    };
    static constexpr auto otherKeys = OtherKeys::Ignored;
};

template <>
struct Fields<Variant>
{
    static constexpr auto name = QLatin1StringView("variant");
    static constexpr auto list = std::tuple{
        field("id", &Variant::id, required, u"Unique in the experiment."),
        field("label", &Variant::label, optional, u"For people."),
        field("patch", &Variant::patch, optional, u"What it changes in the base configuration."),
        field("fields", &Variant::fields, optional, u"Replace the workload's request fields of these names."),
        field("contender", &Variant::contender, optional, u"Another server."),
        field("expectation", &Variant::expectation, optional, u"Instead of the workload's."),
        field("connections", &Variant::connections, optional, u"Instead of the plan's."),
        field("keepAlive", &Variant::keepAlive, optional, u"Instead of the plan's."),
        field("pipeline", &Variant::pipeline, optional, u"Instead of the plan's."),
        field("arrival", &Variant::arrival, optional, u"Instead of the plan's."),
    };
    static constexpr auto otherKeys = OtherKeys::Refused;
};

/// Its patch as site::withoutSecrets() leaves it.
template <>
struct Codec<Variant> : ObjectCodec<Variant>
{
    static QJsonValue write(const Variant &value);
};

template <>
struct Fields<SamplePlan>
{
    static constexpr auto name = QLatin1StringView("plan");
    static constexpr auto list = std::tuple{
        field("connections", &SamplePlan::connections, optional, u"Of the load."),
        field("threads", &SamplePlan::threads, optional, u"Of the load generator."),
        field("keepAlive", &SamplePlan::keepAlive, optional, u"False: a connection for every request."),
        field("pipeline", &SamplePlan::pipeline, optional, u"Requests on a connection at the same time."),
        field("arrival", &SamplePlan::arrival, optional, u"When requests are sent."),
        field("warmUpMilliseconds", &SamplePlan::warmUp, optional, u"Load before the measured part."),
        field("durationMilliseconds", &SamplePlan::duration, optional, u"Of the measured part."),
        field("requests", &SamplePlan::requests, optional, u"End after so many."),
        field("minimumRequests", &SamplePlan::minimumRequests, optional,
            u"With fewer answers, the part is measured by count."),
        field(
            "longestMilliseconds", &SamplePlan::longest, optional, u"For an answer and for a part by count."),
        field("settleMilliseconds", &SamplePlan::settle, optional, u"Between load and retained memory."),
        field("readBytesPerSecond", &SamplePlan::readBytesPerSecond, optional,
            u"Each connection reads no faster, as on a slow line."),
        field("freezeMilliseconds", &SamplePlan::freeze, optional,
            u"The server is stopped for so long within the measured part; 0: never."),
        field("idleConnections", &SamplePlan::idleConnections, optional,
            u"Kept open after load, to see what each holds in memory."),
    };
    static constexpr auto otherKeys = OtherKeys::Refused;
};

template <>
struct Fields<Experiment>
{
    static constexpr auto name = QLatin1StringView("experiment");
    static constexpr auto list = std::tuple{
        field("id", &Experiment::id, required, u"Short, for the command line."),
        field("title", &Experiment::title, optional, u"For people."),
        field("group", &Experiment::group, optional, u"Of the catalogue."),
        field("published", &Experiment::published, optional, u"What others measured."),
        field("fixture", &Experiment::fixture, optional, u"Files that are made to be asked for."),
        field("base", &Experiment::base, required, u"The configuration that variants change."),
        field("workloads", &Experiment::workloads, required, u"What is asked."),
        field("variants", &Experiment::variants, required, u"What is compared; the first is the baseline."),
        field("plan", &Experiment::plan, optional, u"How long and how hard each sample is."),
        field("rounds", &Experiment::rounds, optional, u"How often all variants are measured."),
        field("runsPerRound", &Experiment::runsPerRound, optional,
            u"Of each variant in a round: 2 makes same-code pairs."),
        field("seed", &Experiment::seed, optional, u"Of the order of variants."),
    };
    static constexpr auto otherKeys = OtherKeys::Refused;
};

} // namespace servelab::lab::json

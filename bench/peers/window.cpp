// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/siteconfigjson.h"
#include "ui/models/requestlistmodel.h"
#include "ui/sessions/sitesession.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QTimer>

#include <cstdio>

using namespace servelab;
using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::milliseconds samplingPeriod{100}; // as the window does

int refuse(const QString &why)
{
    std::fprintf(stderr, "peers_window: %s\n", qPrintable(why));
    return 2;
}

} // namespace

/// A site as the window serves it, without the window: with `--list`, its requests go into the list that the
/// page of requests shows. SIGTERM ends it.
int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    const QCommandLineOption config(u"config"_s, u"The site."_s, u"file"_s);
    const QCommandLineOption list(u"list"_s, u"Attach the list of requests."_s);
    parser.addOptions({config, list});
    parser.process(application);
    const auto read = site::readConfigFile(parser.value(config));
    if (!read)
        return refuse(read.error().first().toString());

    ui::SiteSession session(u"measured"_s, *read);
    ui::RequestListModel model;
    if (parser.isSet(list)) {
        model.setLog(&session.requests());
        session.setRecording(true);
    }
    session.start();
    if (session.state() != ui::SiteSession::State::Running)
        return refuse(session.failure() ? session.failure()->toString() : u"The site did not start."_s);
    QTimer sampling;
    QObject::connect(
        &sampling, &QTimer::timeout, &session, [&session] { session.sample(base::Clock::now()); });
    sampling.start(samplingPeriod);
    return QCoreApplication::exec();
}

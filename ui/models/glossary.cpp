// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/glossary.h"

#include <QCoreApplication>

namespace servelab::ui {

namespace {

const char *text(Term term)
{
    switch (term) {
    case Term::RequestRate:
        return QT_TRANSLATE_NOOP("Glossary", "Right answers in one second. Higher is better.");
    case Term::MedianLatency:
        return QT_TRANSLATE_NOOP(
            "Glossary", "p50, the median: half of all requests were answered faster than this, half slower.");
    case Term::TailLatency:
        return QT_TRANSLATE_NOOP("Glossary",
            "p99: 99 of 100 requests were answered within this time. It shows what the unlucky ones waited.");
    case Term::RetainedMemory:
        return QT_TRANSLATE_NOOP("Glossary",
            "What the server still holds after the load has ended and free memory was given back: pages that "
            "only it uses and has written.");
    case Term::StartMemory:
        return QT_TRANSLATE_NOOP("Glossary", "Memory of the server before its first request.");
    case Term::PeakMemory:
        return QT_TRANSLATE_NOOP("Glossary", "The most memory the server had at any moment under load.");
    case Term::CpuPerRequest:
        return QT_TRANSLATE_NOOP("Glossary",
            "Processor time the server used, divided by the requests it answered. Unlike the rate it does "
            "not "
            "depend on how fast the client is.");
    case Term::BytesPerAnswer:
        return QT_TRANSLATE_NOOP(
            "Glossary", "What travels over the network for one answer, its head included.");
    case Term::ContentCoding:
        return QT_TRANSLATE_NOOP("Glossary",
            "Answers are sent in a smaller form (Brotli or gzip) to clients that accept it. It saves bytes "
            "and "
            "costs processor time.");
    case Term::BrotliQuality:
        return QT_TRANSLATE_NOOP("Glossary",
            "How hard Brotli tries, from 0 to 11. Each step makes answers a little smaller and takes longer; "
            "the last two take very much longer.");
    case Term::CodedVariant:
        return QT_TRANSLATE_NOOP("Glossary",
            "The compressed form of a file. Kept in memory it is made once; made on each request, every "
            "client "
            "waits for it again.");
    case Term::NoCache:
        return QT_TRANSLATE_NOOP("Glossary",
            "Tells browsers to keep nothing, so that each reload shows the newest files. Public sites leave "
            "it "
            "off.");
    case Term::Dotfiles:
        return QT_TRANSLATE_NOOP(
            "Glossary", "Files whose name begins with a dot, such as .git or .env. They often hold secrets.");
    case Term::SinglePageFallback:
        return QT_TRANSLATE_NOOP("Glossary",
            "Unknown paths answer with the index file, so that an application which draws its own pages can "
            "be reloaded at any address.");
    case Term::DirectoryRedirect:
        return QT_TRANSLATE_NOOP("Glossary",
            "A folder asked for without its last slash sends the browser to the address with it, so that "
            "relative links work.");
    case Term::IndexFile:
        return QT_TRANSLATE_NOOP("Glossary", "The file that answers when a folder is asked for.");
    case Term::VirtualHost:
        return QT_TRANSLATE_NOOP("Glossary",
            "Another host name on the same port with a folder of its own. Names that end in .localhost reach "
            "this machine without any set-up.");
    case Term::ListeningAddress:
        return QT_TRANSLATE_NOOP(
            "Glossary", "127.0.0.1 answers this machine only. 0.0.0.0 answers everyone who can reach it.");
    case Term::Port:
        return QT_TRANSLATE_NOOP(
            "Glossary", "The number after the colon in the address. One program can hold a port at a time.");
    case Term::Round:
        return QT_TRANSLATE_NOOP("Glossary",
            "In each round every configuration is measured once, in a new order. More rounds show how much "
            "the "
            "figures vary by themselves.");
    case Term::Connections:
        return QT_TRANSLATE_NOOP("Glossary",
            "Clients at the same time. Each sends its next request as soon as its last one is answered.");
    case Term::OpenConnections:
        return QT_TRANSLATE_NOOP("Glossary",
            "Clients that are connected now. Browsers keep a connection for a while, to use it again.");
    case Term::StatusClass:
        return QT_TRANSLATE_NOOP("Glossary",
            "2xx: answered. 3xx: look elsewhere, or unchanged. 4xx: the request was wrong. 5xx: the server "
            "failed.");
    case Term::CacheMemory:
        return QT_TRANSLATE_NOOP("Glossary", "Files and their compressed forms that are kept in memory.");
    case Term::UnknownHosts:
        return QT_TRANSLATE_NOOP("Glossary",
            "A request names the host it wants. A server on this machine that answers to every name can be "
            "reached by a hostile page whose name was pointed at your machine.");
    case Term::Workers:
        return QT_TRANSLATE_NOOP("Glossary",
            "Threads that answer requests, each with connections of its own. More than there are cores "
            "gain nothing.");
    case Term::MediaType:
        return QT_TRANSLATE_NOOP("Glossary",
            "What a file is, as browsers are told: text/html is shown as a page, application/pdf in a "
            "viewer.");
    case Term::GzipLevel:
        return QT_TRANSLATE_NOOP(
            "Glossary", "How hard gzip tries, from 1 to 9. Above 6 answers get hardly any smaller.");
    case Term::BytesSent:
        return QT_TRANSLATE_NOOP("Glossary", "What leaves for clients in a second, heads included.");
    case Term::ProcessMemory:
        return QT_TRANSLATE_NOOP("Glossary",
            "Memory of this whole program, the window and every site together, shared pages in "
            "proportion.");
    case Term::Pipelining:
        return QT_TRANSLATE_NOOP("Glossary",
            "A client sends further requests before the first is answered. Browsers do not; it shows what a "
            "server can do when the network is no limit.");
    case Term::WarmUp:
        return QT_TRANSLATE_NOOP("Glossary",
            "Load before the measured part, so that caches are filled and the processor is awake. Nothing "
            "of it counts.");
    case Term::Arrival:
        return QT_TRANSLATE_NOOP("Glossary",
            "After the last answer, a slow server is asked less often and its waits look short. At a rate, "
            "requests come as people do, whatever the server does, and each wait counts.");
    case Term::Baseline:
        return QT_TRANSLATE_NOOP(
            "Glossary", "What every other variant is held against. It is measured as often as they are.");
    case Term::ObserverCpu:
        return QT_TRANSLATE_NOOP("Glossary",
            "Processor time of this window itself, in parts of one core. It stands in the result, so that "
            "everybody can see that looking did not disturb.");
    case Term::IdleMemory:
        return QT_TRANSLATE_NOOP("Glossary",
            "What the server holds for a thousand connections that are open and ask for nothing.");
    case Term::KeptMemory:
        return QT_TRANSLATE_NOOP("Glossary",
            "What the process holds for each of the things it keeps, such as the settings of one site of "
            "many.");
    case Term::UncorrectedLatency:
        return QT_TRANSLATE_NOOP("Glossary",
            "At a steady rate, the time from when a request was sent. While the server stands still nothing "
            "is sent, so that the wait of those who were due does not show.");
    case Term::NoiseBand:
        return QT_TRANSLATE_NOOP("Glossary",
            "How far two runs of the same configuration came out apart. What differs no more than that may "
            "be "
            "chance.");
    case Term::Verdict:
        return QT_TRANSLATE_NOOP("Glossary",
            "A difference counts where its median lies outside the noise of the run, is at least 2 %, and "
            "every "
            "round points the same way.");
    case Term::LatencyByPercentile:
        return QT_TRANSLATE_NOOP("Glossary",
            "How long which share of all requests took: at 99, all but the slowest one of a hundred. The "
            "scale "
            "stretches the slow end, where trouble shows first.");
    case Term::RateOverTime:
        return QT_TRANSLATE_NOOP("Glossary",
            "Right answers a second, in each tenth of a second of the load; the median over all samples.");
    case Term::LatencyOverTime:
        return QT_TRANSLATE_NOOP("Glossary",
            "How long answers took on average, in each tenth of a second of the load; the median over all "
            "samples.");
    case Term::TradeOff:
        return QT_TRANSLATE_NOOP("Glossary",
            "What one figure gains while another one pays for it, as a setting changes from value to value.");
    case Term::MachineFitness:
        return QT_TRANSLATE_NOOP("Glossary",
            "Whether the machine was quiet and steady enough to tell small differences. On an unfit one no "
            "verdict is given.");
    }
    Q_UNREACHABLE();
}

} // namespace

QString explain(Term term)
{
    return QCoreApplication::translate("Glossary", text(term));
}

} // namespace servelab::ui

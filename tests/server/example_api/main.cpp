// SPDX-License-Identifier: GPL-3.0-or-later
// A program that embeds the server: files of a folder, and beside them a JSON API for a list of items.
//
//   example_api FOLDER [PORT]
//
// Writes its URL, serves until its standard input ends. GET and POST /api/items, GET and DELETE
// /api/items/ID, GET /api/report, which takes a while and is answered from another thread.
#include "core/server/server.h"
#include "core/server/sitehooks.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QThreadPool>

#include <charconv>
#include <cstdio>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

using namespace servelab;
using namespace Qt::StringLiterals;
using server::AnswerHead;
using server::HookedRequest;
using server::Responder;

namespace {

constexpr std::string_view itemsPath = "/api/items";

/// What the API keeps. Its hooks are called on several threads: hence the lock.
class Items
{
public:
    int add(const QString &name)
    {
        const std::scoped_lock lock(m_mutex);
        m_names.emplace(++m_lastId, name);
        return m_lastId;
    }
    bool remove(int id)
    {
        const std::scoped_lock lock(m_mutex);
        return m_names.erase(id) > 0;
    }
    std::optional<QString> find(int id) const
    {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_names.find(id);
        return found == m_names.end() ? std::nullopt : std::optional(found->second);
    }
    std::map<int, QString> all() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_names;
    }

private:
    mutable std::mutex m_mutex; ///< guards what follows
    std::map<int, QString> m_names;
    int m_lastId = 0;
};

QJsonObject itemObject(int id, const QString &name)
{
    return {{u"id"_s, id}, {u"name"_s, name}};
}

template <typename Json>
void answerJson(Responder responder, const Json &json, int status = 200)
{
    const AnswerHead head
        = AnswerHead(status).field("Content-Type", "application/json").field("Cache-Control", "no-store");
    std::move(responder).answer(head, QJsonDocument(json).toJson(QJsonDocument::Compact));
}

void refuse(Responder responder, int status, const QString &why)
{
    answerJson(std::move(responder), QJsonObject{{u"error"_s, why}}, status);
}

/// The number behind the path of the items.
std::optional<int> itemId(std::string_view path)
{
    path.remove_prefix(itemsPath.size() + 1);
    int id = 0;
    const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), id);
    return error == std::errc() && end == path.data() + path.size() ? std::optional(id) : std::nullopt;
}

class Api : public server::SiteHooks
{
public:
    ~Api() override { m_slow.waitForDone(); }

    server::HookInterests interests() const override
    {
        return {.head = false, .request = true, .beforeServe = false, .afterServe = false};
    }

    void onRequest(HookedRequest &request, Responder responder) override
    {
        if (request.path() == itemsPath)
            onItems(request, std::move(responder));
        else if (request.path().starts_with("/api/items/"))
            onItem(request, std::move(responder));
        else if (request.path() == "/api/report")
            report(std::move(responder));
        else
            std::move(responder).serve(); // the files
    }

private:
    void onItems(HookedRequest &request, Responder responder)
    {
        if (request.method() == http::Method::Get)
            list(std::move(responder));
        else if (request.method() == http::Method::Post)
            add(request, std::move(responder));
        else
            std::move(responder).answer(AnswerHead(405).field("Allow", "GET, POST"));
    }

    void onItem(HookedRequest &request, Responder responder)
    {
        const std::optional<int> id = itemId(request.path());
        const std::optional<QString> name = id ? m_items.find(*id) : std::nullopt;
        if (!name)
            refuse(std::move(responder), 404, u"There is no such item."_s);
        else if (request.method() == http::Method::Get)
            answerJson(std::move(responder), itemObject(*id, *name));
        else if (request.method() == http::Method::Delete && m_items.remove(*id))
            std::move(responder).answer(AnswerHead(204));
        else
            std::move(responder).answer(AnswerHead(405).field("Allow", "GET, DELETE"));
    }

    void list(Responder responder)
    {
        QJsonArray array;
        for (const auto &[id, name] : m_items.all())
            array.append(itemObject(id, name));
        answerJson(std::move(responder), array);
    }

    void add(HookedRequest &request, Responder responder)
    {
        const std::string body = request.takeBody();
        const QString name
            = QJsonDocument::fromJson(QByteArray::fromStdString(body)).object().value("name"_L1).toString();
        if (name.isEmpty()) {
            refuse(std::move(responder), 400, u"A JSON object with a \"name\" is wanted."_s);
            return;
        }
        const int id = m_items.add(name);
        const AnswerHead head = AnswerHead(201)
                                    .field("Content-Type", "application/json")
                                    .field("Location", std::string(itemsPath) + '/' + std::to_string(id));
        std::move(responder).answer(head, QJsonDocument(itemObject(id, name)).toJson(QJsonDocument::Compact));
    }

    /// A hook must not block: what takes time is done elsewhere, with the Responder.
    void report(Responder responder)
    {
        const auto kept = std::make_shared<Responder>(std::move(responder));
        m_slow.start([this, kept] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100)); // as a database would
            answerJson(std::move(*kept), QJsonObject{{u"items"_s, qint64(m_items.all().size())}});
        });
    }

    Items m_items;
    QThreadPool m_slow; ///< last: what it runs uses the items
};

/// Ends the program with its input.
void quitWithInput(QCoreApplication &application)
{
    std::thread([&application] {
        while (std::getchar() != EOF) { }
        QMetaObject::invokeMethod(&application, &QCoreApplication::quit);
    }).detach();
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() < 2) {
        std::fputs("Usage: example_api FOLDER [PORT]\n", stderr);
        return 2;
    }
    site::SiteConfig config;
    config.root = arguments[1];
    config.port = arguments.value(2).toUShort();

    server::Server server;
    server.setHooks(std::make_shared<Api>());
    if (const auto deployed = server.deploy(config); !deployed) {
        std::fprintf(stderr, "%s\n", qPrintable(deployed.error().first().toString()));
        return 1;
    }
    std::printf("%s\n", qPrintable(server.url().toString()));
    std::fflush(stdout);
    quitWithInput(application);
    return QCoreApplication::exec();
}

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/sitehooks.h"

#include <QByteArray>
#include <QList>
#include <QMutex>

#include <functional>

namespace servelab::tests {

inline QByteArray bytesOf(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

/// Hooks made of functions; those that are not set are no interest. What has ended is kept.
class FunctionHooks : public server::SiteHooks
{
public:
    std::function<void(const server::HookedRequest &, server::Responder)> head;
    std::function<void(server::HookedRequest &, server::Responder)> request;
    std::function<void(const server::HookedRequest &, server::ServedAnswer &)> serve;

    server::HookInterests interests() const override
    {
        return {.head = bool(head), .request = bool(request), .beforeServe = bool(serve), .afterServe = true};
    }
    void onHead(const server::HookedRequest &r, server::Responder responder) override
    {
        head(r, std::move(responder));
    }
    void onRequest(server::HookedRequest &r, server::Responder responder) override
    {
        request(r, std::move(responder));
    }
    void beforeServe(const server::HookedRequest &r, server::ServedAnswer &answer) override
    {
        serve(r, answer);
    }
    void afterServe(const server::AccessRecord &record) override
    {
        const QMutexLocker lock(&m_mutex);
        m_ended.append(record);
    }

    QList<server::AccessRecord> ended() const
    {
        const QMutexLocker lock(&m_mutex);
        return m_ended;
    }

private:
    mutable QMutex m_mutex;
    QList<server::AccessRecord> m_ended; ///< under m_mutex
};

} // namespace servelab::tests

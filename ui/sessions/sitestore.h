// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/mailbox.h"
#include "core/base/threadpool.h"
#include "core/site/siteconfig.h"

#include <QList>
#include <QObject>

#include <optional>

namespace servelab::ui {

/// A site as it is kept between two starts of the program.
struct StoredSite
{
    QString id;
    site::SiteConfig config;
    bool running = false; ///< it served when the window closed, and will again
    friend bool operator==(const StoredSite &, const StoredSite &) = default;
};

/// The list of sites in one versioned JSON file. Written whole or not at all, in order, off the window's
/// thread.
class SiteStore : public QObject
{
    Q_OBJECT
public:
    static constexpr int currentVersion = 1;

    explicit SiteStore(QString path, QObject *parent = nullptr);
    ~SiteStore() override; ///< waits for what is being written

    struct Loaded
    {
        QList<StoredSite> sites;
        std::optional<base::Error> trouble; ///< what was wrong, and under which name the old file was kept
    };

    /// What can be read. Where anything cannot, the file is kept beside under another name. No file: no
    /// sites.
    Loaded load();

    void save(const QList<StoredSite> &sites);

    /// Returns when everything is written; for the end of the program.
    void flush();

Q_SIGNALS:
    void failed(const servelab::base::Error &error);

private:
    QString m_path;
    base::Mailbox m_failures; ///< from the writer to this thread
    base::ThreadPool m_writer{1};
};

} // namespace servelab::ui

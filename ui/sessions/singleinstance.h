// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

#include <memory>

class QLocalServer;
class QLocalSocket;

namespace servelab::ui {

/// One window a person and a configuration: the first start listens on a local socket; a later one hands over
/// what it was started with, and ends.
class SingleInstance : public QObject
{
    Q_OBJECT
public:
    static constexpr qsizetype longestMessage = 256 * 1024;

    /// What a start asks for.
    struct Request
    {
        QStringList folders; ///< absolute
        bool sample = false;
        bool minimized = false; ///< the window stays as it is
        friend bool operator==(const Request &, const Request &) = default;
    };

    /// `key` tells one configuration from others: its folder.
    explicit SingleInstance(const QString &key, QObject *parent = nullptr);
    ~SingleInstance() override;

    /// Hands the request to the window that runs already. False: there is none, or it does not answer within
    /// two seconds. Waits, and so is for the beginning of the program.
    bool handOver(const Request &request) const;

    /// Becomes the one that later starts find; takes the place of one that ended without cleaning up. False:
    /// no such socket can be made here, and every start is on its own.
    bool listen();

Q_SIGNALS:
    void requested(const servelab::ui::SingleInstance::Request &request);

private:
    void accept();
    void read(QLocalSocket *socket);

    QString m_name;
    std::unique_ptr<QLocalServer> m_server;
};

} // namespace servelab::ui

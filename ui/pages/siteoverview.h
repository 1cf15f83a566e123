// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QUrl>
#include <QWidget>

namespace servelab::ui {

class AddressList;
class FigureTile;
class LiveChart;
class SiteSession;

/// What a site does now: its addresses, its last minute, its figures since it started.
class SiteOverview : public QWidget
{
    Q_OBJECT
public:
    explicit SiteOverview(QWidget *parent = nullptr);

    void setSite(SiteSession *site); ///< null: none; not owned

Q_SIGNALS:
    void openRequested(const QUrl &url);
    void copyRequested(const QUrl &url);

protected:
    void showEvent(QShowEvent *event) override;

private:
    QWidget *createCharts();
    QWidget *createFigures();
    void showSite();
    void showHistory();
    void showFigures();

    QPointer<SiteSession> m_site;
    AddressList *m_addresses;
    LiveChart *m_rate = nullptr;
    LiveChart *m_latency = nullptr;
    FigureTile *m_requests = nullptr;
    FigureTile *m_classes[4] = {};
    FigureTile *m_connections = nullptr;
    FigureTile *m_sent = nullptr;
    FigureTile *m_cache = nullptr;
};

} // namespace servelab::ui

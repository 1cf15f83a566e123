// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QTimer>
#include <QUrl>
#include <QWidget>

class QGridLayout;

namespace servelab::ui {

class AddressList;
class ChartGroup;
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
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *createCharts();
    QWidget *createFigures();
    void showSite();
    void showHistory();
    void showFigures();
    void readMemory();
    void arrangeFigures();

    QPointer<SiteSession> m_site;
    AddressList *m_addresses;
    LiveChart *m_rate = nullptr;
    LiveChart *m_latency = nullptr;
    LiveChart *m_bytes = nullptr;
    LiveChart *m_open = nullptr;
    ChartGroup *m_group = nullptr;
    QGridLayout *m_figures = nullptr;
    QList<FigureTile *> m_tiles;
    int m_columns = 0;
    FigureTile *m_requests = nullptr;
    FigureTile *m_classes[4] = {};
    FigureTile *m_connections = nullptr;
    FigureTile *m_sent = nullptr;
    FigureTile *m_cache = nullptr;
    FigureTile *m_memory = nullptr;
    QTimer m_memoryTimer;
};

} // namespace servelab::ui

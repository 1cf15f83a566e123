// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/resultfigures.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QPushButton;
class QTableView;
class QVBoxLayout;

namespace servelab::ui {

class CostCardGrid;
class FitnessView;
class ResultCharts;
class ResultTableModel;

/// One result from its sentence to its last figure: what it says, whether the machine was fit, the cost
/// cards, the charts and the table. One workload at a time.
class ResultView : public QWidget
{
    Q_OBJECT
public:
    using Document = std::shared_ptr<const lab::ResultDocument>;

    explicit ResultView(QWidget *parent = nullptr);

    /// Works out what there is to show on another thread; shown() follows. Null: nothing.
    void setDocument(const Document &document);
    const Document &document() const { return m_document; }

    /// What is seen is all that there is of the document.
    bool isUpToDate() const { return m_document && m_shownRequest == m_request; }
    QString reading() const;
    const WorkloadFigures &figures() const { return m_content.figures; }

Q_SIGNALS:
    void said(const QString &text);
    void shown();

private:
    /// Everything that takes long.
    struct Content
    {
        WorkloadFigures figures;
        lab::Fitness fitness;
        QString reading;
        QString environment;
        QList<lab::Summary> summaries;
    };
    static Content contentOf(const lab::ResultDocument &document, qsizetype workload);

    QWidget *createHead();
    QWidget *createWorkloadLine();
    QWidget *createTableSide();
    void offerWorkloads();
    void workOut();
    void show(const Content &content);
    void showCards();
    void showCharts();
    void fitTable();
    void copyTable();

    Document m_document;
    Content m_content;
    int m_request = 0; ///< the latest one; what others work out is stale
    int m_shownRequest = -1;
    bool m_showsAllCards = false;
    QLabel *m_reading = nullptr;
    FitnessView *m_fitness = nullptr;
    QWidget *m_workloadLine = nullptr;
    QComboBox *m_workloads = nullptr;
    QLabel *m_workloadName = nullptr; ///< "Workload", or its title where there is one only
    QLabel *m_lesson = nullptr;
    CostCardGrid *m_cards;
    QPushButton *m_allCards;
    QLabel *m_chance;
    QVBoxLayout *m_chartPlace;
    ResultCharts *m_charts = nullptr; ///< null: nothing was shown yet
    ResultTableModel *m_model;
    QTableView *m_table = nullptr;
    QLabel *m_environment;
};

} // namespace servelab::ui

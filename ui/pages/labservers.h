// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;
class QTableView;

namespace servelab::ui {

class ContenderListModel;
class LabCatalogue;
class LabDraft;

/// Other servers to compare with: those that are here, and how to get the others.
class LabServers : public QFrame
{
    Q_OBJECT
public:
    /// Both outlive the box.
    LabServers(LabDraft &draft, LabCatalogue &catalogue, QWidget *parent = nullptr);

    void begin(); ///< with the keyboard on the list

Q_SIGNALS:
    void finished();
    void added(int row); ///< of the new variant

private:
    void showServers();
    void update();
    void add();

    LabDraft &m_draft;
    LabCatalogue &m_catalogue;
    ContenderListModel *m_model;
    QTableView *m_table;
    QLabel *m_message;
    QPushButton *m_add;
};

} // namespace servelab::ui

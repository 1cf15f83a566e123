// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chiprow.h"

#include <QGridLayout>
#include <QPushButton>

namespace servelab::ui {

ChipRow::ChipRow(int first, int last, int perRow, QWidget *parent)
    : QWidget(parent)
    , m_first(first)
{
    auto *grid = new QGridLayout(this);
    grid->setSpacing(4);
    for (int number = first; number <= last; ++number) {
        auto *chip = new QPushButton(QString::number(number));
        chip->setCheckable(true);
        chip->setMinimumWidth(32);
        chip->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        connect(chip, &QPushButton::toggled, this, &ChipRow::changed);
        grid->addWidget(chip, (number - first) / perRow, (number - first) % perRow);
        m_chips.append(chip);
    }
    setFocusProxy(m_chips.first());
}

QList<int> ChipRow::chosen() const
{
    QList<int> numbers;
    for (qsizetype at = 0; at < m_chips.size(); ++at) {
        if (m_chips[at]->isChecked())
            numbers.append(m_first + static_cast<int>(at));
    }
    return numbers;
}

void ChipRow::choose(const QList<int> &numbers)
{
    for (qsizetype at = 0; at < m_chips.size(); ++at)
        m_chips[at]->setChecked(numbers.contains(m_first + static_cast<int>(at)));
}

} // namespace servelab::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sampleorder.h"

#include <numeric>
#include <random>

namespace servelab::lab {
namespace {

using Generator = std::mt19937_64;

/// The standard shuffle differs between libraries; this one does not.
QList<int> shuffled(int count, Generator &generator)
{
    QList<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    for (int i = count - 1; i > 0; --i)
        order.swapItemsAt(i, static_cast<int>(generator() % static_cast<quint64>(i + 1)));
    return order;
}

/// A random Latin square: the cyclic one with its rows, columns and symbols shuffled.
QList<QList<int>> latinSquare(int items, Generator &generator)
{
    const QList<int> rows = shuffled(items, generator);
    const QList<int> columns = shuffled(items, generator);
    const QList<int> symbols = shuffled(items, generator);
    QList<QList<int>> square;
    for (const int row : rows) {
        QList<int> order;
        for (const int column : columns)
            order.append(symbols[(row + column) % items]);
        square.append(order);
    }
    return square;
}

} // namespace

QList<QList<int>> balancedOrders(int items, int rounds, quint64 seed)
{
    Generator generator(seed);
    QList<QList<int>> orders;
    while (orders.size() < rounds)
        orders += latinSquare(items, generator);
    return orders.first(rounds);
}

} // namespace servelab::lab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/nearestword.h"

#include <algorithm>
#include <vector>

namespace servelab::base {
namespace {

/// Insertions, deletions, substitutions and swaps of neighbours that lead from one word to the other.
int editDistance(const QString &a, const QString &b)
{
    const qsizetype width = b.size() + 1;
    std::vector<int> edits(std::size_t((a.size() + 1) * width));
    const auto at = [&](qsizetype i, qsizetype j) -> int & { return edits[std::size_t(i * width + j)]; };
    for (qsizetype i = 0; i <= a.size(); ++i) {
        for (qsizetype j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                at(i, j) = int(i + j);
                continue;
            }
            const int substituted = at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
            at(i, j) = std::min({substituted, at(i - 1, j) + 1, at(i, j - 1) + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
        }
    }
    return edits.back();
}

QString lastPart(const QString &path)
{
    return path.sliced(path.lastIndexOf(u'.') + 1);
}

int distanceToPath(const QString &word, const QString &path)
{
    return std::min({editDistance(word, path), editDistance(word, lastPart(path)),
        editDistance(lastPart(word), lastPart(path))});
}

} // namespace

QString nearestWord(const QString &word, const QStringList &known)
{
    const auto nearest = std::ranges::min_element(known, {},
        [&](const QString &candidate) { return distanceToPath(word.toLower(), candidate.toLower()); });
    return nearest == known.end() ? QString() : *nearest;
}

} // namespace servelab::base

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/httpcases/httpcase.h"

namespace servelab::tests::httpcases {

Rows allRows(const Facts &facts)
{
    Rows rows;
    for (const auto section : {methodRows, requestLineRows, fieldLineRows, bodyRows, connectionRows, pathRows,
             rangeRows, conditionRows, codingRows})
        rows += section(facts);
    return rows;
}

} // namespace servelab::tests::httpcases

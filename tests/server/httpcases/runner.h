// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/server/httpcases/scene.h"

namespace servelab::tests::httpcases {

/// How the bytes of a row arrive.
enum class Delivery : std::uint8_t {
    AtOnce,
    Pipelined, ///< a request in front of them and another behind, all in one write
    Bytewise, ///< each byte in a packet of its own
    CutInTwo, ///< at a place that the seed decides
};

/// Sends a row and looks at everything that comes back, and at what becomes of the connection. Empty when all
/// is as the row has it and nothing happened that never may.
QByteArray problemWith(const Row &row, Delivery delivery, Scene &scene, quint32 seed = 0);

/// What never may be in an answer, whatever it answers.
QByteArray problemWithAnswer(const Answer &answer);

} // namespace servelab::tests::httpcases

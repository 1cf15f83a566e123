// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/certificates/certificatefolder.h"
#include "core/lab/contenderprocess.h"
#include "core/lab/resultdocument.h"

#include <optional>

namespace servelab::lab {

/// What an experiment needs before its first sample, and what takes too long for the thread of its runner.
struct Preparation
{
    QString programHash;
    QList<ContenderProgram> contenders;
    std::optional<double> busyShare; ///< of all cores, by others
    base::Expected<void> fixture;
    base::Expected<certificates::CertificateFiles> certificate; ///< where a variant needs one
};

/// Folders that are there, each for what it is named for; an empty name where that is not needed.
struct PreparationFolders
{
    QString fixture;
    QString certificate;
};

/// Whether a variant is served over HTTPS with a certificate that is still to be made.
bool needsCertificate(const Experiment &experiment);

/// Blocks, for about half a second and what the fixture takes. Others are watched before this program itself
/// computes. Thread-safe.
Preparation prepare(const QString &program, const Experiment &experiment, const PreparationFolders &folders,
    const Places &places);

} // namespace servelab::lab

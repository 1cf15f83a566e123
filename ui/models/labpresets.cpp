// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/labpresets.h"

#include "core/lab/catalogue.h"
#include "ui/models/coretext.h"

#include <QCoreApplication>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

QString text(const char *source)
{
    return QCoreApplication::translate("LabPresets", source);
}

LabPreset brotliPreset()
{
    return {u"brotli"_s, text(QT_TRANSLATE_NOOP("LabPresets", "Brotli qualities 1, 4 and 11")),
        text(QT_TRANSLATE_NOOP("LabPresets", "What does a higher quality cost, and what does keeping save?")),
        coreText(lab::brotliExperiment({}, u"/"_s, {})).variants};
}

LabPreset compressionPreset()
{
    const auto patch
        = [](bool on) { return QJsonObject{{u"compression"_s, QJsonObject{{u"enabled"_s, on}}}}; };
    return {u"compression"_s, text(QT_TRANSLATE_NOOP("LabPresets", "Compression off and on")),
        text(QT_TRANSLATE_NOOP("LabPresets", "Do shorter answers cost requests?")),
        {lab::patchedVariant(u"off"_s, text(QT_TRANSLATE_NOOP("LabPresets", "Not compressed")), patch(false)),
            lab::patchedVariant(u"on"_s, text(QT_TRANSLATE_NOOP("LabPresets", "Compressed")), patch(true))}};
}

LabPreset cachePreset()
{
    return {u"cache"_s, text(QT_TRANSLATE_NOOP("LabPresets", "Files in memory, or read each time")),
        text(QT_TRANSLATE_NOOP("LabPresets", "What does keeping files in memory gain?")),
        {lab::patchedVariant(u"memory"_s, text(QT_TRANSLATE_NOOP("LabPresets", "Kept in memory")),
             lab::techniquePatch(u"staticCache"_s, u"on"_s)),
            lab::patchedVariant(u"disk"_s, text(QT_TRANSLATE_NOOP("LabPresets", "Read for each request")),
                lab::techniquePatch(u"staticCache"_s, u"off"_s))}};
}

LabPreset connectionPreset()
{
    lab::Variant kept
        = lab::patchedVariant(u"kept"_s, text(QT_TRANSLATE_NOOP("LabPresets", "Connections kept")));
    lab::Variant each = lab::patchedVariant(
        u"each"_s, text(QT_TRANSLATE_NOOP("LabPresets", "A connection for each request")));
    kept.keepAlive = true;
    each.keepAlive = false;
    return {u"connections"_s, text(QT_TRANSLATE_NOOP("LabPresets", "Connections kept, or new each time")),
        text(QT_TRANSLATE_NOOP("LabPresets", "What does a new connection cost?")), {kept, each}};
}

LabPreset workerPreset()
{
    LabPreset preset{u"workers"_s, text(QT_TRANSLATE_NOOP("LabPresets", "1, 2 and 4 worker threads")),
        text(QT_TRANSLATE_NOOP("LabPresets", "Does another worker help on this machine?")), {}};
    for (const int workers : {1, 2, 4})
        preset.variants.append(lab::patchedVariant(u"workers-%1"_s.arg(workers),
            text(QT_TRANSLATE_NOOP("LabPresets", "Workers: %1")).arg(workers), {{u"workers"_s, workers}}));
    return preset;
}

} // namespace

QList<LabPreset> labPresets()
{
    return {brotliPreset(), compressionPreset(), cachePreset(), connectionPreset(), workerPreset()};
}

} // namespace servelab::ui

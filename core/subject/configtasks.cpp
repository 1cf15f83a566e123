// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subject/subjecttask.h"

#include "core/http/mediatypes.h"
#include "core/site/filetypes.h"

#include <QElapsedTimer>

#include <algorithm>
#include <deque>
#include <map>

using namespace Qt::StringLiterals;

namespace servelab::subject {
namespace {

constexpr std::string_view page = "index.html";
const QString changedType = u"text/x-changed"_s;

QString textOf(std::string_view bytes)
{
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

/// The settings of one site as a server holds them: what was chosen, and the types found by extension.
class Settings
{
public:
    explicit Settings(site::SiteConfig config)
        : m_config(std::move(config))
        , m_types(std::in_place, m_config)
    {
    }

    /// A site's types do not change: others come in their place.
    void setContentTypes(const QMap<QString, std::optional<QString>> &types)
    {
        m_config.contentTypes = types;
        m_types.emplace(m_config);
    }

    std::string typeOf(std::string_view path) const { return m_types->mediaTypeOf(path).value_or(""); }

    std::uint64_t checksum() const
    {
        return m_config.port + static_cast<std::uint64_t>(m_config.timeouts.keepAlive.count())
            + typeOf(page).size();
    }

private:
    site::SiteConfig m_config;
    std::optional<site::FileTypes> m_types;
};

using Kept = std::deque<Settings>;

/// Every default, but for how types are found.
site::SiteConfig defaults(const site::SiteConfig &like)
{
    site::SiteConfig config;
    config.techniques.mediaTypes = like.techniques.mediaTypes;
    return config;
}

/// Read one by one, so that no two sites share the map.
QMap<QString, std::optional<QString>> allTypes(const Settings &settings)
{
    QMap<QString, std::optional<QString>> types;
    for (const http::MediaTypeEntry &entry : http::mediaTypes())
        types.insert(textOf(entry.extension), textOf(settings.typeOf("a." + std::string(entry.extension))));
    return types;
}

bool hasEveryType(const Settings &settings)
{
    return std::ranges::all_of(http::mediaTypes(), [&settings](const http::MediaTypeEntry &entry) {
        return settings.typeOf("a." + std::string(entry.extension)) == entry.mediaType;
    });
}

/// What one task does: each operation with what was kept so far, and a look at the end.
struct ConfigWork
{
    void (*once)(const site::SiteConfig &like, Kept &kept) = nullptr;
    QString (*prove)(Kept &kept) = nullptr;
};

void retain(const site::SiteConfig &like, Kept &kept)
{
    kept.emplace_back(defaults(like));
}

QString proveRetained(Kept &kept)
{
    const std::string before = kept.back().typeOf(page);
    kept.front().setContentTypes({{u"html"_s, changedType}});
    const auto others = std::ranges::count_if(kept.begin() + 1, kept.end(),
        [&before](const Settings &settings) { return settings.typeOf(page) != before; });
    return u"changed=%1 others=%2"_s.arg(textOf(kept.front().typeOf(page))).arg(others);
}

void overlay(const site::SiteConfig &like, Kept &kept)
{
    site::SiteConfig config = defaults(like);
    config.contentTypes.insert(u"html"_s, changedType);
    kept.emplace_back(std::move(config));
}

QString proveOverlay(Kept &kept)
{
    const std::string own = changedType.toStdString();
    const auto lacking = std::ranges::count_if(
        kept, [&own](const Settings &settings) { return settings.typeOf(page) != own; });
    kept.front().setContentTypes({});
    return u"lacking=%1 restored=%2"_s.arg(lacking).arg(textOf(kept.front().typeOf(page)));
}

void materialize(const site::SiteConfig &like, Kept &kept)
{
    kept.emplace_back(defaults(like));
    kept.back().setContentTypes(allTypes(kept.back()));
}

QString proveMaterialized(Kept &kept)
{
    return u"different=%1"_s.arg(
        std::ranges::count_if(kept, [](const Settings &settings) { return !hasEveryType(settings); }));
}

const ConfigWork *workOf(const QString &name)
{
    static const std::map<QString, ConfigWork> works{
        {u"config-retained"_s, {retain, proveRetained}},
        {u"config-overlay"_s, {overlay, proveOverlay}},
        {u"config-materialized"_s, {materialize, proveMaterialized}},
    };
    const auto found = works.find(name);
    return found == works.end() ? nullptr : &found->second;
}

class KeepTask : public SubjectTask
{
public:
    explicit KeepTask(const ConfigWork &work)
        : m_work(work)
    {
    }

    void start(const site::SiteConfig &config, std::uint64_t count) override
    {
        TaskReport report;
        QElapsedTimer clock;
        clock.start();
        for (std::uint64_t i = 0; i < count; ++i)
            m_work.once(config, m_kept);
        report.elapsed = std::chrono::nanoseconds(clock.nsecsElapsed());
        report.operations = report.kept = count;
        if (!m_kept.empty())
            report.proof = m_work.prove(m_kept);
        QMetaObject::invokeMethod(this, [this, report] { Q_EMIT done(report); }, Qt::QueuedConnection);
    }

private:
    ConfigWork m_work;
    Kept m_kept;
};

class ConstructTask : public SubjectTask
{
public:
    void start(const site::SiteConfig &config, std::uint64_t count) override
    {
        TaskReport report;
        const std::uint64_t first = Settings(defaults(config)).checksum();
        std::uint64_t different = 0;
        QElapsedTimer clock;
        clock.start();
        for (std::uint64_t i = 0; i < count; ++i)
            different += Settings(defaults(config)).checksum() != first;
        report.elapsed = std::chrono::nanoseconds(clock.nsecsElapsed());
        report.operations = count;
        report.proof = u"checksum=%1 different=%2"_s.arg(first).arg(different);
        QMetaObject::invokeMethod(this, [this, report] { Q_EMIT done(report); }, Qt::QueuedConnection);
    }
};

} // namespace

std::unique_ptr<SubjectTask> makeConfigTask(const QString &name)
{
    if (name == "config-construct"_L1)
        return std::make_unique<ConstructTask>();
    if (const ConfigWork *work = workOf(name))
        return std::make_unique<KeepTask>(*work);
    return nullptr;
}

} // namespace servelab::subject

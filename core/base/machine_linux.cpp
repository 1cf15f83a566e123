// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process.h"

#include "core/base/procfile_linux.h"

#include <QDir>

#include <sys/utsname.h>
#include <unistd.h>

namespace servelab::base {

using linux_system::field;
using linux_system::readText;

namespace {

QByteArray textOf(const char *path)
{
    return readText(QLatin1String(path)).value_or(QByteArray());
}

/// x86 says "model name"; Arm says "Model" on boards, or nothing.
QString processorName()
{
    const QByteArray cpus = textOf("/proc/cpuinfo");
    for (const QByteArrayView name :
        {QByteArrayView("model name"), QByteArrayView("Model"), QByteArrayView("cpu")}) {
        if (const QByteArray value = field(cpus, name); !value.isEmpty())
            return QString::fromUtf8(value);
    }
    return {};
}

QString operatingSystemName()
{
    QByteArray name = field(textOf("/etc/os-release"), "PRETTY_NAME", '=');
    if (name.size() >= 2 && name.startsWith('"') && name.endsWith('"'))
        name = name.sliced(1, name.size() - 2);
    return QString::fromUtf8(name);
}

QString kernelName()
{
    utsname names = {};
    if (uname(&names) != 0)
        return {};
    return QStringLiteral("%1 %2").arg(
        QString::fromLocal8Bit(names.sysname), QString::fromLocal8Bit(names.release));
}

qint64 physicalMemory()
{
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long pageBytes = sysconf(_SC_PAGESIZE);
    return pages > 0 && pageBytes > 0 ? qint64(pages) * pageBytes : 0;
}

/// From the mains adapters where there is one (a laptop); batteries of mice and such do not count.
std::optional<bool> runsOnBattery()
{
    const QDir supplies(QStringLiteral("/sys/class/power_supply"));
    std::optional<bool> onBattery;
    for (const QString &name : supplies.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot)) {
        const QString supply = supplies.filePath(name);
        if (readText(supply + QLatin1String("/type")) != QByteArray("Mains"))
            continue;
        const bool plugged = readText(supply + QLatin1String("/online")) == QByteArray("1");
        onBattery = onBattery.value_or(true) && !plugged;
    }
    return onBattery;
}

} // namespace

MachineDescription describeMachine()
{
    return {
        .processor = processorName(),
        .cores = static_cast<int>(availableCores().size()),
        .governor = QString::fromLatin1(textOf("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")),
        .frequencyDriver = QString::fromLatin1(textOf("/sys/devices/system/cpu/cpu0/cpufreq/scaling_driver")),
        .memoryBytes = physicalMemory(),
        .operatingSystem = operatingSystemName(),
        .kernel = kernelName(),
        .loadAverage = textOf("/proc/loadavg").split(' ').first().toDouble(),
        .onBattery = runsOnBattery(),
    };
}

} // namespace servelab::base

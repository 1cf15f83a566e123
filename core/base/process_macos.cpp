// SPDX-License-Identifier: GPL-3.0-or-later
// Untried: written from the documentation of the system, not yet built or run on it.
#include "core/base/process.h"

#include <QSysInfo>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <libproc.h>
#include <mach/mach_time.h>
#include <malloc/malloc.h>
#include <sys/param.h>
#include <sys/proc_info.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/sysctl.h>
#include <unistd.h>

namespace servelab::base {

namespace {

std::unexpected<Error> noSuchProcess(qint64 pid)
{
    return fail(
        QStringLiteral("Process %1 cannot be read: it has ended, or belongs to another user.").arg(pid));
}

std::optional<rusage_info_v4> resourceUse(qint64 pid)
{
    rusage_info_v4 use = {};
    if (proc_pid_rusage(static_cast<int>(pid), RUSAGE_INFO_V4, reinterpret_cast<rusage_info_t *>(&use)) != 0)
        return std::nullopt;
    return use;
}

/// Times of rusage_info are in ticks of mach_absolute_time, which are not nanoseconds on Arm.
std::chrono::nanoseconds fromTicks(std::uint64_t ticks)
{
    mach_timebase_info_data_t base = {};
    mach_timebase_info(&base);
    const auto wide = static_cast<__uint128_t>(ticks) * base.numer / base.denom;
    return std::chrono::nanoseconds(static_cast<std::int64_t>(wide));
}

QString systemText(const char *name)
{
    std::size_t size = 0;
    if (sysctlbyname(name, nullptr, &size, nullptr, 0) != 0 || size == 0)
        return {};
    std::vector<char> text(size);
    if (sysctlbyname(name, text.data(), &size, nullptr, 0) != 0)
        return {};
    return QString::fromUtf8(text.data());
}

template <typename T>
T systemNumber(const char *name)
{
    T value = 0;
    std::size_t size = sizeof value;
    return sysctlbyname(name, &value, &size, nullptr, 0) == 0 ? value : T(0);
}

std::vector<proc_fdinfo> descriptorsOf(pid_t pid)
{
    const int bytes = proc_pidinfo(pid, PROC_PIDLISTFDS, 0, nullptr, 0);
    std::vector<proc_fdinfo> descriptors(
        bytes > 0 ? static_cast<std::size_t>(bytes) / sizeof(proc_fdinfo) : 0);
    const int size = static_cast<int>(descriptors.size() * sizeof(proc_fdinfo));
    const int filled = size > 0 ? proc_pidinfo(pid, PROC_PIDLISTFDS, 0, descriptors.data(), size) : 0;
    descriptors.resize(filled > 0 ? static_cast<std::size_t>(filled) / sizeof(proc_fdinfo) : 0);
    return descriptors;
}

bool listensOn(pid_t pid, int descriptor, quint16 port)
{
    socket_fdinfo socket = {};
    if (proc_pidfdinfo(pid, descriptor, PROC_PIDFDSOCKETINFO, &socket, sizeof socket) != sizeof socket)
        return false;
    if (socket.psi.soi_kind != SOCKINFO_TCP)
        return false;
    const tcp_sockinfo &tcp = socket.psi.soi_proto.pri_tcp;
    return tcp.tcpsi_state == TSI_S_LISTEN
        && ntohs(static_cast<std::uint16_t>(tcp.tcpsi_ini.insi_lport)) == port;
}

bool listensOn(pid_t pid, quint16 port)
{
    const std::vector<proc_fdinfo> descriptors = descriptorsOf(pid);
    return std::any_of(descriptors.begin(), descriptors.end(), [&](const proc_fdinfo &info) {
        return info.proc_fdtype == PROX_FDTYPE_SOCKET && listensOn(pid, info.proc_fd, port);
    });
}

bool isListener(int descriptor)
{
    int listens = 0;
    socklen_t size = sizeof listens;
    return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0 && listens != 0;
}

std::vector<pid_t> allProcesses()
{
    const int count = proc_listallpids(nullptr, 0);
    std::vector<pid_t> pids(count > 0 ? static_cast<std::size_t>(count) + 64 : 0);
    const int filled = proc_listallpids(pids.data(), static_cast<int>(pids.size() * sizeof(pid_t)));
    pids.resize(filled > 0 ? static_cast<std::size_t>(filled) : 0);
    return pids;
}

double loadAverage()
{
    double average = 0;
    return getloadavg(&average, 1) == 1 ? average : 0;
}

} // namespace

Expected<std::chrono::nanoseconds> cpuTime(qint64 pid)
{
    const auto use = resourceUse(pid);
    if (!use)
        return noSuchProcess(pid);
    return fromTicks(use->ri_user_time + use->ri_system_time);
}

/// The footprint is what the system charges to a process: its dirty and compressed pages, shared ones in
/// part.
Expected<MemoryUse> memoryUse(qint64 pid)
{
    const auto use = resourceUse(pid);
    if (!use)
        return noSuchProcess(pid);
    return MemoryUse{
        .proportionalBytes = static_cast<qint64>(use->ri_phys_footprint),
        .privateDirtyBytes = static_cast<qint64>(use->ri_phys_footprint),
        .residentBytes = static_cast<qint64>(use->ri_resident_size),
        .peakResidentBytes = static_cast<qint64>(use->ri_lifetime_max_phys_footprint),
    };
}

Expected<int> threadCount(qint64 pid)
{
    proc_taskinfo task = {};
    if (proc_pidinfo(static_cast<int>(pid), PROC_PIDTASKINFO, 0, &task, sizeof task) != sizeof task)
        return noSuchProcess(pid);
    return task.pti_threadnum;
}

Expected<int> openDescriptorCount()
{
    const std::size_t count = descriptorsOf(getpid()).size();
    if (count == 0)
        return fail(QStringLiteral("Open descriptors cannot be counted: the system does not list them."));
    return static_cast<int>(count);
}

Expected<int> listenerCount()
{
    const std::vector<proc_fdinfo> descriptors = descriptorsOf(getpid());
    if (descriptors.empty())
        return fail(QStringLiteral("Listeners cannot be counted: the system does not list descriptors."));
    return static_cast<int>(
        std::count_if(descriptors.begin(), descriptors.end(), [](const proc_fdinfo &info) {
            return info.proc_fdtype == PROX_FDTYPE_SOCKET && isListener(info.proc_fd);
        }));
}

QList<int> availableCores()
{
    QList<int> cores;
    for (int core = 0; core < systemNumber<int>("hw.logicalcpu"); ++core)
        cores.append(core);
    return cores;
}

Expected<void> assignToCores(std::span<const int>)
{
    return fail(QStringLiteral("This process cannot be restricted to some cores: macOS does not offer it."),
        QStringLiteral("Leave the cores to the system."));
}

void releaseFreeMemory()
{
    malloc_zone_pressure_relief(nullptr, 0);
}

int raiseDescriptorLimit()
{
    rlimit limit = {};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 0;
    const rlim_t before = limit.rlim_cur;
    const rlim_t most = static_cast<rlim_t>(systemNumber<int>("kern.maxfilesperproc"));
    limit.rlim_cur = most > 0 ? std::min(limit.rlim_max, most) : limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
        limit.rlim_cur = before;
    return static_cast<int>(std::min<rlim_t>(limit.rlim_cur, std::numeric_limits<int>::max()));
}

std::optional<PortHolder> findPortHolder(quint16 port)
{
    for (const pid_t pid : allProcesses()) {
        if (!listensOn(pid, port))
            continue;
        char name[2 * MAXCOMLEN + 1] = {};
        proc_name(pid, name, sizeof name);
        return PortHolder{pid, QString::fromUtf8(name)};
    }
    return std::nullopt;
}

MachineDescription describeMachine()
{
    return {
        .processor = systemText("machdep.cpu.brand_string"),
        .cores = static_cast<int>(availableCores().size()),
        .governor = {},
        .memoryBytes = systemNumber<qint64>("hw.memsize"),
        .operatingSystem = QSysInfo::prettyProductName(),
        .kernel = QStringLiteral("%1 %2").arg(QSysInfo::kernelType(), QSysInfo::kernelVersion()),
        .loadAverage = loadAverage(),
        .onBattery = std::nullopt,
    };
}

} // namespace servelab::base

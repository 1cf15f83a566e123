// SPDX-License-Identifier: GPL-3.0-or-later
// Written for Windows 10 and newer; not tried on one yet.
#include "core/site/filesystem.h"

#include <QString>

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <algorithm>
#include <array>
#include <utility>

namespace servelab::site {
namespace {

/// Owns a HANDLE of CreateFile.
class FileHandle
{
public:
    explicit FileHandle(HANDLE handle)
        : m_handle(handle)
    {
    }
    FileHandle(FileHandle &&other) noexcept
        : m_handle(other.release())
    {
    }
    FileHandle &operator=(FileHandle &&) = delete;
    ~FileHandle()
    {
        if (isValid())
            ::CloseHandle(m_handle);
    }

    bool isValid() const { return m_handle != INVALID_HANDLE_VALUE; }
    HANDLE get() const { return m_handle; }
    HANDLE release() { return std::exchange(m_handle, INVALID_HANDLE_VALUE); }

private:
    HANDLE m_handle;
};

std::wstring wide(const std::string &utf8)
{
    return QString::fromStdString(utf8).toStdWString();
}

FileHandle openHandle(const std::wstring &path, DWORD access)
{
    constexpr DWORD shareAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    return FileHandle(::CreateFileW(
        path.c_str(), access, shareAll, nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr));
}

/// 100 ns steps since 1601 to nanoseconds since 1970.
std::int64_t nanosecondsOf(const LARGE_INTEGER &time)
{
    return (time.QuadPart - 116'444'736'000'000'000) * 100;
}

std::optional<FileIdentity> identityOfHandle(HANDLE handle)
{
    BY_HANDLE_FILE_INFORMATION file{};
    FILE_BASIC_INFO times{};
    if (!::GetFileInformationByHandle(handle, &file)
        || !::GetFileInformationByHandleEx(handle, FileBasicInfo, &times, sizeof times))
        return {};
    return FileIdentity{file.dwVolumeSerialNumber,
        (std::uint64_t(file.nFileIndexHigh) << 32) | file.nFileIndexLow,
        (std::uint64_t(file.nFileSizeHigh) << 32) | file.nFileSizeLow, nanosecondsOf(times.LastWriteTime),
        nanosecondsOf(times.ChangeTime)};
}

QString realPathOf(HANDLE handle)
{
    std::array<wchar_t, 32768> buffer;
    const DWORD length
        = ::GetFinalPathNameByHandleW(handle, buffer.data(), DWORD(buffer.size()), FILE_NAME_NORMALIZED);
    if (length == 0 || length >= buffer.size())
        return {};
    return QString::fromWCharArray(buffer.data(), int(length)).replace(u'\\', u'/');
}

FileKind kindFromLastError()
{
    switch (::GetLastError()) {
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
        return FileKind::Forbidden;
    case ERROR_TOO_MANY_OPEN_FILES:
    case ERROR_NOT_ENOUGH_MEMORY:
        return FileKind::Failed;
    default:
        return FileKind::Missing;
    }
}

bool isDeviceName(QStringView segment)
{
    const QString stem = segment.left(segment.indexOf(u'.') < 0 ? segment.size() : segment.indexOf(u'.'))
                             .toString()
                             .toUpper();
    if (stem == u"CON" || stem == u"PRN" || stem == u"AUX" || stem == u"NUL" || stem == u"CONIN$"
        || stem == u"CONOUT$")
        return true;
    return stem.size() == 4 && (stem.startsWith(u"COM") || stem.startsWith(u"LPT")) && stem.at(3).isDigit();
}

/// Names the system takes for something else: streams, devices, and names whose end it drops.
bool isTrickName(QStringView segment)
{
    return segment.contains(u':') || segment.endsWith(u'.') || segment.endsWith(u' ')
        || isDeviceName(segment);
}

bool hasTrickName(const QString &path)
{
    return std::ranges::any_of(path.split(u'/'), [](const QString &segment) { return isTrickName(segment); });
}

bool isDirectory(HANDLE handle)
{
    FILE_STANDARD_INFO info{};
    return ::GetFileInformationByHandleEx(handle, FileStandardInfo, &info, sizeof info) && info.Directory;
}

OpenedFile openChecked(FileHandle handle, const QString &path, const QString &below)
{
    // A short (8.3) name opens the long one; only the name that the folder shows is served.
    if (below.count(u'/') == path.count(u'/') && below.compare(path, Qt::CaseInsensitive) != 0
        && path.contains(u'~'))
        return {FileKind::Forbidden, {}, {}, {}};
    if (isDirectory(handle.get()))
        return {FileKind::Directory, {}, {}, below.toStdString()};
    const auto identity = identityOfHandle(handle.get());
    if (path.endsWith(u'/') || ::GetFileType(handle.get()) != FILE_TYPE_DISK || !identity)
        return {};
    const int descriptor = ::_open_osfhandle(reinterpret_cast<intptr_t>(handle.get()), _O_RDONLY | _O_BINARY);
    if (descriptor < 0)
        return {FileKind::Failed, {}, {}, {}};
    handle.release();
    return {FileKind::Regular, base::UniqueFd(descriptor), *identity, below.toStdString()};
}

} // namespace

OpenedFile openBeneath(const std::string &root, const std::string &path)
{
    const QString relative = QString::fromStdString(path);
    if (hasTrickName(relative))
        return {FileKind::Forbidden, {}, {}, {}};
    const FileHandle folder = openHandle(wide(root), FILE_READ_ATTRIBUTES);
    FileHandle handle = openHandle(wide(root + '/' + path), GENERIC_READ);
    if (!folder.isValid() || !handle.isValid())
        return {kindFromLastError(), {}, {}, {}};
    const QString rootPath = realPathOf(folder.get());
    const QString realPath = realPathOf(handle.get());
    if (realPath == rootPath)
        return openChecked(std::move(handle), relative, {});
    const QString prefix = rootPath.endsWith(u'/') ? rootPath : rootPath + u'/';
    if (rootPath.isEmpty() || !realPath.startsWith(prefix))
        return {FileKind::Forbidden, {}, {}, {}};
    return openChecked(std::move(handle), relative, realPath.sliced(prefix.size()));
}

OpenedFile openFolderBeneath(const std::string &root, const std::string &path)
{
    OpenedFile opened = openBeneath(root, path);
    return opened.kind == FileKind::Regular ? OpenedFile{} : std::move(opened);
}

std::optional<FileIdentity> identityAt(const std::string &absolutePath)
{
    const FileHandle handle = openHandle(wide(absolutePath), FILE_READ_ATTRIBUTES);
    if (!handle.isValid() || isDirectory(handle.get()))
        return {};
    return identityOfHandle(handle.get());
}

std::optional<FileIdentity> identityOf(int descriptor)
{
    return identityOfHandle(reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor)));
}

std::ptrdiff_t readAt(int descriptor, char *out, std::size_t size, std::uint64_t offset)
{
    const auto handle = reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));
    std::size_t done = 0;
    while (done < size) {
        OVERLAPPED at{};
        at.Offset = DWORD(offset + done);
        at.OffsetHigh = DWORD((offset + done) >> 32);
        DWORD count = 0;
        const auto piece = DWORD(std::min<std::size_t>(size - done, 1 << 30));
        if (!::ReadFile(handle, out + done, piece, &count, &at) && ::GetLastError() != ERROR_HANDLE_EOF)
            return -1;
        if (count == 0)
            break;
        done += count;
    }
    return std::ptrdiff_t(done);
}

} // namespace servelab::site

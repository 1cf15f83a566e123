// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/foldercontents.h"

namespace servelab::site {

FolderContents readFolderBeneath(const std::string &root, const std::string &path, std::size_t most)
{
    OpenedFile opened = openFolderBeneath(root, path);
    FolderContents contents{opened.kind, std::move(opened.realPath), {}, false};
    if (contents.kind == FileKind::Directory)
        readEntries(std::move(opened), root, most, contents);
    return contents;
}

} // namespace servelab::site

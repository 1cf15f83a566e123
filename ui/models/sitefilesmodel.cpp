// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/sitefilesmodel.h"

#include "ui/models/format.h"

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

void SiteFilesModel::setFiles(const QList<SiteFile> &files)
{
    if (files == m_files)
        return;
    beginResetModel();
    m_files = files;
    endResetModel();
}

int SiteFilesModel::rowOf(const QString &path) const
{
    const auto found = std::ranges::find(m_files, path, &SiteFile::path);
    return found == m_files.end() ? -1 : static_cast<int>(found - m_files.begin());
}

int SiteFilesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_files.size());
}

QVariant SiteFilesModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const SiteFile &file = m_files[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return u"%1  (%2)"_s.arg(file.path, formatBytes(static_cast<double>(file.bytes)));
    case Qt::EditRole:
    case PathRole:
        return file.path;
    default:
        return {};
    }
}

} // namespace servelab::ui

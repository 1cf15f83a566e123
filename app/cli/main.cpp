// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "servelab/version.h"

#include <QCoreApplication>

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("servelab-cli"));
    QCoreApplication::setApplicationVersion(QStringLiteral(SERVELAB_VERSION));
    return static_cast<int>(servelab::cli::runProgram(QCoreApplication::arguments().sliced(1)));
}

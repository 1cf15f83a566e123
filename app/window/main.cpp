// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"
#include "app/common/contenders.h"
#include "app/common/samplesite.h"
#include "core/lab/experimentrunner.h"
#include "servelab/version.h"
#include "ui/mainwindow.h"
#include "ui/sessions/language.h"
#include "ui/sessions/singleinstance.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>
#include <QTimer>

#include <cstdio>

using namespace servelab;
using namespace Qt::StringLiterals;

namespace {

constexpr int exitUsedWrongly = 2;

struct Arguments
{
    QStringList folders;
    bool sample = false;
    bool minimized = false;
    QString language; ///< empty: as chosen in the window
};

QStringList toTexts(int argc, char **argv)
{
    QStringList texts;
    for (int number = 0; number < argc; ++number)
        texts.append(QString::fromLocal8Bit(argv[number]));
    return texts;
}

QStringList languageCodes()
{
    QStringList codes;
    for (const ui::Language &language : ui::languages())
        codes.append(language.code);
    return codes;
}

/// --help and --version answer here, without a display, and end the program.
Arguments readArguments(const QStringList &texts)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(u"Serve web sites locally and see what each setting costs."_s);
    const QCommandLineOption helpOption({u"h"_s, u"help"_s}, u"Show this help."_s);
    const QCommandLineOption version({u"v"_s, u"version"_s}, u"Show the version."_s);
    const QCommandLineOption sample(u"sample"_s, u"Open the sample site and start it."_s);
    const QCommandLineOption minimized(u"minimized"_s, u"Begin with the window minimized."_s);
    const QCommandLineOption language(u"language"_s,
        u"Language of the window, this time: %1."_s.arg(languageCodes().join(u" or "_s)), u"CODE"_s);
    parser.addOptions({helpOption, version, sample, minimized, language});
    parser.addPositionalArgument(u"FOLDER"_s, u"Folders to open as sites."_s, u"[FOLDER...]"_s);
    if (!parser.parse(texts)) {
        std::fprintf(stderr, "servelab: %s\nTry servelab --help.\n", qPrintable(parser.errorText()));
        std::exit(exitUsedWrongly);
    }
    if (parser.isSet(helpOption)) {
        QString help = parser.helpText();
        help.replace(u"<executable_name>"_s, u"servelab"_s); // there is no application object yet
        std::fputs(qPrintable(help), stdout);
        std::exit(EXIT_SUCCESS);
    }
    if (parser.isSet(version)) {
        std::puts("servelab " SERVELAB_VERSION);
        std::exit(EXIT_SUCCESS);
    }
    if (parser.isSet(language) && !languageCodes().contains(parser.value(language))) {
        std::fprintf(stderr, "servelab: There is no language \"%s\". Choose one of: %s.\n",
            qPrintable(parser.value(language)), qPrintable(languageCodes().join(u", "_s)));
        std::exit(exitUsedWrongly);
    }
    return {
        parser.positionalArguments(), parser.isSet(sample), parser.isSet(minimized), parser.value(language)};
}

/// Qt would abort without a word about what to do.
void endWithoutDisplay()
{
#if defined(Q_OS_LINUX)
    if (qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY")
        || qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        return;
    std::fputs(
        "servelab: there is no display to open a window on. Use servelab-cli in a terminal.\n", stderr);
    std::exit(EXIT_FAILURE);
#endif
}

/// What a window that runs already is asked for: folders as this process means them.
ui::SingleInstance::Request toRequest(const Arguments &arguments)
{
    ui::SingleInstance::Request request{{}, arguments.sample, arguments.minimized};
    for (const QString &folder : arguments.folders)
        request.folders.append(QFileInfo(folder).absoluteFilePath());
    return request;
}

void show(ui::MainWindow &window, bool minimized)
{
    if (minimized)
        window.showMinimized();
    else
        window.show();
    // Asking the desktop takes a moment that nobody should wait for.
    QTimer::singleShot(0, &window, &ui::MainWindow::showTray);
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication::setApplicationName(u"servelab"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(SERVELAB_VERSION));
    const Arguments arguments = readArguments(toTexts(argc, argv));
    endWithoutDisplay();

    QApplication application(argc, argv);
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation));
    ui::SingleInstance instance(folder.path());
    if (instance.handOver(toRequest(arguments)))
        return EXIT_SUCCESS;
    QGuiApplication::setApplicationDisplayName(u"Servelab"_s);
    QGuiApplication::setDesktopFileName(u"servelab"_s);
    QApplication::setWindowIcon(ui::applicationIcon());
    instance.listen();
    QSettings settings(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
    ui::useLanguage(
        application, arguments.language.isEmpty() ? ui::chosenLanguage(settings) : arguments.language);
    ui::Theme theme;
    ui::MainWindow window(
        {.sitesFile = folder.filePath(u"sites.json"_s),
            .measuredProgram = lab::defaultProgram(),
            .sampleSite = app::sampleSiteConfig,
            .resultsFolder
            = QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)).filePath(u"results"_s),
            .configurationFolder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation),
            .contenders = {app::contendersFile(), app::contenderPlaces()}},
        theme, settings);
    window.restore();
    for (const QString &path : arguments.folders)
        window.openFolder(path);
    if (arguments.sample)
        window.openSampleSite();
    const cli::Interrupt interrupt;
    QObject::connect(&interrupt, &cli::Interrupt::requested, &window, &QWidget::close);
    QObject::connect(&instance, &ui::SingleInstance::requested, &window, &ui::MainWindow::takeRequest);
    show(window, arguments.minimized);
    return QApplication::exec();
}

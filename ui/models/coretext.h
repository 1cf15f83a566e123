// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/lab/experiment.h"

#include <QString>

#include <span>

/// What core says, in the language of the window. Core itself, the command line and reports speak English,
/// whatever language the window is in; so the window holds the texts of core that people see most as
/// patterns, and puts them into its own language when it shows them. A text that it does not know is shown as
/// it is.
namespace servelab::ui {

/// `english` by the first pattern that fits; what stands in the places of a pattern is put into words
/// likewise. Numbers get the decimal point of the locale.
QString coreText(const QString &english);

/// Message and remedy.
base::Error coreText(const base::Error &english);

/// An entry of the catalogue with titles, lessons and labels in words of the window.
lab::Experiment coreText(lab::Experiment english);

/// The patterns, in English: whole texts, and texts with the places %1, %2...
std::span<const char *const> coreTexts();

} // namespace servelab::ui

# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DSOURCE=... -DHEADER=... -P revision.cmake: the revision of a working copy, empty for an unpacked archive.
set(revision "")
find_program(git git)
if(git)
    execute_process(COMMAND ${git} -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
        OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
set(text "#pragma once\n#define SERVELAB_REVISION \"${revision}\"\n")
set(old "")
if(EXISTS ${HEADER})
    file(READ ${HEADER} old)
endif()
if(NOT text STREQUAL old)
    file(WRITE ${HEADER} "${text}")
endif()

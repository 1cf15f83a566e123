// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/output.h"
#include "core/site/siteconfig.h"

namespace servelab::server {

/// The naive ways beside one gathered write. Lives while the body of an answer is put behind its head.
class AnswerSeparation
{
public:
    AnswerSeparation(site::AnswerWriteTechnique technique, net::Gather &gather)
        : m_technique(technique)
        , m_gather(gather)
    {
        if (technique == site::AnswerWriteTechnique::HeadAndBodyApart) [[unlikely]]
            gather.separate();
    }

    /// Neither is what comes behind the answer joined to it.
    ~AnswerSeparation()
    {
        if (m_technique == site::AnswerWriteTechnique::EmptyTrailingWrite) [[unlikely]]
            m_gather.appendNothing();
        if (m_technique != site::AnswerWriteTechnique::OneWrite) [[unlikely]]
            m_gather.separate();
    }
    AnswerSeparation(const AnswerSeparation &) = delete;
    AnswerSeparation &operator=(const AnswerSeparation &) = delete;

private:
    const site::AnswerWriteTechnique m_technique;
    net::Gather &m_gather;
};

} // namespace servelab::server

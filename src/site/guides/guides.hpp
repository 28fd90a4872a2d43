/// \file
/// The guides for agents, Markdown made from templates/guides. Thread safe, no I/O.
#pragma once

#include <string>
#include <string_view>

#include "site/documents/document_row.hpp"

namespace agent_access::documents {

/// auth.md: how an agent gets a credential, in the sections of the auth.md convention (https://workos.com/auth-md).
/// Scanners read its first 5 KB, so all sections begin before byte 4800, whatever the length of the owner's texts.
[[nodiscard]] std::string render_auth_md(const HostView& view);

/// /AGENTS.md, also at /agents.md: the guide for agents that use this site.
[[nodiscard]] std::string render_agents_md(const HostView& view);

/// /llms.txt (llmstxt.org): a heading, a summary, lists of links. Below 30,000 bytes: the lists of works are cut.
[[nodiscard]] std::string render_llms_txt(const HostView& view);

/// /llms-full.txt: the whole public content, and how to read the extended profile, in one Markdown file.
[[nodiscard]] std::string render_llms_full(const HostView& view);

/// The only skill of Agent Skills discovery 0.2.0, and /.well-known/agent-skills/index.json; the digest there is that
/// of the bytes of the skill.
[[nodiscard]] std::string render_skill(const HostView& view);
[[nodiscard]] std::string render_skill_index(const HostView& view);

}  // namespace agent_access::documents

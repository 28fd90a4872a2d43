/// \file
/// Agent Skills discovery 0.2.0: the index and its only skill.
#pragma once

#include <string>
#include <string_view>

#include "documents/host_view.hpp"

namespace agent_access::documents {

inline constexpr std::string_view kSkillPath = "/.well-known/agent-skills/read-site-profile/SKILL.md";

[[nodiscard]] std::string render_skill(const HostView& view);

/// /.well-known/agent-skills/index.json. The digest is that of the bytes of render_skill.
[[nodiscard]] std::string render_skill_index(const HostView& view);

}  // namespace agent_access::documents

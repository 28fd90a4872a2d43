/// \file
/// /auth.md: how an agent gets a credential, in the sections of the auth.md convention (https://workos.com/auth-md).
/// Scanners read its first 5 KB, so all sections begin before byte 4800, whatever the length of the owner's texts.
#pragma once

#include <string>

#include "documents/host_view.hpp"

namespace agent_access::documents {

[[nodiscard]] std::string render_auth_md(const HostView& view);

/// Its sections from "Discover" to "Revocation".
[[nodiscard]] std::string auth_sections(const HostView& view);

}  // namespace agent_access::documents

/// \file
/// `agent-access keys`: the signing keys and when each signs and is published, without private data. Pure; thread safe.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/deployment/key_plan.hpp"
#include "app/text/table.hpp"

namespace agent_access::commands {

/// On a terminal that is too narrow for the table, three lines for each key.
[[nodiscard]] std::string render_keys(const std::vector<app::KeyRow>& rows, std::size_t columns = app::kUnlimited);
[[nodiscard]] std::string render_keys_json(const std::vector<app::KeyRow>& rows);

}  // namespace agent_access::commands

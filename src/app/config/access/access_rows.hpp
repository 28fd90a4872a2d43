/// \file
/// The rows of [[scopes]], [[documents]] and [[gates]], as the configuration file declares them. Plain data; the keys
/// of each table are in access_table.hpp. content::Access is made of them (app/deployment/access_settings.hpp).
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/config/values/origin.hpp"
#include "oauth/types.hpp"

namespace agent_access::app {

enum class AccessTable { scopes, documents, gates };

/// A row of one of the tables. Keys that its table does not have keep their default.
struct AccessRow {
  std::string name;
  std::string meaning;
  std::string path;
  std::filesystem::path source;  ///< absolute, or relative to the working directory
  std::string prefix;
  std::string scope{oauth::kScope};
  std::string title;
  std::string description;
  std::string media_type;
  std::vector<std::string> methods = {"GET"};
  std::string openapi;
  std::uint64_t requests = 0;  ///< 0: no limit of its own
  std::chrono::milliseconds window{60'000};

  Origin origin;                ///< the line of the row: "agent-access.toml:12"
  std::vector<Origin> origins;  ///< of each value; same index as access_keys()
};

struct AccessRows {
  std::vector<AccessRow> scopes;
  std::vector<AccessRow> documents;
  std::vector<AccessRow> gates;

  [[nodiscard]] bool is_empty() const noexcept { return scopes.empty() && documents.empty() && gates.empty(); }
  [[nodiscard]] const std::vector<AccessRow>& of(AccessTable table) const noexcept;
  [[nodiscard]] std::vector<AccessRow>& of(AccessTable table) noexcept;
};

}  // namespace agent_access::app

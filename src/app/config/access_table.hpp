/// \file
/// The tables that only the configuration file can have, each any number of times: [[scopes]], [[documents]] and
/// [[gates]], and their keys. Reading, `config`, `init`, the manual page and the reference use them. The default of a
/// key is the member initializer in AccessRow. Thread safe, no I/O.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/config/value_rules.hpp"
#include "oauth/types.hpp"

namespace agent_access::app {

// The rows of [[scopes]], [[documents]] and [[gates]], as the configuration file declares them. Plain data;
// content::Access is made of them (app/deployment/access_settings.cpp).

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

/// Rows of one table that a configuration may have.
inline constexpr std::size_t kMaxAccessRows = 100;
/// Scopes that the program can tell apart, read:extended included.
inline constexpr std::size_t kMaxScopes = 32;

struct AccessTableRow {
  AccessTable table;
  std::string_view name;
  std::string_view doc;  ///< what a row declares; one line, no full stop
};

[[nodiscard]] std::span<const AccessTableRow> access_tables() noexcept;
[[nodiscard]] std::optional<AccessTable> find_access_table(std::string_view name) noexcept;
/// "documents".
[[nodiscard]] std::string_view name_of(AccessTable table) noexcept;

using AccessSlot =
    std::variant<std::string AccessRow::*, std::filesystem::path AccessRow::*, std::vector<std::string> AccessRow::*>;

enum class Presence { required, optional };

struct AccessKey {
  AccessTable table;
  std::string_view key;
  AccessSlot slot;
  Presence presence;
  std::string_view doc;      ///< one line, no full stop
  std::string_view example;  ///< the value in the example of `init`, as TOML
  Check check = nullptr;

  [[nodiscard]] constexpr ValueRules rules() const noexcept { return {.check = check}; }
};

/// The keys of all tables, each table's together.
[[nodiscard]] std::span<const AccessKey> access_keys() noexcept;
/// The index in access_keys(), or nothing.
[[nodiscard]] std::optional<std::size_t> find_access_key(AccessTable table, std::string_view key) noexcept;
/// "documents.path".
[[nodiscard]] std::string full_name(const AccessKey& key);
/// "unknown key \"documents.pth\"; did you mean \"documents.path\"?"
[[nodiscard]] std::string explain_unknown(AccessTable table, std::string_view key);

/// Sets the value in `row`, or returns an error message.
[[nodiscard]] std::optional<std::string> assign(AccessRow& row, const AccessKey& key, const RawValue& value);
/// The value as TOML.
[[nodiscard]] std::string render_value(const AccessRow& row, const AccessKey& key);
/// What the type of the key accepts, for "must be ...".
[[nodiscard]] std::string expected_form(const AccessKey& key);

/// The tables as comments with examples, for the end of a first configuration.
[[nodiscard]] std::string render_access_example();

}  // namespace agent_access::app

/// \file
/// Reading declared rows: every key and type is checked; each problem is one line "file:line: ". Not thread safe.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/config/access/access_table.hpp"

namespace agent_access::app {

/// A row as the file has it.
struct RawRow {
  struct Entry {
    std::string key;
    std::optional<RawValue> value;
    std::string complaint;  ///< why there is no value; empty: it has a type that no key accepts
    std::size_t line = 0;
  };
  std::size_t line = 0;
  std::vector<Entry> entries;
};

/// Adds the row, also if it has problems; values with problems keep their default. A relative source starts at the
/// folder of `file`.
void read_access_row(AccessRows& rows, AccessTable table, const RawRow& raw, const std::filesystem::path& file,
                     Problems& problems);

// Checks that involve several values of declared rows: names and paths that are taken twice, scopes that are not
// declared, values without effect. Thread safe, no I/O.

/// Problems with file and line. A value that is empty because it was refused causes no further problem.
[[nodiscard]] Problems disagreements(const AccessRows& rows);

}  // namespace agent_access::app

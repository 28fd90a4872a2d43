/// \file
/// Makes rows of [[scopes]], [[documents]] and [[gates]] of what the file has, and checks what involves several of
/// their values. Thread safe, no I/O.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "app/config/access_table.hpp"
#include "app/config/value_rules.hpp"

namespace agent_access::app {

/// A row as the file has it.
struct RawRow {
  struct Pair {
    std::string key;
    RawValue value;
    std::size_t line = 0;
  };
  std::size_t line = 0;
  std::vector<Pair> pairs;
};

/// Adds the row, also if it has problems; values with problems keep their default. A relative source starts at the
/// folder of `file`.
void read_access_row(AccessRows& rows, AccessTable table, const RawRow& raw, const std::filesystem::path& file,
                     Problems& problems);

/// Names and paths that are taken twice, scopes that are not declared, values without effect, with file and line. A
/// value that is empty because it was refused causes no further problem.
[[nodiscard]] Problems disagreements(const AccessRows& rows);

}  // namespace agent_access::app

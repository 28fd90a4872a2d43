/// \file
/// The result of testing a deployment, as a table for people and as JSON for programs. Plain data and pure functions;
/// thread safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "app/text/table.hpp"

namespace agent_access::tools {

enum class Mark { passed, failed, warned, skipped };

struct Step {
  std::string group;  ///< the heading above it; may be empty
  std::string name;
  Mark mark = Mark::passed;
  unsigned status = 0;  ///< of the HTTP response; 0 without one
  std::chrono::microseconds duration{0};
  std::string detail;  ///< expected and actual result, or a remark; mostly empty when passed
  std::string remedy;  ///< how to correct it
};

struct StepReport {
  std::string url;
  std::vector<Step> steps;

  [[nodiscard]] std::size_t count(Mark mark) const noexcept;  ///< a step with a warning has not passed
};

enum class Coloring { none, ansi };

/// ansi when standard output is a terminal and NO_COLOR is unset or empty (no-color.org).
[[nodiscard]] Coloring coloring_of_standard_output();

/// The steps below the headings of their groups, in the order of the groups. No line is longer than `columns`.
[[nodiscard]] std::string render_table(const StepReport& report, Coloring coloring,
                                       std::size_t columns = app::kUnlimited);

/// {"url","passed","failed","warnings","skipped","steps":[{"group","name","ok","status","ms","detail","remedy"}]} and a
/// line feed. `ok` is null for a step that was not run; a warning is an `ok` step with a remedy. `ms` has one decimal.
[[nodiscard]] std::string render_json(const StepReport& report);

}  // namespace agent_access::tools

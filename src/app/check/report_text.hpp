/// \file
/// A report as `check` prints it. Pure; thread safe.
#pragma once

#include <cstddef>
#include <string>

#include "app/deployment/report.hpp"

namespace agent_access::app {

/// A line for each check, with its grade and its subject, in lines of at most `columns`.
[[nodiscard]] std::string render_report(const Report& report, std::size_t columns);
/// {"ok":true,"results":[{"grade":"ok","subject":"site","text":"…"},…]}
[[nodiscard]] std::string render_report_json(const Report& report);

/// Whether a check failed: a defect or a failure was found.
[[nodiscard]] bool has_failed(const Report& report);

}  // namespace agent_access::app

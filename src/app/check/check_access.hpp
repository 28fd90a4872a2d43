/// \file
/// The lines of `check` about [[scopes]], [[documents]] and [[gates]].
#pragma once

#include <span>

#include "app/check/check_report.hpp"
#include "app/deployment/confidential.hpp"
#include "content/content.hpp"
#include "content/settings.hpp"
#include "content/static_file.hpp"

namespace agent_access::app {

/// Whether the documents can be sent; false after a failure. Says nothing if nothing is declared.
[[nodiscard]] bool check_access_sources(CheckReport& report, const Config& config, const Confidential& confidential);

/// Conflicts with what is published, and warnings; then how much is declared.
void check_access_rows(CheckReport& report, const Config& config, const content::Settings& settings,
                       const content::Content& content, std::span<const content::StaticFile> files);

}  // namespace agent_access::app

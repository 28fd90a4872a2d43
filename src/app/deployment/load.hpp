/// \file
/// Loads what the settings name: `serve`, `dev`, each reload, `check` and `export` do it here, so that they find the
/// same. Reads files. Not thread safe.
///
/// Everything that can be looked at is looked at, so that the report has all problems at once. NOT to be served: what a
/// report with problems is about.
#pragma once

#include <optional>

#include "app/config/config.hpp"
#include "app/deployment/content_files.hpp"
#include "app/deployment/material.hpp"
#include "app/deployment/report.hpp"
#include "base/result.hpp"
#include "site/content/settings.hpp"

namespace agent_access::app {

/// Nothing if a part is missing without which there are no documents to look at. Of optional keys the report has
/// nothing but problems. NOT loaded: the certificates, which only what listens needs (app/certificates).
[[nodiscard]] std::optional<Material> load_material(const Config& config, Report& report,
                                                    Fallback fallback = Fallback::minimal, Keys keys = Keys::required);

/// The settings of the configuration with `access`; a problem when there is no base URL.
[[nodiscard]] base::Result<content::Settings, Problems> load_settings(const Config& config);

}  // namespace agent_access::app

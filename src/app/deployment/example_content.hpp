/// \file
/// Finds what `init` writes as an example and the owner has not replaced. Thread safe, no I/O.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "site/content/content.hpp"
#include "site/content/load.hpp"
#include "site/content/settings.hpp"

namespace agent_access::app {

/// Whether the content is that of the compiled-in example.
[[nodiscard]] bool is_example(const content::Profile& profile);
[[nodiscard]] bool is_example(const content::Site& site);
[[nodiscard]] bool is_example(const content::Faq& faq);

/// Whether an example counts as missing content: it belongs on nobody's domain, and others than this machine reach the
/// site.
[[nodiscard]] bool is_hidden_if_example(const Config& config);
/// The warning about the file of a setting that is still the example; `instead`: what others get if that is hidden.
[[nodiscard]] std::string example_warning(const Config& config, std::string_view setting, std::string_view instead);
/// Whether a warning is one of these.
[[nodiscard]] bool is_about_example(std::string_view warning) noexcept;

/// A warning for each base URL of a domain that is reserved for examples (RFC 2606, RFC 6761).
[[nodiscard]] std::vector<std::string> example_warnings(const content::Settings& settings);

}  // namespace agent_access::app

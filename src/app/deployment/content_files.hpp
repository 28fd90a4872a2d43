/// \file
/// The owner's files as values: profile.json, site.json and faq.json, read and validated. Every mistake of a file is
/// given as "path:LINE: member: sentence".
///
/// A file that stands at its default name may be missing (the profile may not), one that was named may not. Reads
/// files; otherwise pure.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "base/result.hpp"
#include "content/load.hpp"
#include "content/profile.hpp"
#include "content/settings.hpp"

namespace agent_access::app {

inline constexpr std::size_t kMaxProfileSize = 16 * 1024 * 1024;

/// What stands in for a file that nobody wrote.
enum class Fallback { minimal, example };

/// A regular file of at most 16 MiB.
[[nodiscard]] base::Result<content::Profile, Problems> load_profile(const std::filesystem::path& path);
/// content.profile, or the example while that setting has its default and `fallback` says so.
[[nodiscard]] base::Result<content::Profile, Problems> load_profile(const Config& config, Fallback fallback);

/// content.site; a site without one is called `name`. Adds a warning when the file is missing, and one for each member
/// whose name is nearly one that is shown.
[[nodiscard]] base::Result<content::Site, Problems> load_site(const Config& config, const std::string& name,
                                                              Fallback fallback, std::vector<std::string>& warnings);
/// content.faq.
[[nodiscard]] base::Result<content::Faq, Problems> load_faq(const Config& config, Fallback fallback);

/// True when nothing stands at a path that nobody named: then the owner does without.
[[nodiscard]] bool is_absent_by_default(const Config& config, std::string_view setting,
                                        const std::filesystem::path& path);

/// "https://www.example.com:8443" is at "www.example.com".
[[nodiscard]] std::string host_of(const base::BaseUrl& base_url);

/// "site.json:12: publications[2].date: expected YYYY-MM-DD".
[[nodiscard]] std::string describe(const std::string& file, const content::ContentError& error);

}  // namespace agent_access::app

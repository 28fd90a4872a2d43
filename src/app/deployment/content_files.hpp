/// \file
/// Loads the owner's files profile.json, site.json and faq.json. Every error is reported as "path:LINE: member:
/// sentence", or "path:LINE:COLUMN: sentence" if the file is not valid JSON.
///
/// A file at its default path may be missing, the profile in a playground only; one whose path is set may not. Content
/// that is still the example of `init` counts as missing, the profile as empty, unless all base URLs are loopback ones;
/// each gives a warning, as do texts with markup. What sources say is added (site/sources/joined_site.hpp); a site may
/// consist of it alone.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "base/result.hpp"
#include "site/content/content.hpp"
#include "site/content/load.hpp"
#include "site/sources/resumes/withheld_number.hpp"

namespace agent_access::app {

/// What is used instead of a missing file.
enum class Fallback {
  minimal,  ///< a site with its name, questions about access; the profile must exist
  draft,    ///< the same and an empty profile, for an owner who has only begun
  example,
};

/// The profile `{}`.
[[nodiscard]] content::Profile empty_profile();

/// content.profile, a regular file of at most 16 MiB, or what `fallback` says while that setting has its default; where
/// no tokens are issued, nothing is read and the profile is empty. Adds a warning when a draft has none.
[[nodiscard]] base::Result<content::Profile, Problems> load_profile(const Config& config, Fallback fallback,
                                                                    std::vector<std::string>& warnings);

/// content.site and what sources say; without both the site is called `name`. Adds a warning when they are missing, or
/// do not say whose site it is, and one for each unknown member whose name is close to a known one.
[[nodiscard]] base::Result<content::Site, Problems> load_site(const Config& config, const std::string& name,
                                                              boost::json::object said, Fallback fallback,
                                                              std::vector<std::string>& warnings);
/// content.faq and the questions of sources; without both, questions about access for agents in the language of the
/// site (a BCP 47 tag), or none if there is no such access.
[[nodiscard]] base::Result<content::Faq, Problems> load_faq(const Config& config, std::string_view language,
                                                            const boost::json::array& questions, Fallback fallback,
                                                            std::vector<std::string>& warnings);

/// A warning for each text of content.site and content.faq that has a telephone number which a source withholds.
[[nodiscard]] std::vector<std::string> number_warnings(const Config& config, Fallback fallback,
                                                       std::span<const sources::WithheldNumber> numbers);

/// True when the file does not exist and its path is the default: the file is then optional.
[[nodiscard]] bool is_absent_by_default(const Config& config, std::string_view setting,
                                        const std::filesystem::path& path);

}  // namespace agent_access::app

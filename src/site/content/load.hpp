/// \file
/// Loads the owner's files: strict JSON (RFC 8259, UTF-8, no duplicate names, finite numbers, at most 32 levels), then
/// the type, presence, length and form of each member that is read, as in the JSON Schemas for editors (web/schemas),
/// and rules that a schema cannot express (slugs are unique, dates exist, colours are legible). Thread safe, no I/O.
///
/// NOT checked: that URLs can be reached.
///
/// The owner's extended profile: any JSON object, stored as bytes to which each response appends `_meta`.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "json/reader.hpp"
#include "site/content/content.hpp"
#include "site/content/settings.hpp"

namespace agent_access::content {

inline constexpr std::size_t kMaxContentSize = std::size_t{4} << 20U;

struct ContentError {
  std::size_t line = 0;    ///< 1-based; 0 if the fault has no place
  std::size_t column = 0;  ///< 1-based, of text that is not valid JSON; 0 if `member` is the place
  std::string member;      ///< "publications[2].date"; empty for the whole file
  std::string sentence;    ///< what is wrong and how to correct it, without the member's name
};

/// "line 12: publications[2].date: expected YYYY, YYYY-MM or YYYY-MM-DD", "line 3, column 7: the file is not valid
/// JSON".
[[nodiscard]] std::string describe(const ContentError& error);

/// Adds to a document what other files say. An error about what it adds has no line.
using Completion = std::function<void(boost::json::object& document)>;

/// Every error of the file, in the order of its lines. `markup` gets what find_markup() finds in a valid one.
/// `complete` is called before members are read.
[[nodiscard]] base::Result<Site, std::vector<ContentError>> parse_site(std::string_view json,
                                                                       std::vector<ContentError>& markup,
                                                                       const Completion& complete = {});
[[nodiscard]] base::Result<Faq, std::vector<ContentError>> parse_faq(std::string_view json,
                                                                     std::vector<ContentError>& markup,
                                                                     const Completion& complete = {});
[[nodiscard]] base::Result<Site, std::vector<ContentError>> parse_site(std::string_view json);
[[nodiscard]] base::Result<Faq, std::vector<ContentError>> parse_faq(std::string_view json);

/// The content of a site without site.json or faq.json: its name, and questions about access for agents, in the
/// language of the site if the labels have it. `has_profile`, `log`: as in Settings.
[[nodiscard]] Site minimal_site(std::string_view name, bool has_profile = true);
[[nodiscard]] Faq minimal_faq(std::string_view language = "en", RequestLog log = RequestLog::with_network);

/// reserved_name: `_meta`, which the service adds; too_large: more than 16 MiB.
using ProfileFault = json::JsonFault;
using ProfileError = json::JsonError;

/// The text of the profile before its closing brace, and a comma if it has members: the body of a response is
/// prefix + `"_meta":{...}}`. White space and the form of numbers are kept as the owner wrote them.
struct Profile {
  std::string prefix;
};

/// `markup`: as of parse_site(); nothing of a profile larger than kMaxContentSize, of which no values are kept.
[[nodiscard]] base::Result<Profile, ProfileError> parse_profile(std::string_view json,
                                                                std::vector<ContentError>& markup);
[[nodiscard]] base::Result<Profile, ProfileError> parse_profile(std::string_view json);
/// One sentence for the operator, without the file's name.
[[nodiscard]] std::string describe(const ProfileError& error);

// --- oversights.cpp: what is valid in site.json and faq.json and probably not meant: members that no page shows, and
// markup in texts, which are plain ---

/// The members of Site::source that the schema for editors (web/schemas) does not know, each with how often it occurs:
/// "owner.phone", "publications[].abstract". Of an unknown object or list only its own name. They are published in
/// /api/site.json and shown nowhere else.
[[nodiscard]] std::map<std::string, std::size_t> unknown_members(const boost::json::object& source);

/// "HTML" for "<em>quiet</em>"; likewise "Markdown" ("**bold**", "[title](https://…)") and "LaTeX" ("\emph{…}",
/// "\'e"). Empty for a plain text. A guess: "2 < 3 > 1" and "C:\notes" are plain.
[[nodiscard]] std::string_view markup_in(std::string_view text);

/// Every text with markup, in the order of the lines. `json` is the text of the document.
[[nodiscard]] std::vector<ContentError> find_markup(const boost::json::object& document, std::string_view json);

}  // namespace agent_access::content

/// \file
/// What a résumé or a list of questions has in several languages: {"de": "Entwicklerin", "en": "Developer"}. A site has
/// one language. Thread safe, no I/O.
#pragma once

#include <boost/json/value.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "site/sources/texts/source_note.hpp"

namespace agent_access::sources {

/// The BCP 47 tag of a language as files name it: "de-AT" for "de_AT", "de" for "German"; empty if it is none.
[[nodiscard]] std::string language_tag(std::string_view name);

struct Translation {
  boost::json::value resume;  ///< with one text in place of several, and without the member that names the language
  std::string language;       ///< its tag; empty if the résumé does not say it
};

/// The language is the one that `meta`, `locale` or a member of the résumé names, else the first of the first such
/// text. A text without that language is its first one. Each is noted.
[[nodiscard]] Translation in_one_language(boost::json::value resume, std::vector<SourceNote>& notes);

}  // namespace agent_access::sources

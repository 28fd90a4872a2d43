/// \file
/// Names of people and organizations, given names first: "Bartolomé de las Casas", "Sam Davis, Jr.", "李明". Linear,
/// thread safe, stateless.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace agent_access::sources {

struct NameList {
  std::vector<std::string> names = {};  ///< in their order; two people may have one name
  bool has_more = false;                ///< "and others"
  std::string doubt = {};               ///< a sentence, if the list could be read only by guessing
};

/// A list of BibTeX (btxdoc 4) or biblatex, in LaTeX: names with " and " between them, outside braces; each as
/// "First von Last", "von Last, First", "von Last, Jr, First" or "family=Last, given=First". A name in braces is one of
/// an organization, and stays as it is. Marks of equal contribution are left out.
[[nodiscard]] NameList names_of_bibtex(std::string_view latex);

/// Plain texts, without what marks a footnote; `suffix` is "Jr." or the like. Each may be empty. Names in Han or Hangul
/// have the family first and no space.
[[nodiscard]] std::string name_of(std::string_view family, std::string_view given, std::string_view suffix = {});

/// "Jr.", "III".
[[nodiscard]] bool is_name_suffix(std::string_view text);

/// "Last, First, Suffix" of RIS; a text without a comma is the whole name.
[[nodiscard]] std::string name_of_ris(std::string_view text);

}  // namespace agent_access::sources

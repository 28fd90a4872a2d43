/// \file
/// Names of people and organizations, given names first: "Bartolomé de las Casas", "Sam Davis, Jr.", "李明". Linear,
/// thread safe, stateless.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::sources {

struct NameList {
  std::vector<std::string> names = {};  ///< in their order; two people may have one name
  bool has_more = false;                ///< "and others"
  std::string doubt = {};               ///< a sentence, if the list could be read only by guessing
};

/// Plain texts, without what marks a footnote; `suffix` is "Jr." or the like. Each may be empty. Names in Han or Hangul
/// have the family first and no space.
[[nodiscard]] std::string name_of(std::string_view family, std::string_view given, std::string_view suffix = {});

/// "Last, First, Suffix" of RIS, also "First Last, Jr."; a text without a comma is the whole name.
[[nodiscard]] std::string name_of_ris(std::string_view text);

/// A whole name in plain text, without what marks a footnote: "W.A. Wall" as "W. A. Wall", but "U.S. Bureau of Tides".
[[nodiscard]] std::string whole_name(std::string_view text);

/// Whether the words begin with capitals, other than "von" and the like, and none is "&": "Department of Tides"
/// and "Fish & Wildlife" are no persons.
[[nodiscard]] bool may_be_person(std::string_view text);

/// What stands behind the name of a person or a company: "Jr.", "III", "PhD", "Inc.".
[[nodiscard]] bool is_name_suffix(std::string_view text);
/// Whether the text behind the only comma of a name is such a one, and not given names: "Davis, Jr.", but not
/// "Ivanov, II" and "Rossi, Junior", which may be initials and a given name.
[[nodiscard]] bool has_only_suffix(std::string_view first, std::string_view second);

/// Whether the text stands for further people: "others", "et al.", "3 more".
[[nodiscard]] bool means_others(std::string_view text);

/// Whether each character is of Han, kana or Hangul; false of an empty text.
[[nodiscard]] bool is_east_asian(std::string_view text);

/// The bytes of the comma at the place, of whatever script; 0 if there is none.
[[nodiscard]] std::size_t comma_size(std::string_view text, std::size_t at) noexcept;

}  // namespace agent_access::sources

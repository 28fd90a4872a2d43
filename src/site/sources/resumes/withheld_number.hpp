/// \file
/// Telephone numbers that are left out where a résumé has them, and are published from other texts. Thread safe.
///
/// However a number is written: "030 123 45 67" is in "https://wa.me/49301234567", too; only letters end one. Compared
/// are the last seven digits; a number of fewer than five is not looked for, nor any in references that are left out.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <span>
#include <string>
#include <vector>

#include "site/sources/texts/source_note.hpp"

namespace agent_access::sources {

struct WithheldNumber {
  std::string digits;  ///< the last ones
  std::string place;   ///< "basics.phone"

  bool operator==(const WithheldNumber&) const = default;
};

/// A text that has such a number.
struct NumberText {
  std::string place;
  std::string text;
  WithheldNumber number;
};

/// The numbers of members such as `phone` and of labelled texts, in a résumé as it was written, the first hundred; none
/// if `with`, as of read_source(), has "phone".
[[nodiscard]] std::vector<WithheldNumber> withheld_numbers(const boost::json::value& resume,
                                                           std::span<const std::string> with);

/// The texts of a site and of questions that have one of the numbers, with their places, the first kMostNotes.
[[nodiscard]] std::vector<NumberText> texts_with_numbers(const boost::json::object& site,
                                                         const boost::json::array& questions,
                                                         std::span<const WithheldNumber> numbers);

/// Of a text that is published, after its place.
[[nodiscard]] std::string sentence_of(const WithheldNumber& number);

/// Notes each text of `site`, which was made of the résumé, that has one of the numbers: where the résumé has it.
void note_withheld_numbers(const boost::json::value& resume, std::span<const WithheldNumber> numbers,
                           const boost::json::object& site, std::vector<SourceNote>& notes);

}  // namespace agent_access::sources

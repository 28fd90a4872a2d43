/// \file
/// Texts and addresses as they stand in other people's files, in the forms of site.json. Pure, thread safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::sources {

/// With accents as parts of their letters (NFC).
[[nodiscard]] std::string composed(std::string text);

/// A slug of the letters and digits that have a form in ASCII, cut after 60 bytes at most; empty if there are none.
[[nodiscard]] std::string slug_of(std::string_view title);

/// An absolute address in the form of site.json: with "https://" if there is no scheme, percent-encoded where needed.
/// Nothing if it is none: "paper.pdf" is the name of a file.
[[nodiscard]] std::optional<std::string> absolute_url(std::string_view text);
/// "10.1000/x" of a DOI with or without "doi:" or "https://doi.org/" before it; empty if it is none.
[[nodiscard]] std::string bare_doi(std::string_view text);

/// In lower case, without accents, and with compatible characters as one: "Ｔéｌ." is "tel.". For comparisons.
[[nodiscard]] std::string folded(std::string_view text);
/// The same with one space for all that is neither a letter nor a digit: "n de telephone" of "N° de téléphone:".
[[nodiscard]] std::string folded_words(std::string_view text);
/// In lower case, without what is neither a letter nor a digit: equal for two spellings of one title.
[[nodiscard]] std::string comparison_form(std::string_view text);

/// The parts between semicolons, or without these between commas, each of any script, or else the lines; without the
/// white space around them.
[[nodiscard]] std::vector<std::string> keywords_in(std::string_view text);
/// The parts of a text that are not empty, without the white space around them.
[[nodiscard]] std::vector<std::string> words_in(std::string_view text, char separator);
/// Whether a text is one of the words. For tables: "github gitlab".
[[nodiscard]] bool has_word(std::string_view words, std::string_view word, char separator = ' ') noexcept;

}  // namespace agent_access::sources

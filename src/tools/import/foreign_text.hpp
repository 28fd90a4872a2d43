/// \file
/// Texts, dates and addresses as they stand in other people's files, in the forms of site.json. Pure, thread safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::tools {

/// One line without markup: HTML tags and entities, Markdown and the usual commands of LaTeX become what they show, a
/// link "title (address)"; control characters and ends of lines become spaces, bytes that are not UTF-8 U+FFFD.
[[nodiscard]] std::string plain_text(std::string_view text);
/// The same for each paragraph and each item of a list; empty ones are left out.
[[nodiscard]] std::vector<std::string> plain_paragraphs(std::string_view text);

struct ForeignDate {
  std::string date = {};    ///< in the form of site.json
  std::string status = {};  ///< "in press" and the like, instead of a date
  bool is_open = false;     ///< "Present": has not ended
};
/// "2020-03-01T00:00:00Z", "2020/3", "Jun-25", "3. März 2020", "Summer 2019", "in press", "Present". Nothing for what
/// is no date, and for a day and a month that cannot be told apart.
[[nodiscard]] std::optional<ForeignDate> read_date(std::string_view text);

/// Of the letters and digits that have a form in ASCII, cut after 60 bytes at most; empty if there are none.
[[nodiscard]] std::string slug_of(std::string_view title);

/// An absolute address in the form of site.json: with "https://" if there is no scheme, percent-encoded where needed.
/// Nothing if it is none.
[[nodiscard]] std::optional<std::string> absolute_url(std::string_view text);
/// "10.1000/x" of a DOI with or without "doi:" or "https://doi.org/" before it; empty if it is none.
[[nodiscard]] std::string bare_doi(std::string_view text);

/// In lower case, without what is neither a letter nor a digit: equal for two spellings of one title.
[[nodiscard]] std::string folded(std::string_view text);

/// The parts between semicolons, or between commas if there are none, without the white space around them.
[[nodiscard]] std::vector<std::string> keywords_in(std::string_view text);
/// The parts of a text that are not empty, without the white space around them.
[[nodiscard]] std::vector<std::string> words_in(std::string_view text, char separator);
/// Whether a text is one of the words. For tables: "github gitlab".
[[nodiscard]] bool has_word(std::string_view words, std::string_view word, char separator = ' ') noexcept;

}  // namespace agent_access::tools

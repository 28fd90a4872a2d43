/// \file
/// A file of data that other programs and people wrote, whatever its syntax: JSON, also with comments, or as JSON-LD in
/// a page of HTML; YAML, also as the front matter of a page of Markdown. Thread safe, no I/O.
#pragma once

#include <boost/json/value.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "json/reader.hpp"
#include "site/sources/texts/source_note.hpp"

namespace agent_access::sources {

enum class DataSyntax : bool { json, yaml };

struct ForeignDocument {
  boost::json::value value = nullptr;
  std::string body = {};         ///< the Markdown below a front matter
  std::size_t body_line = 0;     ///< where that begins; 0: there is no front matter
  std::size_t foreign_line = 0;  ///< as in DecodedText (encoding.hpp)
  std::string text = {};         ///< what was parsed, on the lines of the file
  DataSyntax syntax = DataSyntax::json;
};

/// A text that begins with a brace or a bracket is JSON, any other one YAML. An error is a sentence, which may begin
/// with a line: "12: …".
[[nodiscard]] base::Result<ForeignDocument, std::string> read_foreign_document(std::string_view bytes);

/// Whether the text may be data: its first line that is no comment begins JSON, is "---", an item of a list or "name:".
[[nodiscard]] bool seems_data(std::string_view text);

/// Sets the lines of the places in `lines`, as json::find_lines() does.
void find_lines(const ForeignDocument& document, json::Lines& lines);
/// Gives the notes their lines, and brings them into the order of these.
void place_notes(const ForeignDocument& document, std::vector<SourceNote>& notes);

/// JSON without a byte order mark, and with spaces for comments and for commas before an end. Lines stay.
[[nodiscard]] std::string without_comments(std::string_view text);
/// The value. An error is "LINE: sentence".
[[nodiscard]] base::Result<boost::json::value, std::string> parse_foreign_json(std::string_view strict);

}  // namespace agent_access::sources

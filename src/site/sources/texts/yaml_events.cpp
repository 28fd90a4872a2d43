#include "site/sources/texts/yaml_events.hpp"

#include <algorithm>
#include <array>
#include <new>

namespace agent_access::sources {
namespace {

struct Problem {
  std::string_view problem;   ///< how libyaml's words for it begin
  std::string_view sentence;  ///< what was found, and what to write instead
};
constexpr std::string_view kEscape =
    "a backslash in double quotes that means nothing; use single quotes, or write \\\\";
constexpr auto kProblems = std::to_array<Problem>(
    {{"mapping values are not allowed", "a second \": \" in one text; put the text in quotes"},
     {"did not find expected key",
      "a line that begins further left or right than those of its list or object, or text "
      "behind a closing quote"},
     {"could not find expected ':'",
      "a line that is neither \"name: value\" nor a part of a text; indent it or put it "
      "in quotes"},
     {"found character that cannot start",
      "a tab, or a text that begins with @, ` or %; indent with spaces, and put "
      "the text in quotes"},
     {"found a tab character", "a tab; indent with spaces"},
     {"found unexpected end of stream", "a quote that does not end; close it"},
     {"found unexpected document indicator", "a quote that does not end before ---; close it"},
     {"found unknown escape", kEscape},
     {"did not find expected hex", kEscape},
     {"did not find expected alphabetic", "a text that begins with * or &; put it in quotes"},
     {"block sequence entries are not", "a list in the line of its name; begin it in the next line"},
     {"did not find expected '-'", "a line of a list that does not begin with \"- \""},
     {"did not find expected ',' or ']'", "a list [ that is not closed, or two of its values without a comma"},
     {"did not find expected ',' or '}'", "an object { that is not closed, or two of its members without a comma"},
     {"did not find expected <document", "text behind the end of the document"},
     {"control characters are not", "a control character; remove it"}});

}  // namespace

YamlEvents::YamlEvents(std::string_view text) : text_(text) {
  if (::yaml_parser_initialize(&parser_) != 1) throw std::bad_alloc();
  ::yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
  ::yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
}

YamlEvents::~YamlEvents() {
  ::yaml_event_delete(&event_);
  ::yaml_parser_delete(&parser_);
}

bool YamlEvents::next() {
  ::yaml_event_delete(&event_);
  event_ = {};
  if (::yaml_parser_parse(&parser_, &event_) == 1) return event_.type != YAML_STREAM_END_EVENT;
  if (parser_.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
  return false;
}

std::optional<std::string> YamlEvents::mistake() const {
  if (parser_.error == YAML_NO_ERROR) return std::nullopt;
  const std::string_view problem = parser_.problem == nullptr ? "a mistake" : parser_.problem;
  const auto* const known =
      std::ranges::find_if(kProblems, [&](const Problem& each) { return problem.starts_with(each.problem); });
  // A quote that does not end is where it begins.
  const bool is_open = problem.starts_with("found unexpected");
  auto line = (is_open ? parser_.context_mark.line : parser_.problem_mark.line) + 1;
  if (parser_.error == YAML_READER_ERROR) {
    const auto before = text_.substr(0, parser_.problem_offset);
    line = 1 + static_cast<std::size_t>(std::ranges::count(before, '\n'));
  }
  return std::to_string(line) + ": is not YAML: found " +
         std::string(known == kProblems.end() ? problem : known->sentence);
}

}  // namespace agent_access::sources

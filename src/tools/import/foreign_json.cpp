#include "tools/import/foreign_json.hpp"

#include <algorithm>
#include <array>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/stream_parser.hpp>
#include <charconv>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "json/strict_json.hpp"

namespace agent_access::tools {

namespace {

namespace bj = boost::json;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bj::parse_options lenient() {
  bj::parse_options options;
  options.allow_comments = options.allow_trailing_commas = true;
  options.max_depth = 32;
  return options;
}

std::size_t lines_in(std::string_view text) { return static_cast<std::size_t>(std::ranges::count(text, '\n')); }

/// Events of the parser: sets the lines of places. Names and texts without escapes are views of the text, which tells
/// where they are; others are on the line of the one before.
class LineEvents {
 public:
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);
  using Error = bj::error_code;
  using Text = bj::string_view;

  LineEvents(std::string_view text, json::Lines& lines) : text_(text), lines_(lines) {}

  bool on_document_begin(Error&) { return true; }
  bool on_document_end(Error&) { return true; }
  bool on_object_begin(Error&) { return open(false); }
  bool on_object_end(std::size_t, Error&) { return close(); }
  bool on_array_begin(Error&) { return open(true); }
  bool on_array_end(std::size_t, Error&) { return close(); }
  bool on_key_part(Text part, std::size_t, Error&) {
    name_ += part;
    return true;
  }
  bool on_key(Text part, std::size_t, Error&) {
    see(part);
    place_ = json::place_of_member(place_, name_ += part);
    name_.clear();
    note();
    see(part);
    return true;
  }
  bool on_string_part(Text, std::size_t, Error&) { return true; }
  bool on_string(Text part, std::size_t, Error&) {
    begin_value();
    see(part);
    return end_value();
  }
  bool on_number_part(Text, Error&) { return true; }
  bool on_int64(std::int64_t, Text, Error&) { return scalar(); }
  bool on_uint64(std::uint64_t, Text, Error&) { return scalar(); }
  bool on_double(double, Text, Error&) { return scalar(); }
  bool on_bool(bool, Error&) { return scalar(); }
  bool on_null(Error&) { return scalar(); }
  bool on_comment_part(Text, Error&) { return true; }
  bool on_comment(Text, Error&) { return true; }

 private:
  struct Open {
    std::size_t place_size;
    bool is_list;
    std::size_t index = 0;
  };

  bool open(bool is_list) {
    begin_value();
    open_.push_back({place_.size(), is_list});
    return true;
  }
  bool close() {
    open_.pop_back();
    return end_value();
  }
  bool scalar() {
    begin_value();
    return end_value();
  }
  void begin_value() {
    if (open_.empty() || !open_.back().is_list) return;
    place_ = json::place_of_item(place_, open_.back().index++);
    note();
  }
  bool end_value() {
    if (!open_.empty()) place_.resize(open_.back().place_size);
    return true;
  }
  /// The line follows with the next view of the text.
  void note() {
    const auto found = lines_.find(place_);
    if (found != lines_.end()) waiting_.push_back(&found->second);
  }
  void see(Text part) {
    const std::less_equal<> is_before;
    if (is_before(text_.data() + seen_, part.data()) && is_before(part.data(), text_.data() + text_.size())) {
      const auto at = static_cast<std::size_t>(part.data() - text_.data());
      line_ += lines_in(text_.substr(seen_, at - seen_));
      seen_ = at;
    }
    for (auto* const line : waiting_) *line = line_;
    waiting_.clear();
  }

  std::string_view text_;
  json::Lines& lines_;
  std::string place_;
  std::string name_;
  std::vector<Open> open_;
  std::vector<std::size_t*> waiting_;
  std::size_t seen_ = 0;
  std::size_t line_ = 1;
};

std::string_view without_mark(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

bool is_empty(const bj::value& value) {
  return value.is_null() || (value.is_string() && base::trim_white_space(value.get_string()).empty()) ||
         (value.is_array() && value.get_array().empty()) || (value.is_object() && value.get_object().empty());
}

/// Of a text or a number.
std::string raw_text(const bj::value& value) {
  if (value.is_string()) return std::string(value.get_string());
  if (!value.is_double()) return value.is_number() ? bj::serialize(value) : std::string();
  std::array<char, 32> digits{};
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value.get_double()).ptr};
}

/// At most 60 bytes, for a sentence.
std::string shown(std::string_view text) { return json::quoted_name(plain_text(text)); }

/// "work[2].startDate" as "work[].startDate".
std::string without_numbers(std::string_view place) {
  std::string out;
  bool is_in_brackets = false;
  for (const char c : place) {
    if (c == ']') is_in_brackets = false;
    if (!is_in_brackets || !base::is_digit(c)) out += c;
    if (c == '[') is_in_brackets = true;
  }
  return out;
}

}  // namespace

void add_note(std::vector<ImportNote>& notes, ImportNote note) {
  const auto same = [&](const ImportNote& other) {
    return other.sentence == note.sentence && without_numbers(other.place) == without_numbers(note.place);
  };
  const auto found = note.place.contains('[') ? std::ranges::find_if(notes, same) : notes.end();
  if (found == notes.end()) return notes.push_back(std::move(note));
  ++found->times;
}

base::Result<bj::value, std::string> parse_foreign_json(std::string_view text) {
  text = without_mark(text);
  bj::stream_parser parser({}, lenient());
  bj::error_code error;
  const auto read = parser.write_some(text.data(), text.size(), error);
  if (!error) parser.finish(error);
  const auto more = text.substr(std::min(read, text.size())).find_first_not_of(base::kWhiteSpace);
  if (!error && parser.done() && more == std::string_view::npos) return parser.release();
  for (std::size_t i = 0; i < text.size(); i += base::utf8_size(text.substr(i))) {
    if (base::utf8_size(text.substr(i)) > 0) continue;
    return base::Failure(std::to_string(1 + lines_in(text.substr(0, i))) +
                         ": a byte that is not UTF-8; save the file as UTF-8");
  }
  const auto line = std::to_string(1 + lines_in(text.substr(0, std::min(read, text.size()))));
  if (error == bj::error::too_deep) return base::Failure(line + ": is nested more than 32 levels deep");
  if (error == bj::error::incomplete) {
    return base::Failure(line + ": the file ends before the end of its JSON; add what is missing");
  }
  return base::Failure(line + ": is not JSON here: look for a comma or a quotation mark that is missing");
}

void set_lines(std::string_view text, std::vector<ImportNote>& notes) {
  text = without_mark(text);
  json::Lines lines;
  for (const auto& note : notes) lines.emplace(note.place, 0);
  bj::basic_parser<LineEvents> parser(lenient(), text, lines);
  bj::error_code error;
  static_cast<void>(parser.write_some(false, text.data(), text.size(), error));
  for (auto& note : notes) note.line = lines.at(note.place);
  std::ranges::stable_sort(notes, {}, &ImportNote::line);
}

const bj::value* ForeignObject::value(Names names) {
  const bj::value* first = nullptr;
  found_ = *names.begin();
  for (const auto name : names) {
    known_.emplace(name);
    const auto* found = object_.if_contains(name);
    if (found == nullptr || is_empty(*found) || first != nullptr) continue;
    first = found;
    found_ = name;
  }
  return first;
}

std::string ForeignObject::text(Names names) {
  const auto* found = value(names);
  if (found == nullptr) return {};
  auto out = plain_text(raw_text(found->is_array() ? found->get_array().front() : *found));
  return out;
}

std::vector<std::string> ForeignObject::paragraphs(Names names) {
  std::vector<std::string> out;
  const auto* found = value(names);
  if (found == nullptr) return out;
  if (!found->is_array()) return plain_paragraphs(raw_text(*found));
  for (const auto& item : found->get_array()) {
    if (auto text = plain_text(raw_text(item)); !text.empty()) out.push_back(std::move(text));
  }
  return out;
}

std::vector<std::string> ForeignObject::words(Names names) {
  const auto* found = value(names);
  if (found == nullptr) return {};
  if (!found->is_array()) return keywords_in(raw_text(*found));
  std::vector<std::string> out;
  for (const auto& item : found->get_array()) base::add_once(out, plain_text(raw_text(item)));
  return out;
}

std::string ForeignObject::url(Names names) {
  const auto* found = value(names);
  if (found == nullptr) return {};
  const auto text = raw_text(*found);
  if (auto url = absolute_url(text)) return *url;
  note(found_, shown(text) + " is no address; left out");
  return {};
}

std::optional<ForeignDate> ForeignObject::date(Names names) {
  const auto* found = value(names);
  if (found == nullptr) return std::nullopt;
  const auto text = raw_text(*found);
  auto date = read_date(text);
  if (!date) note(found_, shown(text) + " is no date; left out");
  return date;
}

void ForeignObject::each(Names names, const std::function<void(ForeignObject&)>& read) {
  const auto* found = value(names);
  if (found == nullptr) return;
  each_object(*found, json::place_of_member(place_, found_), notes_, read);
}

void each_object(const bj::value& list, const std::string& place, std::vector<ImportNote>& notes,
                 const std::function<void(ForeignObject&)>& read) {
  const auto read_one = [&](const bj::value& item, const std::string& at) {
    if (!item.is_object()) return add_note(notes, {.place = at, .sentence = "expected an object; left out"});
    ForeignObject inner(item.get_object(), at, notes);
    read(inner);
    inner.finish();
  };
  if (!list.is_array()) return read_one(list, place);
  for (std::size_t i = 0; i < list.get_array().size(); ++i)
    read_one(list.get_array()[i], json::place_of_item(place, i));
}

void ForeignObject::ignore(Names names) {
  for (const auto name : names) known_.emplace(name);
}

void ForeignObject::leave_out(Names names, std::string sentence) {
  if (value(names) != nullptr) note(found_, std::move(sentence));
}

void ForeignObject::note(std::string_view member, std::string sentence) {
  const auto place = member.empty() ? place_ : json::place_of_member(place_, member);
  add_note(notes_, {.place = place, .sentence = std::move(sentence)});
}

void ForeignObject::finish() {
  for (const auto& member : object_) {
    const std::string_view name = member.key();
    if (!has_finished_ && !known_.contains(name) && !is_empty(member.value()))
      note(name, "has no place in site.json; left out");
  }
}

void set_text(bj::object& to, std::string_view name, std::string_view text) {
  if (!text.empty()) to[name] = text;
}

void set_texts(bj::object& to, std::string_view name, const std::vector<std::string>& texts) {
  if (!texts.empty()) to[name] = bj::array(texts.begin(), texts.end());
}

void append(bj::object& to, std::string_view list, bj::object item) {
  auto& value = to[list];
  if (!value.is_array()) value.emplace_array();
  value.get_array().emplace_back(std::move(item));
}

}  // namespace agent_access::tools

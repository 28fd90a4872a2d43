#include "site/sources/texts/foreign_json.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <iterator>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "json/members.hpp"
#include "json/place.hpp"
#include "site/content/text_form.hpp"
#include "site/sources/texts/foreign_date.hpp"
#include "site/sources/texts/markup.hpp"
#include "site/templates/text.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

/// Of a text or a number.
std::string raw_text(const bj::value& value) {
  if (value.is_string()) return std::string(value.get_string());
  if (!value.is_double()) return value.is_number() ? bj::serialize(value) : std::string();
  std::array<char, 32> digits{};
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value.get_double()).ptr};
}

std::vector<std::string> raw_texts(const bj::value& list);

/// What ForeignObject::line() returns.
std::string line_of(const bj::object& object) {
  if (object.size() != 1) return {};
  const std::string_view name = object.begin()->key();
  if (has_word("bullet number reversed_number", name)) return raw_text(object.begin()->value());
  const bool is_member = name.empty() || (base::is_lower(name.front()) && !name.contains(' '));
  const auto text = raw_text(object.begin()->value());
  return is_member || text.empty() ? std::string() : std::string(name) + ": " + text;
}

/// Of an object in a list of texts what names it and what it lists: "Thesis: Silence, Noise".
std::string text_of_item(const bj::value& item) {
  if (!item.is_object()) return raw_text(item);
  std::string text;
  for (const auto* name : {"title", "name", "label", "text", "bullet"}) {
    if (const auto named = json::find_text(item.get_object(), name); text.empty() && named) text = *named;
  }
  for (const auto* name : {"contents", "items", "list", "description", "highlights", "details"}) {
    const auto* const inner = item.get_object().if_contains(name);
    const auto more = inner == nullptr ? std::string() : base::joined(raw_texts(*inner));
    if (!more.empty()) text += (text.empty() ? "" : ": ") + more;
  }
  return text.empty() ? line_of(item.get_object()) : text;
}

/// The texts of a list, or the one text.
std::vector<std::string> raw_texts(const bj::value& list) {
  if (!list.is_array()) return {text_of_item(list)};
  std::vector<std::string> texts;
  for (const auto& item : list.get_array()) texts.push_back(text_of_item(item));
  return texts;
}

/// Of {"date-parts": [[2020, "3"]]}, {"year": 2020, "month": 3} and {"raw": "in press"}, too.
std::string raw_date(const bj::value& value) {
  if (!value.is_object()) return raw_text(value);
  const auto* const rows = json::array_at(value.get_object(), "date-parts");
  std::vector<std::string> parts;
  if (rows != nullptr && !rows->empty()) parts = raw_texts(rows->front());
  for (const auto* name : {"year", "month", "day"}) {
    if (const auto* const part = value.get_object().if_contains(name)) parts.push_back(raw_text(*part));
  }
  std::erase(parts, std::string());
  if (!parts.empty()) return base::joined(parts, "-");
  const auto raw = json::text_at(value.get_object(), "raw");
  return std::string(raw.empty() ? json::text_at(value.get_object(), "literal") : raw);
}

/// What stands where a text is expected; empty if there is one, or nothing.
std::string_view no_text_in(const bj::value& item) {
  if (is_absent(item) || !text_of_item(item).empty()) return {};
  return item.is_object() ? "an object" : item.is_array() ? "a list" : "true";
}

/// Whether a value says nothing that `taken`, which has another name, does not say.
bool adds_nothing(const bj::value& value, const bj::value& taken) {
  if (is_absent(value) || value == taken) return true;
  const auto text = base::lower_case(plain_text(raw_text(value)));
  return !text.empty() && base::lower_case(plain_text(base::joined(raw_texts(taken)))).contains(text);
}

/// At most 80 bytes, for a sentence.
std::string shown(std::string_view text) { return json::quoted_name(plain_text(text)); }

/// Texts become a list, prose goes on.
void join_text(bj::object& to, std::string_view name, const std::string& text, Form form) {
  auto& value = to[name];
  if (!value.is_string()) return static_cast<void>(value = text);
  const std::string present(value.get_string());
  if (form == Form::text && present != text) value = templates::list_text(std::array{present, text});
  if (form == Form::prose && !present.contains(text)) value = present + " " + text;
}

void append_texts(bj::object& to, std::string_view name, const std::vector<std::string>& texts) {
  for (const auto& text : texts) append(to, name, bj::value(text));
}

void leave_out_each(ForeignObject& in, std::string_view names, const std::string& sentence) {
  for (const auto& name : words_in(names, ' ')) in.leave_out(name, sentence, NoteKind::expected);
}

std::string email_in(ForeignObject& in, std::string_view names) {
  auto email = in.text(names);
  if (content::email_fault(email).empty()) return email;
  in.leave_out(names,
               shown(email) + " is not an e-mail address; left out; write contact.email yourself if it may be public");
  return {};
}

void read_row(ForeignObject& in, const MemberRow& row, bj::object& to) {
  const auto label = [&row](const std::string& text) { return text.empty() ? text : std::string(row.label) + text; };
  switch (row.form) {
    case Form::text:
    case Form::prose: {
      const auto text = row.form == Form::text ? in.text(row.foreign) : base::joined(in.paragraphs(row.foreign), " ");
      if (!text.empty()) join_text(to, row.own, label(text), row.form);
      return;
    }
    case Form::list: {
      auto texts = in.paragraphs(row.foreign);
      if (!texts.empty()) texts.front() = label(texts.front());
      return append_texts(to, row.own, texts);
    }
    case Form::line:
      if (const auto line = templates::list_text(in.words(row.foreign)); !line.empty())
        append(to, row.own, bj::value(line));
      return;
    case Form::words: return append_texts(to, row.own, in.words(row.foreign));
    case Form::url:
      if (const auto urls = in.urls(row.foreign); !urls.empty()) to.emplace(row.own, urls.front());
      return;
    case Form::date:
    case Form::start:
    case Form::last: {
      const auto read = row.form == Form::date ? read_date : row.form == Form::start ? read_start : read_last;
      const auto* const effect = row.own == "until" ? ", as if it had not ended" : "";
      auto date = in.date(row.foreign, effect, read).value_or(ForeignDate()).date;
      if (row.form != Form::date) date = month_of_day(std::move(date));
      if (!date.empty()) to.emplace(row.own, date);
      return;
    }
    case Form::email: return set_text(to, row.own, email_in(in, row.foreign));
    case Form::left_out: return leave_out_each(in, row.foreign, std::string(row.own));
  }
}

}  // namespace

bool is_absent(const bj::value& value) {
  const auto* const flag = value.if_bool();
  return value.is_null() || (flag != nullptr && !*flag) ||
         (value.is_string() && base::trim_white_space(value.get_string()).empty()) ||
         (value.is_array() && value.get_array().empty()) || (value.is_object() && value.get_object().empty());
}

const bj::value* ForeignObject::value(std::string_view names) {
  const bj::value* first = nullptr;
  found_ = names.substr(0, names.find(' '));
  for (const auto& name : words_in(names, ' ')) {
    const auto* const value = object_.if_contains(name);
    if (value == nullptr || is_absent(*value)) continue;
    if (first != nullptr && !adds_nothing(*value, *first)) {
      beside_.emplace(name, found_);
      continue;
    }
    known_.emplace(name);
    if (first != nullptr) continue;
    first = value;
    found_ = name;
  }
  return first;
}

void ForeignObject::ignore(std::string_view names) {
  for (const auto& name : words_in(names, ' ')) known_.emplace(name);
}

std::vector<std::string> ForeignObject::raw(std::string_view names) {
  const auto* const found = value(names);
  if (found == nullptr) return {};
  std::set<std::string_view> others;
  if (const auto* const list = found->if_array()) {
    for (const auto& item : *list) others.insert(no_text_in(item));
  } else {
    others.insert(no_text_in(*found));
  }
  for (const auto other : others) {
    if (!other.empty()) note(found_, "has " + std::string(other) + " where a text is expected; left out");
  }
  return raw_texts(*found);
}

std::string ForeignObject::text(std::string_view names) {
  const auto texts = raw(names);
  if (texts.size() > 1 && shortened_.insert(found_).second) {
    note(found_, "has several texts where one is expected; the first is taken");
  }
  return texts.empty() ? std::string() : plain_text(texts.front());
}

std::vector<std::string> ForeignObject::texts(std::string_view names, Split split) {
  const auto all = raw(names);
  const auto* const found = value(names);
  if (found != nullptr && !found->is_array()) return split(all.front());
  std::vector<std::string> out;
  for (const auto& text : all) base::add_once(out, plain_text(text));
  return out;
}

std::vector<std::string> ForeignObject::paragraphs(std::string_view names) { return texts(names, plain_paragraphs); }

std::vector<std::string> ForeignObject::words(std::string_view names) { return texts(names, keywords_in); }

std::vector<std::string> ForeignObject::urls(std::string_view names) {
  std::vector<std::string> out;
  for (const auto& text : raw(names)) {
    if (const auto url = absolute_url(text)) {
      base::add_once(out, *url);
    } else if (!text.empty()) {
      note(found_, shown(text) + " is not an address; left out");
    }
  }
  return out;
}

std::optional<ForeignDate> ForeignObject::date(std::string_view names, std::string_view effect, ReadDate read) {
  const auto* found = value(names);
  if (found != nullptr && found->is_array()) found = &found->get_array().front();
  const auto text = found == nullptr ? std::string() : raw_date(*found);
  auto date = read(text);
  if (!date && !text.empty()) note(found_, shown(text) + " is not a date; left out" + std::string(effect));
  return date;
}

void ForeignObject::each(std::string_view names, const std::function<void(ForeignObject&)>& read) {
  if (const auto* found = value(names)) each_object(*found, json::place_of_member(place_, found_), notes_, read);
}

std::string ForeignObject::line() const { return line_of(object_); }

void ForeignObject::as_line(const std::function<void(ForeignObject&)>& read) {
  const bj::object entry{{"name", line()}};
  ForeignObject in(entry, place_, notes_, true);
  read(in);
  ignore_others();
}

void each_object(const bj::value& list, const std::string& place, std::vector<SourceNote>& notes,
                 const std::function<void(ForeignObject&)>& read) {
  const auto read_one = [&](const bj::value& item, const std::string& at) {
    if (is_absent(item)) return;
    if (!item.is_object() && !item.is_string()) {
      return add_note(notes, {.place = at, .sentence = "expected an object; left out"});
    }
    const auto object = item.is_object() ? item.get_object() : bj::object{{"name", item}};
    ForeignObject inner(object, at, notes, item.is_string());
    read(inner);
    inner.finish();
  };
  if (!list.is_array()) return read_one(list, place);
  for (std::size_t i = 0; i < list.get_array().size(); ++i) {
    read_one(list.get_array()[i], json::place_of_item(place, i));
  }
}

void ForeignObject::leave_out(std::string_view names, std::string sentence, NoteKind kind) {
  if (value(names) != nullptr) note(found_, std::move(sentence), kind);
}

void ForeignObject::note(std::string_view member, std::string sentence, NoteKind kind) {
  const auto place = member.empty() ? place_ : json::place_of_member(place_, member);
  add_note(notes_, {.place = place, .sentence = std::move(sentence), .kind = kind});
}

void ForeignObject::finish() {
  for (const auto& member : object_) {
    const std::string_view name = member.key();
    if (has_finished_ || known_.contains(name) || is_absent(member.value())) continue;
    const auto taken = beside_.find(name);
    const auto beside = taken == beside_.end() ? "" : " beside " + json::quoted_name(taken->second);
    note(name, "has no place" + beside + " in site.json; left out", NoteKind::expected);
  }
}

bj::object read_rows(ForeignObject& in, std::span<const MemberRow> rows, std::span<const std::string> with) {
  bj::object to;
  for (const auto& row : rows) {
    if (row.part.empty() || std::ranges::find(with, row.part) != with.end()) {
      read_row(in, row, to);
    } else {
      leave_out_each(in, row.foreign, withheld(row.part));
    }
  }
  return to;
}

std::string withheld(std::string_view part) {
  return "left out; \"" + std::string(part) + "\" in content.publish publishes it";
}

std::string month_of_day(std::string date) {
  if (date.size() == 10 && date.ends_with("-01")) date.resize(7);
  return date;
}

void set_text(bj::object& to, std::string_view name, std::string_view text) {
  if (!text.empty()) to[name] = text;
}

void set_texts(bj::object& to, std::string_view name, const std::vector<std::string>& texts) {
  if (!texts.empty()) to[name] = bj::array(texts.begin(), texts.end());
}

void append(bj::object& to, std::string_view list, bj::value item) {
  auto& value = to[list];
  if (!value.is_array()) value.emplace_array();
  value.get_array().push_back(std::move(item));
}

std::string take_text(bj::object& from, std::string_view name) {
  const std::string text(json::text_at(from, name));
  from.erase(name);
  return text;
}

void keep_first(bj::object& object, std::string_view name, std::string_view to) {
  auto texts = json::texts_at(object, name);
  if (texts.empty()) return;
  object[name] = texts.front();
  texts.erase(texts.begin());
  std::ranges::move(json::texts_at(object, to), std::back_inserter(texts));
  set_texts(object, to, texts);
}

}  // namespace agent_access::sources

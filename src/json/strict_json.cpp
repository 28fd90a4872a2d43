#include "json/strict_json.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <ranges>
#include <utility>

#include "base/text.hpp"
#include "json/strict_reader.hpp"

namespace agent_access::json {
namespace {

namespace bj = boost::json;

constexpr std::size_t kMaxDepth = 32;
constexpr std::size_t kMaxShownName = 80;

bj::parse_options parse_options() {
  bj::parse_options options;
  options.max_depth = kMaxDepth;
  return options;
}

/// Counts the members and refuses the reserved name.
class OwnersEvents : public StrictEvents {
 public:
  explicit OwnersEvents(std::string_view reserved_name) : StrictEvents(Root::object), reserved_name_(reserved_name) {}

  bool on_key(Text part, std::size_t size, Error& error) {
    const bool is_new = StrictEvents::on_key(part, size, error);
    last_name = name();
    if (depth() == 1 && !reserved_name_.empty() && last_name == reserved_name_) {
      has_reserved_name = true;
      return stop(error);
    }
    return is_new;
  }
  bool on_object_end(std::size_t count, Error& error) {
    members = count;
    return StrictEvents::on_object_end(count, error);
  }

  bool has_reserved_name = false;
  std::string last_name;
  std::size_t members = 0;  // of the object that ended last; after the whole text, of the outermost one

 private:
  std::string_view reserved_name_;
};

JsonFault fault_of(StrictFault fault) noexcept {
  switch (fault) {
    case StrictFault::not_json: return JsonFault::not_json;
    case StrictFault::not_an_object: return JsonFault::not_an_object;
    case StrictFault::duplicate_name: return JsonFault::duplicate_name;
    case StrictFault::not_finite: return JsonFault::not_finite;
    case StrictFault::too_deep: return JsonFault::too_deep;
  }
  return JsonFault::not_json;
}

JsonError error_at(std::string_view text, std::size_t position, JsonFault fault, std::string detail) {
  const auto before = text.substr(0, position);
  const auto line = before.substr(before.rfind('\n') + 1);
  return {fault, 1 + static_cast<std::size_t>(std::ranges::count(before, '\n')), 1 + base::characters_in(line),
          std::move(detail)};
}

bool is_escaped(std::string_view text, std::size_t position) noexcept {
  const auto before = text.substr(0, position);
  const auto other = before.find_last_not_of('\\');
  return (before.size() - (other == std::string_view::npos ? 0 : other + 1)) % 2 == 1;
}

/// The position of the opening quote of a name; `text` ends before its closing quote.
std::size_t start_of_name(std::string_view text) noexcept {
  std::size_t quote = text.rfind('"');
  while (is_escaped(text, quote)) quote = text.rfind('"', quote - 1);
  return quote;
}

/// The position of the name or value at fault; the parser stopped at `read`.
std::size_t start_of_fault(std::string_view text, std::size_t read, JsonFault fault) noexcept {
  const auto before = text.substr(0, read);
  if (fault == JsonFault::duplicate_name || fault == JsonFault::reserved_name) return start_of_name(before);
  if (fault == JsonFault::not_an_object) return text.find_first_not_of(" \t\r\n");
  if (fault == JsonFault::not_finite) return before.find_last_not_of("+-.0123456789eE") + 1;
  return read;
}

}  // namespace

base::Result<std::size_t, JsonError> check_json(std::string_view text, const JsonRules& rules) {
  if (text.size() > rules.max_size) return base::Failure(JsonError{JsonFault::too_large, 0, 0, {}});
  StrictReader<OwnersEvents> reader(kMaxDepth, rules.reserved_name);
  const auto done = reader.read(text);
  if (done) return reader.events().members;
  const auto& [fault, position] = done.error();
  if (fault == StrictFault::not_json && !reader.events().has_reserved_name) {
    if (auto mistake = find_syntax_mistake(text)) {
      return base::Failure(error_at(text, mistake->position, JsonFault::not_json, std::move(mistake->sentence)));
    }
  }
  const JsonFault found = reader.events().has_reserved_name ? JsonFault::reserved_name : fault_of(fault);
  const bool names_member = found == JsonFault::reserved_name || found == JsonFault::duplicate_name;
  return base::Failure(error_at(text, start_of_fault(text, position, found), found,
                                names_member ? reader.events().last_name : std::string()));
}

base::Result<bj::value, JsonError> parse_json(std::string_view text, const JsonRules& rules) {
  if (const auto checked = check_json(text, rules); !checked) return base::Failure(checked.error());
  bj::error_code ec;
  bj::value value = bj::parse(text, ec, {}, parse_options());
  if (ec) return base::Failure(JsonError{JsonFault::not_json, 0, 0, {}});
  return value;
}

std::string sentence(const JsonError& error, const JsonRules& rules) {
  const std::string subject(rules.subject);
  switch (error.fault) {
    case JsonFault::not_json:
      return subject + " is not valid JSON" +
             (error.detail.empty() ? " (RFC 8259, UTF-8 without a byte order mark)" : ": found " + error.detail);
    case JsonFault::not_an_object: return subject + " must be one JSON object, { ... }";
    case JsonFault::reserved_name:
      return "the member " + quoted_name(error.detail) + " is added by the service; remove it";
    case JsonFault::duplicate_name:
      return "the member " + quoted_name(error.detail) + " occurs twice in one object; keep one";
    case JsonFault::not_finite: return "a number is too large for double precision; write it as a string";
    case JsonFault::too_deep: return subject + " is nested more than 32 levels deep; flatten it";
    case JsonFault::too_large:
      return subject + " is larger than " + std::to_string(rules.max_size >> 20U) + " MiB; shorten it";
  }
  return {};
}

std::string place_prefix(std::size_t line, std::size_t column) {
  if (line == 0) return {};
  return "line " + std::to_string(line) + (column == 0 ? "" : ", column " + std::to_string(column)) + ": ";
}

std::string quoted_name(std::string_view name) {
  std::size_t size = std::min(name.size(), kMaxShownName);
  // Not within a character of several bytes.
  while (size > 0 && size < name.size() && !base::begins_character(name[size])) --size;
  std::string out = "\"";
  for (const char c : name.substr(0, size)) {
    out.push_back(static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\x7F' ? '?' : c);
  }
  return out.append("\"");
}

namespace bj = boost::json;

const bj::value* value_at(const bj::object& object, std::string_view path) {
  const bj::object* current = &object;
  const bj::value* value = nullptr;
  for (const auto name : std::views::split(path, '.')) {
    value = current == nullptr ? nullptr : current->if_contains(std::string_view(name));
    current = value == nullptr ? nullptr : value->if_object();
  }
  return value;
}

const bj::object* object_at(const bj::object& object, std::string_view path) {
  const auto* value = value_at(object, path);
  return value == nullptr ? nullptr : value->if_object();
}

const bj::array* array_at(const bj::object& object, std::string_view path) {
  const auto* value = value_at(object, path);
  return value == nullptr ? nullptr : value->if_array();
}

std::optional<std::int64_t> integer_at(const bj::object& object, std::string_view path) {
  const auto* value = value_at(object, path);
  return value != nullptr && value->is_int64() ? std::optional(value->get_int64()) : std::nullopt;
}

std::optional<std::string_view> find_text(const bj::object& object, std::string_view path) {
  const auto* value = value_at(object, path);
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return std::string_view(value->get_string());
}

std::string_view text_at(const bj::object& object, std::string_view path) {
  return find_text(object, path).value_or("");
}

std::vector<std::string> texts_at(const bj::object& object, std::string_view path) {
  std::vector<std::string> texts;
  const auto* list = array_at(object, path);
  if (list == nullptr) return texts;
  for (const auto& entry : *list) {
    if (entry.is_string()) texts.emplace_back(entry.get_string());
  }
  return texts;
}

std::vector<const bj::object*> objects_at(const bj::object& object, std::string_view path) {
  std::vector<const bj::object*> objects;
  const auto* list = array_at(object, path);
  if (list == nullptr) return objects;
  for (const auto& entry : *list) {
    if (entry.is_object()) objects.push_back(&entry.get_object());
  }
  return objects;
}

}  // namespace agent_access::json

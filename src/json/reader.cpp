#include "json/reader.hpp"

#include <algorithm>
#include <array>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/value_stack.hpp>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "json/mistake.hpp"
#include "json/place.hpp"
#include "json/walk.hpp"

namespace agent_access::json {
namespace {

namespace bj = boost::json;

/// What the events of the parser are for.
enum class Purpose : bool {
  build,  ///< the value
  walk    ///< keeps nothing
};

template <Purpose purpose>
class Events {
 public:
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

  using Error = bj::error_code;
  using Text = bj::string_view;

  explicit Events(const bj::storage_ptr& memory) : stack_({}, room_.data(), room_.size()) { stack_.reset(memory); }
  explicit Events(Walk& walk) : walk_(&walk) {}

  /// The members of all objects in the text.
  [[nodiscard]] std::size_t members() const noexcept { return members_; }
  [[nodiscard]] bj::value release() { return stack_.release(); }

  bool on_document_begin(Error&) { return true; }
  bool on_document_end(Error&) { return true; }
  bool on_object_begin(Error& error) { return !kWalks || follow(walk_->begin(true), error); }
  bool on_object_end(std::size_t size, Error& error) {
    if (kWalks) return follow(walk_->end(size), error);
    stack_.push_object(size);
    members_ += size;
    return true;
  }
  bool on_array_begin(Error& error) { return !kWalks || follow(walk_->begin(false), error); }
  bool on_array_end(std::size_t size, Error& error) {
    if (kWalks) return follow(walk_->end(size), error);
    stack_.push_array(size);
    return true;
  }
  bool on_key_part(Text part, std::size_t, Error& error) {
    if (kWalks) return follow(walk_->add_part(part), error);
    stack_.push_chars(part);
    return true;
  }
  bool on_key(Text part, std::size_t, Error& error) {
    if (kWalks) return follow(walk_->end_name(part), error);
    stack_.push_key(part);
    return true;
  }
  bool on_string_part(Text part, std::size_t, Error&) {
    if (!kWalks) stack_.push_chars(part);
    return true;
  }
  bool on_string(Text part, std::size_t, Error& error) {
    return add(error, [&] { stack_.push_string(part); });
  }
  bool on_number_part(Text, Error&) { return true; }
  bool on_int64(std::int64_t number, Text, Error& error) {
    return add(error, [&] { stack_.push_int64(number); });
  }
  bool on_uint64(std::uint64_t number, Text, Error& error) {
    return add(error, [&] { stack_.push_uint64(number); });
  }
  bool on_double(double number, Text, Error& error) {
    if (!std::isfinite(number)) return follow(kWalks && walk_->refuse(JsonFault::not_finite), error);
    return add(error, [&] { stack_.push_double(number); });
  }
  bool on_bool(bool value, Error& error) {
    return add(error, [&] { stack_.push_bool(value); });
  }
  bool on_null(Error& error) {
    return add(error, [&] { stack_.push_null(); });
  }
  bool on_comment_part(Text, Error&) { return true; }
  bool on_comment(Text, Error&) { return true; }

 private:
  static constexpr bool kWalks = purpose == Purpose::walk;

  template <class Push>
  bool add(Error& error, Push push) {
    if (kWalks) return follow(walk_->value(), error);
    push();
    return true;
  }
  /// Stops the parser at a fault.
  static bool follow(bool is_valid, Error& error) {
    if (!is_valid) error = bj::error::syntax;
    return is_valid;
  }

  // Enough for most requests, so that the stack allocates nothing.
  alignas(bj::value) std::array<unsigned char, 1024> room_;
  bj::value_stack stack_;
  std::size_t members_ = 0;
  Walk* walk_ = nullptr;
};

template <Purpose purpose>
using Parser = bj::basic_parser<Events<purpose>>;

bj::parse_options options_of(const JsonRules& rules) {
  bj::parse_options options;
  options.max_depth = rules.max_depth;
  return options;
}

/// Of all objects in the value.
std::size_t members_in(const bj::value& value) noexcept {
  const auto count_in = [](const bj::value& part) { return part.is_structured() ? members_in(part) : 0; };
  std::size_t count = 0;
  if (const auto* const object = value.if_object()) {
    count = object->size();
    for (const auto& member : *object) count += count_in(member.value());
  } else if (const auto* const array = value.if_array()) {
    for (const bj::value& element : *array) count += count_in(element);
  }
  return count;
}

/// Whether the value of a text that has so many members violates no rule. No names are compared: an object keeps one
/// member of a name, so that the value has fewer of them than the text if one occurs twice.
bool is_valid(const bj::value& value, std::size_t members, const JsonRules& rules, Root root) noexcept {
  const bj::object* const object = value.if_object();
  if (root == Root::object && object == nullptr) return false;
  if (!rules.reserved_name.empty() && object != nullptr && object->contains(rules.reserved_name)) return false;
  return rules.keeps_duplicates || members_in(value) == members;
}

/// `read`: how far the parser came.
JsonError error_at(std::string_view text, std::size_t read, JsonFault fault, std::string_view name) {
  SyntaxMistake found{read, std::string(name)};
  if (fault == JsonFault::not_json) {
    found = find_mistake(text, read);
  } else if (fault == JsonFault::not_an_object) {
    found.position = text.find_first_not_of(" \t\r\n");
  } else if (fault != JsonFault::too_deep) {
    found.position = last_token(text, read);
  }
  const auto before = text.substr(0, found.position);
  const auto line = before.substr(before.rfind('\n') + 1);
  return {fault, 1 + static_cast<std::size_t>(std::ranges::count(before, '\n')), 1 + base::characters_in(line),
          std::move(found.sentence)};
}

/// Follows the text line by line up to its end or the first fault, which it returns.
std::optional<JsonError> follow(std::string_view text, const JsonRules& rules, Walk& walk) {
  if (text.size() > rules.max_size) return JsonError{JsonFault::too_large, 0, 0, {}};
  Parser<Purpose::walk> parser(options_of(rules), walk);
  bj::error_code error;
  std::size_t read = 0;
  std::size_t end = 0;
  do {
    end = std::min(text.find('\n', read), text.size() - 1) + 1;
    read += parser.write_some(end < text.size(), text.data() + read, end - read, error);
    ++walk.line;
  } while (!error && read == end && end < text.size());
  if (!error && read == text.size()) return std::nullopt;
  JsonFault fault = walk.fault.value_or(JsonFault::not_json);
  if (error == bj::error::too_deep) fault = JsonFault::too_deep;
  if (error == bj::error::exponent_overflow) fault = JsonFault::not_finite;
  const bool is_of_name = fault == JsonFault::duplicate_name || fault == JsonFault::reserved_name;
  return error_at(text, read, fault, is_of_name ? walk.name : std::string_view());
}

base::Result<bj::value, JsonError> read(std::string_view text, const JsonRules& rules, Root root,
                                        const bj::storage_ptr& memory) {
  if (text.size() <= rules.max_size) {
    Parser<Purpose::build> parser(options_of(rules), memory);
    bj::error_code error;
    // `false`: no more input follows, so an incomplete value is an error.
    if (parser.write_some(false, text.data(), text.size(), error) == text.size() && !error) {
      bj::value value = parser.handler().release();
      if (is_valid(value, parser.handler().members(), rules, root)) return value;
    }
  }
  Walk walk(rules, root, nullptr);
  return base::Failure(follow(text, rules, walk).value_or(JsonError{JsonFault::not_json, 0, 0, {}}));
}

}  // namespace

base::Result<bj::value, JsonError> read_json(std::string_view text, const JsonRules& rules,
                                             const bj::storage_ptr& memory) {
  return read(text, rules, Root::any, memory);
}

base::Result<bj::object, JsonError> read_object(std::string_view text, const JsonRules& rules,
                                                const bj::storage_ptr& memory) {
  auto value = read(text, rules, Root::object, memory);
  if (!value) return base::Failure(std::move(value.error()));
  return std::move(value->get_object());
}

base::Result<std::size_t, JsonError> check_object(std::string_view text, const JsonRules& rules) {
  Walk walk(rules, Root::object, nullptr);
  if (auto fault = follow(text, rules, walk)) return base::Failure(std::move(*fault));
  return walk.members;
}

void find_lines(std::string_view text, Lines& lines) {
  const JsonRules rules{.keeps_duplicates = true};
  Walk walk(rules, Root::any, &lines);
  static_cast<void>(follow(text, rules, walk));
}

std::string sentence(const JsonError& error, const JsonRules& rules) {
  const std::string subject(rules.subject);
  switch (error.fault) {
    case JsonFault::not_json: return subject + " is not valid JSON: found " + error.detail;
    case JsonFault::not_an_object: return subject + " must be one JSON object, { ... }";
    case JsonFault::reserved_name:
      return "the member " + quoted_name(error.detail) + " is added by the service; remove it";
    case JsonFault::duplicate_name:
      return "the member " + quoted_name(error.detail) + " occurs twice in one object; keep one";
    case JsonFault::not_finite: return "a number is too large for double precision; write it as a string";
    case JsonFault::too_deep:
      return subject + " is nested more than " + std::to_string(rules.max_depth) + " levels deep; flatten it";
    default: break;  // too_large
  }
  return subject + " is larger than " + std::to_string(rules.max_size >> 20U) + " MiB; shorten it";
}

}  // namespace agent_access::json

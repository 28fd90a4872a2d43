#include "json/strict_reader.hpp"

#include <algorithm>
#include <boost/json/value_stack.hpp>
#include <span>

namespace agent_access::json {
namespace {

namespace bj = boost::json;

constexpr std::size_t kUsualNames = 32;
constexpr std::size_t kUsualDepth = 16;
/// The most names of an object that are searched one by one.
constexpr std::size_t kFew = 16;

/// Builds the value, and counts the members that the text has. An object keeps one member of a name, so that the value
/// has fewer of them if a name occurs twice: no names need to be compared.
class ValueEvents {
 public:
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

  using Error = bj::error_code;
  using Text = bj::string_view;

  ValueEvents() { stack_.reset(); }

  [[nodiscard]] std::size_t members() const noexcept { return members_; }
  [[nodiscard]] bj::value release() { return stack_.release(); }

  bool on_document_begin(Error&) { return true; }
  bool on_document_end(Error&) { return true; }
  bool on_object_begin(Error&) { return true; }
  bool on_object_end(std::size_t members, Error&) {
    stack_.push_object(members);
    members_ += members;
    return true;
  }
  bool on_array_begin(Error&) { return true; }
  bool on_array_end(std::size_t elements, Error&) {
    stack_.push_array(elements);
    return true;
  }
  bool on_key_part(Text part, std::size_t, Error&) {
    stack_.push_chars(part);
    return true;
  }
  bool on_key(Text part, std::size_t, Error&) {
    stack_.push_key(part);
    return true;
  }
  bool on_string_part(Text part, std::size_t, Error&) {
    stack_.push_chars(part);
    return true;
  }
  bool on_string(Text part, std::size_t, Error&) {
    stack_.push_string(part);
    return true;
  }
  bool on_number_part(Text, Error&) { return true; }
  bool on_int64(std::int64_t number, Text, Error&) {
    stack_.push_int64(number);
    return true;
  }
  bool on_uint64(std::uint64_t number, Text, Error&) {
    stack_.push_uint64(number);
    return true;
  }
  bool on_double(double number, Text, Error& error) {
    if (!std::isfinite(number)) error = bj::error::syntax;
    stack_.push_double(number);
    return !error;
  }
  bool on_bool(bool value, Error&) {
    stack_.push_bool(value);
    return true;
  }
  bool on_null(Error&) {
    stack_.push_null();
    return true;
  }
  bool on_comment_part(Text, Error&) { return true; }
  bool on_comment(Text, Error&) { return true; }

 private:
  bj::value_stack stack_;
  std::size_t members_ = 0;
};

/// Of all objects in the value.
std::size_t members_in(const bj::value& value) noexcept {
  std::size_t count = 0;
  if (value.is_array()) {
    for (const bj::value& element : value.get_array()) count += members_in(element);
  } else if (value.is_object()) {
    count = value.get_object().size();
    for (const auto& member : value.get_object()) count += members_in(member.value());
  }
  return count;
}

}  // namespace

OpenNames::OpenNames() : pool_(memory_.data(), memory_.size()), names_(&pool_), objects_(&pool_) {
  names_.reserve(kUsualNames);
  objects_.reserve(kUsualDepth);
}

void OpenNames::end_object() noexcept {
  names_.resize(objects_.back().first);
  objects_.pop_back();
}

bool OpenNames::add(std::string_view name) {
  Object& object = objects_.back();
  if (object.tree) return object.tree->insert(name).second;
  const auto own = std::span(names_).subspan(object.first);
  if (std::ranges::find(own, name) != own.end()) return false;
  names_.push_back(name);
  if (own.size() == kFew)
    object.tree = std::make_unique<Tree>(names_.begin() + static_cast<std::ptrdiff_t>(object.first), names_.end());
  return true;
}

std::optional<bj::value> parse_strict_json(std::string_view text, std::size_t max_depth) {
  bj::parse_options options;
  options.max_depth = max_depth;
  bj::basic_parser<ValueEvents> parser(options);
  bj::error_code error;
  // `false`: no more input follows, so an incomplete value is an error.
  const std::size_t read = parser.write_some(false, text.data(), text.size(), error);
  if (error || read != text.size()) return std::nullopt;
  bj::value value = parser.handler().release();
  if (members_in(value) != parser.handler().members()) return std::nullopt;
  return value;
}

std::optional<bj::object> parse_strict_object(std::string_view text, std::size_t max_depth) {
  auto value = parse_strict_json(text, max_depth);
  if (!value || !value->is_object()) return std::nullopt;
  return std::move(value->get_object());
}

}  // namespace agent_access::json

/// \file
/// The reader of all JSON, a strict reading of RFC 8259: valid UTF-8 without lone surrogates, no name twice in one
/// object at any depth (compared after unescaping), finite numbers, limited depth, and nothing after the value but
/// white space. Boost.JSON by itself keeps the last of duplicate names and reads 1e400 as infinity.
///
/// StrictEvents stores only names: those of the open objects as views of the text, and those with escapes. A class that
/// needs more derives from it, hides the events it needs and calls those of the base; StrictReader reads a text with
/// it. An instance belongs to one thread and reads one text. NOT limited here: the size of the text.
///
/// parse_strict_json() and parse_strict_object() make values; they are thread safe.
#pragma once

#include <array>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/value.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <functional>
#include <memory>
#include <memory_resource>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/protocol.hpp"
#include "base/result.hpp"

namespace agent_access::json {

/// The most objects and arrays around a value in a request or a token.
inline constexpr std::size_t kMaxForeignDepth = protocol::kJsonDepth;

enum class StrictFault {
  not_json,
  not_an_object,
  duplicate_name,
  not_finite,  ///< a number beyond the range of double
  too_deep,
};

/// The names in the objects that a reader of JSON has open, innermost last: finds a name that occurs twice in one
/// object. An object with few names is searched from its start, a larger one by a tree, so that neither many objects
/// nor many names take long. An instance belongs to one thread. NOT limited here: the number and the size of names.
class OpenNames {
 public:
  OpenNames();

  void begin_object() { objects_.push_back({names_.size(), nullptr}); }
  /// Precondition of this and of add(): an object is open.
  void end_object() noexcept;
  /// False if the innermost object has the name already. `name` stays valid until that object ends.
  [[nodiscard]] bool add(std::string_view name);

 private:
  using Tree = std::set<std::string_view>;
  struct Object {
    std::size_t first;           ///< index of its first name in names_
    std::unique_ptr<Tree> tree;  ///< all its names, once it has many
  };

  // Enough for most requests, so that nothing is allocated.
  std::array<std::byte, 1024> memory_;
  std::pmr::monotonic_buffer_resource pool_;
  std::pmr::vector<std::string_view> names_;
  std::pmr::vector<Object> objects_;
};

struct StrictError {
  StrictFault fault;
  std::size_t position = 0;  ///< number of bytes read before the fault
};

/// The types that the outermost value may have.
enum class Root : std::uint8_t { any, object };

/// The events of boost::json::basic_parser.
class StrictEvents {
 public:
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

  using Error = boost::json::error_code;
  using Text = boost::json::string_view;

  explicit StrictEvents(Root root) : root_(root) {}

  /// Called before the first event. `text` outlives the events.
  void begin(std::string_view text) noexcept { text_ = text; }

  /// The fault for which an event stopped the parser.
  [[nodiscard]] std::optional<StrictFault> fault() const noexcept { return fault_; }

  bool on_document_begin(Error&) { return true; }
  bool on_document_end(Error&) { return true; }
  bool on_object_begin(Error&) {
    ++depth_;
    names_.begin_object();
    return true;
  }
  bool on_object_end(std::size_t, Error&) {
    --depth_;
    names_.end_object();
    return true;
  }
  bool on_array_begin(Error& error) {
    if (!on_value(error)) return false;
    ++depth_;
    return true;
  }
  bool on_array_end(std::size_t, Error&) {
    --depth_;
    return true;
  }
  bool on_key_part(Text part, std::size_t, Error&) { return add_part(part); }
  bool on_key(Text part, std::size_t, Error& error) { return add_name(whole(part), error); }
  bool on_string_part(Text, std::size_t, Error&) { return true; }
  bool on_string(Text, std::size_t, Error& error) { return on_value(error); }
  bool on_number_part(Text, Error&) { return true; }
  bool on_int64(std::int64_t, Text, Error& error) { return on_value(error); }
  bool on_uint64(std::uint64_t, Text, Error& error) { return on_value(error); }
  bool on_double(double number, Text, Error& error) {
    return std::isfinite(number) ? on_value(error) : refuse(error, StrictFault::not_finite);
  }
  bool on_bool(bool, Error& error) { return on_value(error); }
  bool on_null(Error& error) { return on_value(error); }
  bool on_comment_part(Text, Error&) { return true; }
  bool on_comment(Text, Error&) { return true; }

 protected:
  /// The number of open objects and arrays.
  [[nodiscard]] std::size_t depth() const noexcept { return depth_; }
  /// The name read last; valid as long as text and events.
  [[nodiscard]] std::string_view name() const noexcept { return name_; }
  /// Refuses a name that the innermost object has already. `name` is valid as long as text and events.
  bool add_name(std::string_view name, Error& error) {
    name_ = name;
    return names_.add(name) || refuse(error, StrictFault::duplicate_name);
  }
  /// Keeps a part of a name or string that does not end it.
  bool add_part(Text part) {
    parts_.append(part.data(), part.size());
    return true;
  }
  /// The name or string that ends with `last`: a view of the text or, if it has escapes there, of `unescaped_`.
  std::string_view whole(Text last) {
    const std::less<> is_before;
    const bool is_in_text =
        !is_before(last.data(), text_.data()) && !is_before(text_.data() + text_.size(), last.data() + last.size());
    return is_in_text && parts_.empty() ? std::string_view(last) : keep(last);
  }
  bool refuse(Error& error, StrictFault fault) {
    fault_ = fault;
    return stop(error);
  }
  /// Stops the parser; if no fault is set, the fault is not_json.
  static bool stop(Error& error) {
    error = boost::json::error::syntax;
    return false;
  }

  std::forward_list<std::string> unescaped_;

 private:
  bool on_value(Error& error) { return depth_ > 0 || root_ == Root::any || refuse(error, StrictFault::not_an_object); }

  // Not inline, so that whole() is.
  [[gnu::noinline]] std::string_view keep(Text last) {
    return unescaped_.emplace_front(std::exchange(parts_, {}).append(last.data(), last.size()));
  }

  std::string_view text_;
  OpenNames names_;
  std::string parts_;
  std::string_view name_;
  std::size_t depth_ = 0;
  Root root_;
  std::optional<StrictFault> fault_;
};

/// Reads one text with the events of a class derived from StrictEvents.
template <class Events>
class StrictReader {
 public:
  /// `arguments` are those of the constructor of Events.
  template <class... Arguments>
  explicit StrictReader(std::size_t max_depth, Arguments&&... arguments)
      : parser_(options_for(max_depth), std::forward<Arguments>(arguments)...) {}

  [[nodiscard]] base::Result<void, StrictError> read(std::string_view text) {
    boost::json::error_code error;
    events().begin(text);
    // `false`: no more input follows, so an incomplete value is an error.
    const std::size_t read = parser_.write_some(false, text.data(), text.size(), error);
    if (const auto fault = events().fault()) return base::Failure(StrictError{*fault, read});
    if (error == boost::json::error::too_deep) return base::Failure(StrictError{StrictFault::too_deep, read});
    if (error || read != text.size()) return base::Failure(StrictError{StrictFault::not_json, read});
    return {};
  }

  [[nodiscard]] Events& events() noexcept { return parser_.handler(); }

 private:
  static boost::json::parse_options options_for(std::size_t max_depth) {
    boost::json::parse_options options;
    options.max_depth = max_depth;
    return options;
  }

  boost::json::basic_parser<Events> parser_;
};

/// The value, or nothing if a rule is violated.
[[nodiscard]] std::optional<boost::json::value> parse_strict_json(std::string_view text,
                                                                  std::size_t max_depth = kMaxForeignDepth);
/// The object, or nothing if a rule is violated or the value is not an object.
[[nodiscard]] std::optional<boost::json::object> parse_strict_object(std::string_view text,
                                                                     std::size_t max_depth = kMaxForeignDepth);

}  // namespace agent_access::json

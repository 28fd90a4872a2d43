#include "app/config/value_rules.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "app/config/derived_values.hpp"
#include "app/text/path_text.hpp"
#include "app/text/value_text.hpp"
#include "app/text/words.hpp"
#include "base/base_url.hpp"
#include "base/endpoint.hpp"

namespace agent_access::app {
namespace {

using std::chrono::milliseconds;

template <class T>
constexpr bool kIsText = std::is_same_v<T, std::string> || std::is_same_v<T, Path>;
template <class T>
constexpr bool kIsList = !kIsText<T> && requires { typename T::value_type; };
template <class T>
constexpr bool kIsDuration = requires { typename T::period; };
template <class T>
constexpr bool kIsNumber = std::is_integral_v<T> && !std::is_same_v<T, bool>;

std::string render_number(const ValueRules& rules, std::int64_t number, bool is_duration) {
  if (is_duration) return in_quotes(format_duration(milliseconds{number}));
  if (rules.unit == Unit::bytes && number >= 1024) {
    const auto text = format_size(static_cast<std::uint64_t>(number));
    return text.back() == 'B' ? in_quotes(text) : text;
  }
  return std::to_string(number);
}

std::optional<std::string> check_range(const ValueRules& rules, std::int64_t number, bool is_duration) {
  if (number < rules.least) return "must be at least " + render_number(rules, rules.least, is_duration);
  if (number > rules.most) return "must be at most " + render_number(rules, rules.most, is_duration);
  return std::nullopt;
}

std::optional<std::string> check_text(const ValueRules& rules, const std::string& text) {
  if (rules.check != nullptr) return rules.check(text);
  if (text.empty() || text.find('\0') != std::string::npos) return "must name a file";
  return std::nullopt;
}

/// A text that was checked.
template <class T>
T from_text(const std::string& text) {
  if constexpr (std::is_same_v<T, base::Network>) {
    return *base::Network::parse(text);
  } else if constexpr (std::is_same_v<T, limit::WideNetwork>) {
    return *parse_wide_network(text);
  } else if constexpr (std::is_same_v<T, Path>) {
    return posix_path(text);
  } else {
    return T(text);
  }
}

std::string text_of(const std::string& text) { return text; }
std::string text_of(const Path& path) { return native_path(path.string()); }
std::string text_of(const base::Network& network) { return network.text(); }
std::string text_of(const limit::WideNetwork& wide) { return wide.network.text() + "=" + std::to_string(wide.factor); }

/// "\"x\" is not a log level; choose debug, info or warn".
std::string refuse_choice(std::string_view text, const Choices& choices) {
  auto complaint =
      in_quotes(text) + " is not " + (choices.kind.empty() ? "valid; write " : std::string(choices.kind) + "; choose ");
  for (const auto& name : choices.names) {
    if (&name != &choices.names.front()) complaint += &name == &choices.names.back() ? " or " : ", ";
    complaint += choices.kind.empty() ? in_quotes(name) : std::string(name);
  }
  return complaint;
}

template <class T>
std::optional<std::string> assign_choice(T& target, const Choices& choices, const std::string& text) {
  const auto found = std::ranges::find(choices.names, text);
  if (found == choices.names.end()) return refuse_choice(text, choices);
  if constexpr (kIsText<T>) {
    target = text;
  } else {
    target = static_cast<T>(found - choices.names.begin());
  }
  return std::nullopt;
}

/// A duration in milliseconds; nothing for what is neither a duration nor a number.
template <class T>
std::optional<std::int64_t> number_in(const ValueRules& rules, const RawValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  if constexpr (kIsDuration<T>) {
    if (const auto duration = text != nullptr ? parse_duration(*text) : std::nullopt) return duration->count();
  } else if (text != nullptr) {
    return rules.unit == Unit::bytes ? parse_size(*text) : std::nullopt;
  } else if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    return *whole;
  }
  return std::nullopt;
}

template <class T>
std::optional<std::string> assign_number(T& target, const ValueRules& rules, std::int64_t number) {
  if (auto complaint = check_range(rules, number, kIsDuration<T>)) return complaint;
  if constexpr (kIsDuration<T>) {
    target = milliseconds{number};
  } else {
    target = static_cast<T>(number);
  }
  return std::nullopt;
}

template <class List>
std::optional<std::string> assign_list(List& target, const ValueRules& rules, const Texts& texts) {
  List list;
  for (const auto& text : texts) {
    if (auto complaint = check_text(rules, text)) return complaint;
    list.push_back(from_text<typename List::value_type>(text));
  }
  target = std::move(list);
  return std::nullopt;
}

/// Names a value that has the wrong type.
std::string in_words(const RawValue& value) {
  const auto describe = []<class T>(const T& found) -> std::string {
    if constexpr (std::is_same_v<T, std::string>) {
      return "the text " + in_quotes(found);
    } else if constexpr (std::is_same_v<T, Texts>) {
      return "a list";
    } else if constexpr (std::is_same_v<T, bool>) {
      return found ? "true" : "false";
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
      return "the number " + std::to_string(found);
    } else {
      return found.what;
    }
  };
  return std::visit(describe, value);
}

template <class List>
std::string render_list(const List& list) {
  std::string out = "[";
  for (const auto& element : list) {
    if (out.size() > 1) out += ", ";
    out += in_quotes(text_of(element));
  }
  return out += ']';
}

}  // namespace

std::optional<std::string> assign_value(Place place, const ValueRules& rules, const RawValue& value) {
  const auto assign = [&]<class T>(T* target) -> std::optional<std::string> {
    const auto* text = std::get_if<std::string>(&value);
    if constexpr (kIsList<T>) {
      if (const auto* texts = std::get_if<Texts>(&value)) return assign_list(*target, rules, *texts);
    } else if constexpr (kIsNumber<T> || kIsDuration<T>) {
      if (const auto number = number_in<T>(rules, value)) return assign_number(*target, rules, *number);
    } else if (!rules.choices.names.empty()) {
      if (text != nullptr) return assign_choice(*target, rules.choices, *text);
    } else if constexpr (kIsText<T>) {
      if (text != nullptr) {
        auto complaint = check_text(rules, *text);
        if (!complaint) *target = from_text<T>(*text);
        return complaint;
      }
    } else if (const auto* choice = std::get_if<bool>(&value)) {
      *target = static_cast<T>(*choice);
      return std::nullopt;
    }
    return "must be " + form_of(place, rules) + "; found " + in_words(value);
  };
  return std::visit(assign, place);
}

std::string render_as_toml(Place place, const ValueRules& rules) {
  const auto render = [&]<class T>(const T* value) {
    if constexpr (kIsList<T>) {
      return render_list(*value);
    } else if constexpr (kIsDuration<T>) {
      return render_number(rules, std::chrono::duration_cast<milliseconds>(*value).count(), true);
    } else if constexpr (kIsNumber<T>) {
      return render_number(rules, static_cast<std::int64_t>(*value), false);
    } else if constexpr (kIsText<T>) {
      return in_quotes(text_of(*value));
    } else if (!rules.choices.names.empty()) {
      return in_quotes(rules.choices.names[static_cast<std::size_t>(*value)]);
    } else {
      return std::string(static_cast<bool>(*value) ? "true" : "false");
    }
  };
  return std::visit(render, place);
}

RawValue raw_from_text(Place type, const ValueRules& rules, std::string_view text) {
  const auto read = [&]<class T>(const T* /*place*/) -> RawValue {
    if constexpr (kIsList<T>) {
      return split_list(text);
    } else if constexpr (kIsNumber<T>) {
      if (const auto number = parse_number(text)) return *number;
    } else if constexpr (std::is_same_v<T, bool>) {
      if (rules.choices.names.empty() && (text == "true" || text == "false")) return text == "true";
    }
    return std::string(text);
  };
  return std::visit(read, type);
}

std::string form_of(Place type, const ValueRules& rules) {
  const auto form = [&]<class T>(const T* /*place*/) -> std::string {
    if constexpr (kIsDuration<T>) {
      return "a duration such as \"60s\", \"12h\" or \"7d\"";
    } else if constexpr (kIsList<T>) {
      return "a list of texts in quotes";
    } else if constexpr (kIsNumber<T>) {
      return rules.unit == Unit::bytes ? R"(a size such as "64MiB", "512KiB" or 8192 (bytes))" : "a whole number";
    } else {
      return kIsText<T> || !rules.choices.names.empty() ? "a text in quotes" : "true or false";
    }
  };
  return std::visit(form, type);
}

std::string range_of(Place type, const ValueRules& rules) {
  const auto range = [&]<class T>(const T* /*place*/) -> std::string {
    if constexpr (!kIsDuration<T> && !kIsNumber<T>) return {};
    const auto least = render_number(rules, rules.least, kIsDuration<T>);
    if (rules.most == std::numeric_limits<std::int64_t>::max()) return "at least " + least;
    return least + " to " + render_number(rules, rules.most, kIsDuration<T>);
  };
  return std::visit(range, type);
}

std::string to_text(const Origin& origin) {
  switch (origin.kind) {
    case OriginKind::built_in: return "default";
    case OriginKind::file: return origin.place;
    case OriginKind::environment: return "environment " + origin.place;
    case OriginKind::flag: return "flag " + origin.place;
    case OriginKind::credential: return "credential " + origin.place;
  }
  return {};
}

}  // namespace agent_access::app

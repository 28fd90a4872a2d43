#include "app/config/value_rules.hpp"

#include <type_traits>
#include <utility>

#include "app/text/text.hpp"

namespace agent_access::app {
namespace {

using std::chrono::milliseconds;

template <class T>
constexpr bool kIsText = std::is_same_v<T, std::string> || std::is_same_v<T, Path>;
template <class T>
constexpr bool kIsList = std::is_same_v<T, Texts> || std::is_same_v<T, Paths>;
template <class T>
constexpr bool kIsDuration = std::is_same_v<T, milliseconds>;
template <class T>
constexpr bool kIsNumber = std::is_same_v<T, std::uint64_t>;

template <class T>
std::optional<std::string> refuse_form(const ValueRules& rules) {
  return "must be " + form_of<T>(rules);
}

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

template <class T>
std::optional<std::string> assign_text(T& target, const ValueRules& rules, const RawValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return refuse_form<T>(rules);
  if (rules.check != nullptr) {
    if (auto complaint = rules.check(*text)) return complaint;
  } else if (text->empty() || text->find('\0') != std::string::npos) {
    return "must name a file";
  }
  target = *text;
  return std::nullopt;
}

template <class List>
std::optional<std::string> assign_list(List& target, const ValueRules& rules, const RawValue& value) {
  const auto* texts = std::get_if<Texts>(&value);
  if (texts == nullptr) return refuse_form<List>(rules);
  List list;
  for (const auto& text : *texts) {
    typename List::value_type element;
    if (auto complaint = assign_text(element, rules, RawValue{text})) return complaint;
    list.push_back(std::move(element));
  }
  target = std::move(list);
  return std::nullopt;
}

std::optional<std::string> assign_duration(milliseconds& target, const ValueRules& rules, const RawValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return refuse_form<milliseconds>(rules);
  const auto duration = parse_duration(*text);
  if (!duration) return refuse_form<milliseconds>(rules);
  if (auto complaint = check_range(rules, duration->count(), true)) return complaint;
  target = *duration;
  return std::nullopt;
}

std::optional<std::string> assign_number(std::uint64_t& target, const ValueRules& rules, const RawValue& value) {
  std::optional<std::int64_t> number;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) number = *whole;
  if (const auto* text = std::get_if<std::string>(&value); text != nullptr && rules.unit == Unit::bytes) {
    number = parse_size(*text);
  }
  if (!number) return refuse_form<std::uint64_t>(rules);
  if (auto complaint = check_range(rules, *number, false)) return complaint;
  target = static_cast<std::uint64_t>(*number);
  return std::nullopt;
}

std::optional<std::string> assign_choice(bool& target, const ValueRules& rules, const RawValue& value) {
  const auto* choice = std::get_if<bool>(&value);
  if (choice == nullptr) return refuse_form<bool>(rules);
  target = *choice;
  return std::nullopt;
}

template <class List>
std::string render_list(const List& list) {
  std::string out = "[";
  for (const auto& element : list) {
    if (out.size() > 1) out += ", ";
    out += in_quotes(Path(element).string());
  }
  return out += ']';
}

}  // namespace

template <class T>
std::optional<std::string> assign_value(T& target, const ValueRules& rules, const RawValue& value) {
  if constexpr (kIsDuration<T>) {
    return assign_duration(target, rules, value);
  } else if constexpr (kIsList<T>) {
    return assign_list(target, rules, value);
  } else if constexpr (kIsText<T>) {
    return assign_text(target, rules, value);
  } else if constexpr (kIsNumber<T>) {
    return assign_number(target, rules, value);
  } else {
    return assign_choice(target, rules, value);
  }
}

template <class T>
std::string render_as_toml(const T& value, const ValueRules& rules) {
  if constexpr (kIsDuration<T>) {
    return render_number(rules, value.count(), true);
  } else if constexpr (kIsList<T>) {
    return render_list(value);
  } else if constexpr (kIsText<T>) {
    return in_quotes(Path(value).string());
  } else if constexpr (kIsNumber<T>) {
    return render_number(rules, static_cast<std::int64_t>(value), false);
  } else {
    return value ? "true" : "false";
  }
}

template <class T>
std::string form_of(const ValueRules& rules) {
  if constexpr (kIsDuration<T>) {
    return "a duration such as \"60s\", \"12h\" or \"7d\"";
  } else if constexpr (kIsList<T>) {
    return "a list of texts in quotes";
  } else if constexpr (kIsText<T>) {
    return "a text in quotes";
  } else if constexpr (kIsNumber<T>) {
    return rules.unit == Unit::bytes ? R"(a size such as "64MiB", "512KiB" or 8192 (bytes))" : "a whole number";
  } else {
    return "true or false";
  }
}

template <class T>
std::string range_of(const ValueRules& rules) {
  if constexpr (kIsDuration<T> || kIsNumber<T>) {
    const auto least = render_number(rules, rules.least, kIsDuration<T>);
    if (rules.most == std::numeric_limits<std::int64_t>::max()) return "at least " + least;
    return least + " to " + render_number(rules, rules.most, kIsDuration<T>);
  }
  return {};
}

// NOLINTBEGIN(bugprone-macro-parentheses): a type cannot be in parentheses
#define AGENT_ACCESS_VALUE_TYPE(T)                                                                     \
  template std::optional<std::string> assign_value<T>(T & target, const ValueRules&, const RawValue&); \
  template std::string render_as_toml<T>(const T& value, const ValueRules&);                           \
  template std::string form_of<T>(const ValueRules&);                                                  \
  template std::string range_of<T>(const ValueRules&);
// NOLINTEND(bugprone-macro-parentheses)
AGENT_ACCESS_VALUE_TYPE(std::string)
AGENT_ACCESS_VALUE_TYPE(std::filesystem::path)
AGENT_ACCESS_VALUE_TYPE(std::vector<std::string>)
AGENT_ACCESS_VALUE_TYPE(std::vector<std::filesystem::path>)
AGENT_ACCESS_VALUE_TYPE(std::uint64_t)
AGENT_ACCESS_VALUE_TYPE(bool)
AGENT_ACCESS_VALUE_TYPE(std::chrono::milliseconds)
#undef AGENT_ACCESS_VALUE_TYPE

std::string to_text(const Origin& origin) {
  switch (origin.kind) {
    case OriginKind::built_in:
      return "default";
    case OriginKind::file:
      return origin.place;
    case OriginKind::environment:
      return "environment " + origin.place;
    case OriginKind::flag:
      return "flag " + origin.place;
    case OriginKind::credential:
      return "credential " + origin.place;
  }
  return {};
}

}  // namespace agent_access::app

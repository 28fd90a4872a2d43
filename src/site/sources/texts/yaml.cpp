#include "site/sources/texts/yaml.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "json/place.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/sources/texts/yaml_events.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

/// The number, if the text is its shortest form. Others lose zeros that mean something: 1.10, 007.
template <class Number>
std::optional<bj::value> if_shortest(Number number, std::string_view text) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  if (text != std::string_view(digits.data(), end)) return std::nullopt;
  return bj::value(number);
}

std::optional<bj::value> number_of_yaml(std::string_view text) {
  if (!base::is_digit(text.front()) && text.front() != '-') return std::nullopt;
  const auto whole = base::whole_number<std::int64_t>(text);
  if (auto value = whole ? if_shortest(*whole, text) : std::nullopt) return value;
  // Not from_chars(), which libc++ has for whole numbers only.
  const double number = std::strtod(std::string(text).c_str(), nullptr);
  return std::isfinite(number) ? if_shortest(number, text) : std::nullopt;
}

bj::value value_of_plain(std::string_view text) {
  if (text.empty() || has_word("null Null NULL ~", text)) return nullptr;
  if (has_word("true True TRUE", text)) return true;
  if (has_word("false False FALSE", text)) return false;
  if (auto number = number_of_yaml(text)) return std::move(*number);
  return bj::value(text);
}

/// Adds the members of the objects in `<<` that the object has not itself.
void merge_members(bj::object& object) {
  const auto* const merged = object.if_contains("<<");
  if (merged == nullptr || !merged->is_structured()) return;
  const bj::value from = *merged;
  object.stable_erase(object.find("<<"));
  const auto add = [&object](const bj::value& other) {
    if (!other.is_object()) return;
    for (const auto& member : other.get_object()) object.emplace(member.key(), member.value());
  };
  add(from);
  if (from.is_array()) std::ranges::for_each(from.get_array(), add);
}

/// Makes a value of the events of one document. Functions that return bool return false at a mistake.
class YamlBuilder {
 public:
  [[nodiscard]] bool take(const yaml_event_t& event) {
    switch (event.type) {
      case YAML_SCALAR_EVENT: return take_scalar(event);
      case YAML_ALIAS_EVENT: return take_alias(text_of_yaml(event.data.alias.anchor));
      case YAML_SEQUENCE_START_EVENT: return begin(bj::array(), text_of_yaml(event.data.sequence_start.anchor));
      case YAML_MAPPING_START_EVENT: return begin(bj::object(), text_of_yaml(event.data.mapping_start.anchor));
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT: return end();
      default: return true;
    }
  }

  [[nodiscard]] bj::value& value() noexcept { return root_; }
  [[nodiscard]] const std::string& mistake() const noexcept { return mistake_; }

 private:
  /// A list or an object that has not ended.
  struct Open {
    bj::value value;
    std::string anchor;
    std::optional<std::string> name = {};  ///< of the next member
  };

  /// What an alias repeats: a value, or as the name of a member the text of a scalar.
  struct Anchor {
    bj::value value;
    std::optional<std::string> name;
  };

  [[nodiscard]] bool refuse(std::string sentence) {
    mistake_ = std::move(sentence);
    return false;
  }
  [[nodiscard]] bool expects_name() const noexcept {
    return !open_.empty() && open_.back().value.is_object() && !open_.back().name;
  }

  [[nodiscard]] bool take_scalar(const yaml_event_t& event) {
    const auto& scalar = event.data.scalar;
    const std::string_view text(reinterpret_cast<const char*>(scalar.value), scalar.length);
    const bool is_plain = scalar.plain_implicit != 0 && scalar.style == YAML_PLAIN_SCALAR_STYLE;
    auto value = is_plain ? value_of_plain(text) : bj::value(text);
    if (!name_anchor(text_of_yaml(scalar.anchor), value, std::string(text))) return false;
    return expects_name() ? take_name(text) : add(std::move(value));
  }

  [[nodiscard]] bool take_name(std::string_view name) {
    if (open_.back().value.get_object().contains(name)) {
      return refuse("the member " + json::quoted_name(name) + " occurs twice in one object; keep one");
    }
    open_.back().name = name;
    return true;
  }

  [[nodiscard]] bool begin(bj::value value, std::string_view anchor) {
    const auto most = json::JsonRules().max_depth;
    if (expects_name()) return refuse("a list or an object is the name of a member; write a text");
    if (open_.size() == most) return refuse("is nested more than " + std::to_string(most) + " levels deep");
    open_.push_back({std::move(value), std::string(anchor)});
    return true;
  }

  [[nodiscard]] bool end() {
    Open ended = std::move(open_.back());
    open_.pop_back();
    if (ended.value.is_object()) merge_members(ended.value.get_object());
    return name_anchor(ended.anchor, ended.value, std::nullopt) && add(std::move(ended.value));
  }

  [[nodiscard]] bool add(bj::value value) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (auto& to = open_.back(); to.value.is_array()) {
      to.value.get_array().push_back(std::move(value));
    } else {
      to.value.get_object().emplace(*to.name, std::move(value));
      to.name.reset();
    }
    return true;
  }

  [[nodiscard]] bool name_anchor(std::string_view anchor, const bj::value& value, std::optional<std::string> name) {
    if (anchor.empty()) return true;
    if (!repeat(value)) return false;
    anchors_.insert_or_assign(std::string(anchor), Anchor{value, std::move(name)});
    return true;
  }

  [[nodiscard]] bool take_alias(std::string_view anchor) {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) {
      return refuse("the alias *" + std::string(anchor.substr(0, 80)) +
                    " has no anchor & before it; add it, or put the "
                    "text in quotes");
    }
    if (expects_name()) {
      const auto& name = found->second.name;
      return name ? take_name(*name) : refuse("a list or an object is the name of a member; write a text");
    }
    return repeat(found->second.value) && add(found->second.value);
  }

  /// Counts a copy of the value.
  [[nodiscard]] bool repeat(const bj::value& value) {
    const auto size = 1 + (value.is_string() ? value.get_string().size() : 0);
    if (size > left_) return refuse("aliases repeat more than 1 MiB; write it once");
    left_ -= size;
    if (value.is_array()) {
      return std::ranges::all_of(value.get_array(), [this](const bj::value& item) { return repeat(item); });
    }
    if (!value.is_object()) return true;
    return std::ranges::all_of(value.get_object(), [this](const bj::key_value_pair& member) {
      left_ -= std::min(left_, member.key().size());
      return repeat(member.value());
    });
  }

  bj::value root_;
  std::vector<Open> open_;
  std::map<std::string, Anchor, std::less<>> anchors_;
  std::size_t left_ = kMostRepeated;
  std::string mistake_;
};

/// Follows the events of a document, with the place of each value.
class PlaceWalk {
 public:
  explicit PlaceWalk(json::Lines& lines) : lines_(lines) {}

  void take(const yaml_event_t& event) {
    const bool is_object = event.type == YAML_MAPPING_START_EVENT;
    line_ = event.start_mark.line + 1;
    if (is_object || event.type == YAML_SEQUENCE_START_EVENT) {
      begin_value();
      open_.push_back({is_object, place_.size()});
    } else if (event.type == YAML_MAPPING_END_EVENT || event.type == YAML_SEQUENCE_END_EVENT) {
      open_.pop_back();
      end_value();
    } else if (event.type == YAML_SCALAR_EVENT && expects_name()) {
      const auto& scalar = event.data.scalar;
      begin_member({reinterpret_cast<const char*>(scalar.value), scalar.length});
    } else if (event.type == YAML_ALIAS_EVENT && expects_name()) {
      begin_member(text_of_yaml(event.data.alias.anchor));
    } else if (event.type == YAML_SCALAR_EVENT || event.type == YAML_ALIAS_EVENT) {
      begin_value();
      end_value();
    }
  }

 private:
  struct Open {
    bool is_object;
    std::size_t place_size;  ///< of `place_`, which begins with the place of this
    std::size_t index = 0;   ///< of the next item
    bool has_name = false;   ///< the next value is that of a member
  };

  [[nodiscard]] bool expects_name() const noexcept {
    return !open_.empty() && open_.back().is_object && !open_.back().has_name;
  }
  void begin_member(std::string_view name) {
    open_.back().has_name = true;
    place_ = json::place_of_member(place_, name);
    note_line();
  }
  /// The line of a member is that of its name.
  void begin_value() {
    if (!open_.empty() && open_.back().is_object) return;
    if (!open_.empty()) place_ = json::place_of_item(place_, open_.back().index++);
    note_line();
  }
  void end_value() {
    place_.resize(open_.empty() ? 0 : open_.back().place_size);
    if (!open_.empty()) open_.back().has_name = false;
  }
  /// Also of what is within the value, until that has its own line.
  void note_line() {
    for (auto it = lines_.lower_bound(place_); it != lines_.end() && it->first.starts_with(place_); ++it) {
      const bool is_within = place_.empty() || it->first.size() == place_.size() ||
                             std::string_view(".[").contains(it->first[place_.size()]);
      if (is_within) it->second = line_;
    }
  }

  json::Lines& lines_;
  std::vector<Open> open_;
  std::string place_;
  std::size_t line_ = 0;
};

}  // namespace

base::Result<bj::value, std::string> read_yaml(std::string_view text) {
  // libyaml compares each with all others.
  const auto tag = text.starts_with("%TAG") ? 0 : text.find("\n%TAG");
  if (tag != std::string_view::npos) {
    const auto line = 1 + std::ranges::count(text.substr(0, tag + 1), '\n');
    return base::Failure(std::to_string(line) + ": %TAG has no meaning here; remove it");
  }
  YamlEvents events(text);
  YamlBuilder builder;
  std::size_t documents = 0;
  while (events.next()) {
    if (events.event().type == YAML_DOCUMENT_START_EVENT && ++documents > 1) {
      return base::Failure(std::to_string(events.line()) + ": a second document begins; keep one in a file");
    }
    if (!builder.take(events.event())) return base::Failure(std::to_string(events.line()) + ": " + builder.mistake());
  }
  if (auto mistake = events.mistake()) return base::Failure(std::move(*mistake));
  return std::move(builder.value());
}

void find_yaml_lines(std::string_view text, json::Lines& lines) {
  YamlEvents events(text);
  PlaceWalk walk(lines);
  while (events.next()) walk.take(events.event());
}

}  // namespace agent_access::sources

#include "site/content/labels.hpp"

#include <algorithm>
#include <array>
#include <boost/json/object.hpp>
#include <optional>
#include <ranges>
#include <set>
#include <stdexcept>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/templates/template.hpp"

namespace agent_access::content {
namespace {

/// The first is used for every other language.
constexpr std::array<std::string_view, 9> kLanguages = {"en", "de", "fr", "es", "it", "zh", "ja", "pt", "nl"};
/// Chinese in traditional characters is not that of the table.
constexpr std::array<std::string_view, 4> kTraditional = {"hant", "tw", "hk", "mo"};

constexpr std::array<std::string_view, 14> kRightToLeft = {"ar", "arc", "ckb", "dv",  "fa", "he", "iw",
                                                           "ji", "ps",  "sd",  "syr", "ug", "ur", "yi"};
constexpr std::array<std::string_view, 5> kRightToLeftScripts = {"arab", "hebr", "nkoo", "syrc", "thaa"};
constexpr std::size_t kScriptLength = 4;

/// Compiled in, so that a missing text is a bug: it throws.
const boost::json::object& table() {
  static const auto kTable = templates::filled_object("labels.json", {});
  return kTable;
}

auto find_language(std::string_view tag) {
  const std::string lower = base::lower_case(tag);
  const std::string_view language = std::string_view(lower).substr(0, lower.find('-'));
  if (language == "zh" && !lower.contains("-hans")) {
    for (const auto subtag : std::views::split(lower, '-')) {
      if (std::ranges::find(kTraditional, std::string_view(subtag)) != kTraditional.end()) return kLanguages.end();
    }
  }
  return std::ranges::find(kLanguages, language);
}

std::size_t language_index(std::string_view tag) {
  const auto* const found = find_language(tag);
  return found == kLanguages.end() ? 0 : static_cast<std::size_t>(found - kLanguages.begin());
}

/// The names between braces; nothing if a brace does not belong to a pair.
std::optional<std::set<std::string, std::less<>>> placeholders_of(std::string_view text) {
  std::set<std::string, std::less<>> names;
  for (auto at = text.find_first_of("{}"); at != std::string_view::npos; at = text.find_first_of("{}", at)) {
    const auto close = text.find_first_of("{}", at + 1);
    if (text[at] == '}' || close == std::string_view::npos || text[close] == '{') return std::nullopt;
    names.emplace(text.substr(at + 1, close - at - 1));
    at = close + 1;
  }
  return names;
}

/// "without placeholders", "with {name} only", "with {month}, {year} only".
std::string allowed(const std::set<std::string, std::less<>>& names) {
  if (names.empty()) return "without braces";
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "{" : ", {") + name + "}";
  return "with no other placeholders than " + text;
}

}  // namespace

Labels::Labels(const Site& site) : Labels(site.language) { own_ = &site.labels; }

Labels::Labels(std::string_view language_tag)
    : language_(language_index(language_tag)), has_language_(find_language(language_tag) != kLanguages.end()) {}

std::string_view Labels::text(std::string_view name) const {
  if (own_ != nullptr) {
    if (const auto own = own_->find(name); own != own_->end()) return own->second;
  }
  const auto* const found = table().if_contains(name);
  if (found == nullptr) throw std::out_of_range("no label " + std::string(name));
  return found->as_object().at(kLanguages[language_]).as_string();
}

std::string Labels::text(std::string_view name, std::initializer_list<LabelValue> values) const {
  return with_values(text(name), values);
}

std::string with_values(std::string_view text, std::span<const LabelValue> values) {
  std::string out;
  while (true) {
    const auto open = text.find('{');
    const auto close = open == std::string_view::npos ? open : text.find('}', open);
    if (close == std::string_view::npos) return out.append(text);
    const auto placeholder = text.substr(open + 1, close - open - 1);
    const auto value = std::ranges::find(values, placeholder, &LabelValue::name);
    out.append(text.substr(0, open));
    out.append(value == values.end() ? text.substr(open, close + 1 - open) : value->text);
    text.remove_prefix(close + 1);
  }
}

bool Labels::is_foreign(std::string_view name) const {
  return !has_language_ && (own_ == nullptr || !own_->contains(name));
}

std::string_view Labels::language() const noexcept { return kLanguages[language_]; }

std::span<const std::string_view> label_languages() noexcept { return kLanguages; }

std::vector<std::string> label_names() {
  std::vector<std::string> names;
  for (const auto& label : table()) names.emplace_back(label.key());
  std::ranges::sort(names);
  return names;
}

bool is_right_to_left(std::string_view language_tag) {
  const std::string tag = base::lower_case(language_tag);
  std::string_view rest = tag;
  const auto next = [&rest] {
    const auto subtag = rest.substr(0, rest.find('-'));
    rest.remove_prefix(std::min(subtag.size() + 1, rest.size()));
    return subtag;
  };
  const auto language = next();
  const auto script = next();
  // RFC 5646: the second subtag of four letters is a script; "1996" is a variant.
  if (script.size() == kScriptLength && base::is_letter(script.front()))
    return std::ranges::find(kRightToLeftScripts, script) != kRightToLeftScripts.end();
  return std::ranges::find(kRightToLeft, language) != kRightToLeft.end();
}

std::vector<std::string> untranslated_labels(const Site& site) {
  const Labels labels(site);
  auto names = label_names();
  std::erase_if(names, [&labels](const auto& name) { return !labels.is_foreign(name); });
  return names;
}

bool is_label(std::string_view name) { return table().contains(name); }

std::string label_fault(std::string_view name, std::string_view text) {
  if (!is_label(name)) {
    const auto names = label_names();
    const auto meant = base::nearest_name(name, names);
    return meant.empty() ? "is not a label; site.schema.json lists all of them"
                         : "is not a label; did you mean \"" + std::string(meant) + "\"?";
  }
  const auto known = placeholders_of(Labels("en").text(name)).value();
  const auto used = placeholders_of(text);
  if (used && std::ranges::includes(known, *used)) return {};
  return "contains a placeholder that this label does not have; write it " + allowed(known);
}

}  // namespace agent_access::content

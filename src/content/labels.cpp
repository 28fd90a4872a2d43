#include "content/labels.hpp"

#include <algorithm>
#include <array>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <stdexcept>

#include "base/ascii.hpp"
#include "content/assets.hpp"

namespace agent_access::content {

namespace {

/// The first is used for every other language.
constexpr std::array<std::string_view, 5> kLanguages = {"en", "de", "fr", "es", "it"};

using Texts = std::array<std::string, kLanguages.size()>;
using Table = std::map<std::string, Texts, std::less<>>;

/// The table is compiled in, so that a missing text is a bug: it throws.
Table read_table() {
  const auto document = boost::json::parse(asset("labels.json"));
  Table table;
  for (const auto& [name, translations] : document.as_object()) {
    Texts& texts = table[std::string(name)];
    for (std::size_t i = 0; i < kLanguages.size(); ++i) {
      texts[i] = translations.as_object().at(kLanguages[i]).as_string();
    }
  }
  return table;
}

const Table& table() {
  static const Table kTable = read_table();
  return kTable;
}

std::size_t language_index(std::string_view tag) {
  const std::string primary = base::lower_case(tag.substr(0, tag.find('-')));
  const auto* const found = std::ranges::find(kLanguages, primary);
  return found == kLanguages.end() ? 0 : static_cast<std::size_t>(found - kLanguages.begin());
}

}  // namespace

Labels::Labels(const Site& site) : language_(language_index(site.language)), own_(&site.labels) {}

Labels::Labels(std::string_view language_tag) : language_(language_index(language_tag)), own_(nullptr) {}

std::string_view Labels::text(std::string_view name) const {
  if (own_ != nullptr) {
    if (const auto own = own_->find(name); own != own_->end()) return own->second;
  }
  const auto found = table().find(name);
  if (found == table().end()) throw std::out_of_range("no label " + std::string(name));
  return found->second[language_];
}

std::string Labels::text(std::string_view name, std::initializer_list<LabelValue> values) const {
  std::string_view rest = text(name);
  std::string out;
  while (true) {
    const auto open = rest.find('{');
    const auto close = open == std::string_view::npos ? open : rest.find('}', open);
    if (close == std::string_view::npos) return out.append(rest);
    const auto placeholder = rest.substr(open + 1, close - open - 1);
    const auto* const value = std::ranges::find(values, placeholder, &LabelValue::name);
    out.append(rest.substr(0, open));
    out.append(value == values.end() ? rest.substr(open, close + 1 - open) : value->text);
    rest.remove_prefix(close + 1);
  }
}

std::string_view Labels::language() const noexcept { return kLanguages[language_]; }

std::vector<std::string> label_names() {
  std::vector<std::string> names;
  for (const auto& [name, texts] : table()) names.push_back(name);
  return names;
}

std::vector<std::string_view> label_languages() { return {kLanguages.begin(), kLanguages.end()}; }

}  // namespace agent_access::content

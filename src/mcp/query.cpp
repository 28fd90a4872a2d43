#include "mcp/query.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <map>
#include <utility>

#include "site/templates/assets.hpp"

namespace agent_access::mcp {
namespace {

namespace bj = boost::json;

constexpr std::string_view kBetween = " · ";

/// Compiled in, so that a mistake in it is a bug: it throws.
const bj::object& table() {
  static const bj::object kTable = bj::parse(templates::asset("search.json")).as_object();
  return kTable;
}

bool lists(std::string_view list, std::string_view name) {
  return std::ranges::any_of(table().at(list).as_array(), [name](const auto& one) { return one.as_string() == name; });
}

/// The parts of a text between characters of `separators`; may be empty.
template <class Use>
void each_part(std::string_view text, std::string_view separators, Use use) {
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(separators, from), text.size());
    use(text.substr(from, end - from));
    from = end + 1;
  }
}

/// Words one after another that mean one thing; most are one word. In scripts without spaces a word of web/search.json
/// is several here.
struct Phrase {
  std::vector<std::u16string> words;
  Names names;
};

/// By the first word. The nth list of a member of web/search.json has the nth name.
class Phrases {
 public:
  explicit Phrases(std::string_view member) {
    Names next = 1;
    for (const auto& [name, text] : table().at(member).as_object()) {
      each_part(text.as_string(), " ", [&](std::string_view part) {
        auto words = folded_words(part);
        std::u16string first = words.at(0);
        by_first_[std::move(first)].push_back({std::move(words), next});
      });
      next <<= 1U;
    }
  }

  /// For each word, the names of the phrases that it is part of.
  [[nodiscard]] std::vector<Names> in(const std::vector<std::u16string>& words) const {
    std::vector<Names> names(words.size());
    for (std::size_t at = 0; at < words.size(); ++at) {
      const auto found = by_first_.find(words[at]);
      if (found == by_first_.end()) continue;
      for (const Phrase& phrase : found->second) {
        const std::size_t size = phrase.words.size();
        if (size > words.size() - at || !std::equal(phrase.words.begin(), phrase.words.end(), &words[at])) continue;
        for (std::size_t next = at; next < at + size; ++next) names[next] |= phrase.names;
      }
    }
    return names;
  }

 private:
  std::map<std::u16string, std::vector<Phrase>, std::less<>> by_first_;
};

std::vector<std::u16string> words_of(std::string_view query, const IsAddress& is_address) {
  std::vector<std::u16string> words;
  each_part(query, " \t\r\n", [&](std::string_view part) {
    std::u16string key = address_key(part);
    if (is_address && is_address(key)) {
      words.push_back(u"@" + std::move(key));
    } else {
      for (std::u16string& word : folded_words(part)) words.push_back(std::move(word));
    }
  });
  return words;
}

void add_addresses(const bj::object& item, std::vector<std::u16string>& keys) {
  for (const bj::key_value_pair& member : item) {
    const bool is_address = lists("addresses", member.key());
    const auto add = [&keys, is_address](const bj::value& part) {
      if (is_address && part.is_string()) keys.push_back(address_key(part.get_string()));
    };
    add(member.value());
    if (!member.value().is_array()) continue;
    for (const bj::value& part : member.value().get_array()) {
      add(part);
      if (part.is_object()) add_addresses(part.get_object(), keys);
    }
  }
}

}  // namespace

const SearchWeights& search_weights() {
  static const SearchWeights kWeights = {
      table().at("title_weight").to_number<double>(),    table().at("name_weight").to_number<double>(),
      table().at("saturation").to_number<double>(),      table().at("length_weight").to_number<double>(),
      table().at("most_words").to_number<std::size_t>(), table().at("snippet").to_number<std::size_t>()};
  return kWeights;
}

const bj::object& cv_titles() { return table().at("cv_titles").as_object(); }

Names name_of(std::string_view name) {
  Names bit = 1;
  for (const auto& row : table().at("names").as_object()) {
    if (row.key() == name) return bit;
    bit <<= 1U;
  }
  return 0;
}

std::vector<WantedWord> wanted_words(std::string_view query, const IsAddress& is_address) {
  static const Phrases kStops("stop_words");
  static const Phrases kNames("names");
  const auto words = words_of(query, is_address);
  const auto stops = kStops.in(words);
  const auto names = kNames.in(words);
  const bool is_stopped = std::ranges::find(stops, Names{0}) != stops.end();
  std::vector<WantedWord> wanted;
  for (std::size_t at = 0; at < words.size() && wanted.size() < search_weights().most_words; ++at) {
    const bool is_known = std::ranges::find(wanted, words[at], &WantedWord::word) != wanted.end();
    if (!is_known && (!is_stopped || stops[at] == 0)) wanted.push_back({words[at], names[at]});
  }
  return wanted;
}

std::u16string address_key(std::string_view text) {
  constexpr std::array<std::u16string_view, 6> kPrefixes = {u"doi:", u"https://",    u"http://",
                                                            u"www.", u"dx.doi.org/", u"doi.org/"};
  const std::u16string form = folded(text);
  std::u16string_view key = form;
  key.remove_prefix(std::min(key.find_first_not_of(u"<(\"'["), key.size()));
  for (const std::u16string_view prefix : kPrefixes) {
    if (key.starts_with(prefix)) key.remove_prefix(prefix.size());
  }
  // npos + 1 is 0.
  return std::u16string(key.substr(0, key.find_last_not_of(u">)\"'].,;:?!/") + 1));
}

std::vector<std::u16string> addresses_of(const bj::object& item) {
  std::vector<std::u16string> keys;
  add_addresses(item, keys);
  std::ranges::sort(keys);
  const auto repeated = std::ranges::unique(keys);
  keys.erase(repeated.begin(), repeated.end());
  std::erase(keys, std::u16string());
  return keys;
}

std::string joined_texts(std::string one, std::string_view other) {
  if (!one.empty() && !other.empty()) one += kBetween;
  return one.append(other);
}

std::string text_of(const bj::value& value, std::string_view name) {
  if (value.is_string()) return std::string(value.get_string());
  std::string text;
  const auto append = [&text](std::string_view part, std::string_view between) {
    if (!text.empty() && !part.empty()) text += between;
    text += part;
  };
  if (value.is_array()) {
    const std::string_view between = lists("comma_lists", name) ? ", " : " ";
    for (const bj::value& element : value.get_array()) append(text_of(element), between);
  } else if (value.is_object()) {
    for (const auto& [key, member] : value.get_object()) {
      if (!lists("no_text", key)) append(text_of(member, key), kBetween);
    }
  }
  return text;
}

}  // namespace agent_access::mcp

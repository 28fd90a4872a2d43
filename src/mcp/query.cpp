#include "mcp/query.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <functional>
#include <ranges>
#include <unordered_map>
#include <utility>

#include "mcp/words.hpp"

namespace agent_access::mcp {
namespace {

constexpr Meaning kStop = 1U << 28U;
constexpr Meaning kNotSought = kStop | kLatest | kFirst;

/// Signs of an address, or nothing, are between two words.
bool is_joined(std::string_view text, std::size_t end, std::size_t next) {
  constexpr std::size_t kMostSigns = 3;
  return next < end || (next - end <= kMostSigns && text.substr(0, next).find_first_not_of("@./:_", end) == text.npos);
}

/// The words of web/search.json and what they mean.
class Dictionary {
 public:
  Dictionary() {
    for (const auto& [language, words] : search_table().at("stop_words").as_object()) define(words, kStop);
    define(search_table().at("order").as_object().at("latest"), kLatest);
    define(search_table().at("order").as_object().at("first"), kFirst);
    for (const auto& [name, words] : search_table().at("names").as_object()) define(words, name_bit(name));
    std::ranges::stable_sort(phrases_, std::greater{}, [](const auto& one) { return one.first.size(); });
  }

  /// Without the phrases that are not sought, in scripts without spaces.
  [[nodiscard]] std::string cut(std::string text) const {
    for (const auto& [phrase, meaning] : phrases_) {
      if ((meaning & kNotSought) == 0) continue;
      for (auto at = text.find(phrase); at != std::string::npos; at = text.find(phrase, at))
        text.replace(at, phrase.size(), phrase.size(), '-');
    }
    return text;
  }

  /// The last letter of several in a script without spaces is in the word before.
  [[nodiscard]] std::vector<Wanted> words_of(std::string_view text) const {
    std::vector<Wanted> found;
    for (const Word& word : words_in(text)) {
      std::u32string form = folded(word.in(text));
      if (form.empty() || (!found.empty() && found.back().word.end == word.end)) continue;
      const auto known = forms_.find(form);
      const bool joins = !found.empty() && is_joined(text, found.back().word.end, word.at);
      found.push_back({word, std::move(form), known == forms_.end() ? 0 : known->second, joins});
    }
    for (const auto& [phrase, meaning] : phrases_) {
      for (auto at = text.find(phrase); at != text.npos; at = text.find(phrase, at + phrase.size())) {
        for (Wanted& one : found) one.meaning |= at <= one.word.at && one.word.end <= at + phrase.size() ? meaning : 0;
      }
    }
    return found;
  }

 private:
  void define(const boost::json::value& words, Meaning meaning) {
    for (const auto part : std::views::split(std::string_view(words.as_string()), ' ')) {
      const std::string_view word(part);
      if (is_dense(decoded(word).front())) {
        phrases_.emplace_back(word, meaning);
      } else {
        forms_[folded(word)] |= meaning;
      }
    }
  }

  std::unordered_map<std::u32string, Meaning> forms_;
  std::vector<std::pair<std::string, Meaning>> phrases_;  // in scripts without spaces, long ones first
};

const Dictionary& dictionary() {
  static const Dictionary kDictionary;
  return kDictionary;
}

}  // namespace

Meaning name_bit(std::string_view name) {
  const boost::json::object& names = search_table().at("names").as_object();
  const auto* const found = names.find(name);
  return found == names.end() ? 0 : 1U << static_cast<unsigned>(found - names.begin());
}

Meaning meaning_of(std::string_view text) {
  Meaning all = 0;
  for (const Wanted& word : dictionary().words_of(text)) all |= word.meaning;
  return all;
}

Query read_query(std::string_view text) {
  const auto most = search_table().at("most_words").to_number<std::size_t>();
  Query query;
  const auto add = [&query, most](const Wanted& word) {
    const bool is_known = std::ranges::find(query.words, word.form, &Wanted::form) != query.words.end();
    if (!is_known && query.words.size() < most) query.words.push_back(word);
  };
  const auto found = dictionary().words_of(dictionary().cut(std::string(text)));
  for (std::size_t at = 0; at < found.size(); ++at) {
    const bool is_joined = found[at].joins || (at + 1 < found.size() && found[at + 1].joins);
    if ((found[at].meaning & kNotSought) == 0 || is_joined) add(found[at]);
  }
  if (!query.words.empty()) query.order = meaning_of(text) & (kLatest | kFirst);
  if (query.words.empty()) std::ranges::for_each(dictionary().words_of(text), add);
  return query;
}

}  // namespace agent_access::mcp

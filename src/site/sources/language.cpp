#include "site/sources/language.hpp"

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "json/members.hpp"
#include "site/content/labels.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/sources/titles.hpp"
#include "site/sources/translations.hpp"
#include "site/templates/assets.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

/// More text says nothing new.
constexpr std::size_t kMostText = std::size_t{64} << 10U;

/// What a script tells by itself. A word of Chinese has one or two characters, one of Latin letters about five.
struct Script {
  char32_t first;
  char32_t last;
  std::string_view tag;
  std::size_t weight = 1;
};
constexpr auto kScripts = std::to_array<Script>({{U'\u0370', U'\u03FF', "el"},
                                                 {U'\u0400', U'\u052F', "ru"},
                                                 {U'\u0530', U'\u058F', "hy"},
                                                 {U'\u0590', U'\u05FF', "he"},
                                                 {U'\u0600', U'\u077F', "ar"},
                                                 {U'\u0900', U'\u097F', "hi"},
                                                 {U'\u0980', U'\u09FF', "bn"},
                                                 {U'\u0B80', U'\u0BFF', "ta"},
                                                 {U'\u0E00', U'\u0E7F', "th"},
                                                 {U'\u10A0', U'\u10FF', "ka"},
                                                 {U'\u3041', U'\u30FF', "ja", 4},
                                                 {U'\u3400', U'\u9FFF', "zh", 4},
                                                 {U'\uAC00', U'\uD7A3', "ko", 3}});

/// Letters that another language of the same script has.
struct OwnLetters {
  std::string_view script;
  std::string_view tag;
  std::u32string_view letters;
};
constexpr auto kOwnLetters = std::to_array<OwnLetters>({{"ru", "ru", U"ыэёЫЭЁ"},
                                                        {"ru", "uk", U"іїєґІЇЄҐ"},
                                                        {"ru", "bg", U"ъЪ"},
                                                        {"ru", "sr", U"јљњћђЈЉЊЋЂ"},
                                                        {"ar", "ar", U"ةىيك"},
                                                        {"ar", "fa", U"پچژگکی"},
                                                        {"zh", "zh", U"个们这为国学会时说对发经与计"},
                                                        {"zh", "zh-Hant", U"個們這為國學會時說對發經與計"}});

/// The languages that have a stop word.
using StopWords = std::map<std::string, std::vector<std::string>, std::less<>>;

const StopWords& stop_words() {
  static const auto kWords = [] {
    StopWords words;
    const auto table = bj::parse(templates::asset("search.json"));
    for (const auto& [language, list] : table.at("stop_words").as_object()) {
      for (auto& word : words_in(list.as_string(), ' ')) words[std::move(word)].emplace_back(language);
    }
    return words;
  }();
  return kWords;
}

/// What the texts of a file tell about their language.
class Evidence {
 public:
  void add(std::string_view text) {
    std::string word;
    for (std::size_t size = 0; !text.empty() && read_ < kMostText; text.remove_prefix(size), read_ += size) {
      size = std::max<std::size_t>(base::utf8_size(text), 1);
      const auto character = size == 1 ? static_cast<unsigned char>(text.front()) : base::character_at(text);
      if (is_latin(character)) {
        for (const char c : text.substr(0, size)) word += base::lower(c);
        continue;
      }
      count_character(character);
      count_word(std::exchange(word, {}));
    }
    count_word(word);
  }

  [[nodiscard]] std::string language() const {
    const auto script = std::ranges::max_element(scripts_, {}, &std::pair<const std::string_view, std::size_t>::second);
    if (script != scripts_.end() && script->second >= kFewLetters && script->second >= latin_letters_)
      return language_of_script(script->first);
    return language_of_words();
  }

 private:
  static constexpr std::size_t kFewLetters = 20;
  static constexpr std::size_t kFewWords = 3;
  static constexpr std::size_t kShare = 60;  ///< of a stop word, for all languages that have it

  struct Count {
    std::size_t words = 0;
    std::size_t shares = 0;
  };

  /// Also of ASCII; U+00D7 and U+00F7 are signs.
  static bool is_latin(char32_t character) {
    if (character < 0x80) return base::is_letter(static_cast<char>(character));
    return character >= 0xC0 && character < 0x250 && character != 0xD7 && character != 0xF7;
  }

  void count_character(char32_t character) {
    for (const auto& script : kScripts) {
      if (character >= script.first && character <= script.last) scripts_[script.tag] += script.weight;
    }
    for (const auto& own : kOwnLetters) {
      if (own.letters.contains(character)) ++own_letters_[own.tag];
    }
  }

  /// One letter is also a grade or a programming language.
  void count_word(const std::string& word) {
    if (word.size() < 2) return;
    ++words_;
    latin_letters_ += word.size();
    const auto found = stop_words().find(word);
    if (found == stop_words().end()) return;
    for (const auto& language : found->second) {
      auto& count = counts_[language];
      ++count.words;
      count.shares += kShare / found->second.size();
    }
  }

  [[nodiscard]] std::string language_of_script(std::string_view tag) const {
    const auto count = [this](std::string_view name) {
      const auto found = own_letters_.find(name);
      return found == own_letters_.end() ? 0 : found->second;
    };
    // Japanese is written in both.
    const auto kana = scripts_.find("ja");
    if (tag == "zh" && kana != scripts_.end() && kana->second * 8 >= scripts_.at("zh")) return "ja";
    std::string_view best = tag;
    for (const auto& own : kOwnLetters) {
      if (own.script == tag && count(own.tag) > count(best)) best = own.tag;
    }
    return std::string(best);
  }

  [[nodiscard]] std::string language_of_words() const {
    std::vector<std::pair<Count, std::string>> ranks;
    for (const auto& [language, count] : counts_) ranks.emplace_back(count, language);
    std::ranges::sort(ranks, std::ranges::greater(), [](const auto& rank) { return rank.first.shares; });
    if (ranks.empty()) return {};
    const auto& [best, language] = ranks.front();
    const auto next = ranks.size() > 1 ? ranks[1].first.shares : 0;
    // In running text every third word is a stop word; a CV has many names between. Languages without stop words here
    // share some with several that have them.
    const bool is_clear = best.words >= kFewWords && best.words * 8 >= words_ && best.shares >= next * 2;
    return is_clear ? language : std::string();
  }

  std::size_t read_ = 0;
  std::size_t words_ = 0;
  std::size_t latin_letters_ = 0;
  std::map<std::string, Count, std::less<>> counts_;
  std::map<std::string_view, std::size_t> scripts_;
  std::map<std::string_view, std::size_t> own_letters_;
};

/// Whether a member of site.json has names and addresses, not sentences or titles of the owner's own.
bool is_name(std::string_view member) {
  constexpr std::string_view kNameMembers =
      "publications links name url repository language languages licence location organisation organization "
      "institution items topics same_as knows_about email slug";
  return has_word(kNameMembers, member);
}

void add_texts(const bj::value& value, Evidence& evidence) {
  if (const auto* const object = value.if_object()) {
    for (const auto& [name, member] : *object) {
      if (!is_name(name)) add_texts(member, evidence);
    }
  } else if (const auto* const list = value.if_array()) {
    for (const auto& item : *list) add_texts(item, evidence);
  } else if (const auto* const text = value.if_string()) {
    evidence.add(*text);
  }
}

void set_guess(Imported& imported, const std::string& language) {
  if (language.empty() || imported.site.contains("language")) return;
  imported.notes.insert(imported.notes.begin(),
                        {.place = "language",
                         .sentence = "\"" + language + "\" guessed from the texts of the file; set it in site.json",
                         .kind = NoteKind::expected});
  imported.site["language"] = language;
}

}  // namespace

std::string guessed_language(const bj::object& site) {
  Evidence evidence;
  for (const auto& [name, member] : site) {
    if (!is_name(name)) add_texts(member, evidence);
  }
  return evidence.language();
}

std::string guessed_language(std::span<const Work> works) {
  std::map<std::string, std::size_t> named;
  Evidence evidence;
  for (const auto& work : works) {
    const auto tag = language_tag(work.language);
    if (!tag.empty()) ++named[base::lower_case(tag.substr(0, tag.find('-')))];
    evidence.add(work.title + "\n");
  }
  const auto most = std::ranges::max_element(named, {}, &std::pair<const std::string, std::size_t>::second);
  return most != named.end() && most->second * 2 > works.size() ? most->first : evidence.language();
}

void set_language(Imported& imported) {
  if (imported.site.empty()) return;
  set_guess(imported, guessed_language(imported.site));
  translate_titles(imported.site, content::Labels(json::text_at(imported.site, "language")));
}

void set_language(Imported& imported, std::span<const Work> works) {
  if (const auto language = guessed_language(works); language != "en") set_guess(imported, language);
}

}  // namespace agent_access::sources

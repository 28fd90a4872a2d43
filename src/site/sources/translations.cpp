#include "site/sources/translations.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "json/members.hpp"
#include "json/place.hpp"
#include "site/content/labels.hpp"
#include "site/content/text_form.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

std::string primary_of(std::string_view tag) { return base::lower_case(tag.substr(0, tag.find('-'))); }

/// A code of two letters, perhaps with a region: three letters are also words, such as "url".
bool is_code(std::string_view name) {
  return primary_of(language_tag(name)).size() == 2 && (name.size() == 2 || name[2] == '-' || name[2] == '_');
}

/// Whether each member is named by a language, and one of them by a language of the labels.
bool has_languages(const bj::object& object) {
  const auto is_known = [](const auto& member) {
    const auto languages = content::label_languages();
    return std::ranges::find(languages, primary_of(language_tag(member.key()))) != languages.end();
  };
  return std::ranges::all_of(object, [](const auto& member) { return is_code(member.key()); }) &&
         std::ranges::any_of(object, is_known);
}

/// Removes the members of the résumé itself that no reader asks for.
std::string take_language(bj::object& resume) {
  std::string language;
  for (const auto* path :
       {"meta.language", "meta.lang", "meta.locale", "locale.language", "language", "lang", "locale"}) {
    if (language.empty()) language = language_tag(json::text_at(resume, path));
  }
  for (const auto* name : {"language", "lang", "locale"}) {
    const auto* const member = resume.if_contains(name);
    if (member != nullptr && member->is_string()) resume.erase(name);
  }
  return language;
}

class Translator {
 public:
  Translator(std::string language, std::vector<SourceNote>& notes) : language_(std::move(language)), notes_(notes) {}

  void translate(bj::value& value, const std::string& place) {
    if (auto* const object = value.if_object()) {
      if (has_languages(*object)) {
        value = choose(*object, place);
        return;
      }
      for (auto& member : *object) translate(member.value(), json::place_of_member(place, member.key()));
    } else if (auto* const list = value.if_array()) {
      for (std::size_t i = 0; i < list->size(); ++i) translate((*list)[i], json::place_of_item(place, i));
    }
  }

  [[nodiscard]] const std::string& language() const noexcept { return language_; }

 private:
  bj::value choose(const bj::object& texts, const std::string& place) {
    if (language_.empty()) language_ = language_tag(texts.begin()->key());
    const auto* const found = std::ranges::find(
        texts, primary_of(language_), [](const auto& member) { return primary_of(language_tag(member.key())); });
    const auto& chosen = found == texts.end() ? *texts.begin() : *found;
    std::vector<std::string> others;
    for (const auto& member : texts) {
      if (member.key() != chosen.key()) others.emplace_back(member.key());
    }
    if (!others.empty()) {
      add_note(notes_, {.place = place,
                        .sentence = "took the text in " + std::string(chosen.key()) + "; left out the one in " +
                                    base::joined(others) + ", as a site has one language"});
    }
    return chosen.value();
  }

  std::string language_;
  std::vector<SourceNote>& notes_;
};

}  // namespace

std::string language_tag(std::string_view name) {
  std::string tag(name);
  std::ranges::replace(tag, '_', '-');
  return content::language_fault(tag).empty() ? tag : std::string(content::language_named(name));
}

Translation in_one_language(bj::value resume, std::vector<SourceNote>& notes) {
  auto* const members = resume.if_object();
  Translator translator(members == nullptr ? std::string() : take_language(*members), notes);
  translator.translate(resume, {});
  return {std::move(resume), translator.language()};
}

}  // namespace agent_access::sources

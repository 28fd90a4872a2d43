#include "site/content/labels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <set>
#include <stdexcept>
#include <string>

#include "site/content/text_form.hpp"
#include "site/templates/assets.hpp"
#include "site/templates/template.hpp"

namespace agent_access::content {
namespace {

namespace bj = boost::json;

bj::object label_table() { return bj::parse(templates::asset("labels.json")).as_object(); }

/// The parts of a text between two characters, sorted, each as often as it occurs.
std::multiset<std::string> parts_between(std::string_view text, char open, char close) {
  std::multiset<std::string> parts;
  for (auto at = text.find(open); at != std::string_view::npos; at = text.find(open, at)) {
    const auto end = text.find(close, at + 1);
    if (end == std::string_view::npos) {
      ADD_FAILURE() << "not closed: " << text;
      return parts;
    }
    parts.emplace(text.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return parts;
}

TEST(LabelTable, HasEachLabelInNineLanguagesWithTheSamePlaceholdersAndCode) {
  const auto table = label_table();
  EXPECT_GT(table.size(), 150U);
  for (const auto& [name, translations] : table) {
    std::set<std::string> languages;
    const std::string_view english = translations.at("en").as_string();
    for (const auto& [language, value] : translations.as_object()) {
      const std::string_view text = value.as_string();
      languages.emplace(language);
      EXPECT_FALSE(text.empty()) << name;
      EXPECT_FALSE(has_control_character(text)) << name;
      EXPECT_EQ(text.find_first_of("<>&"), std::string_view::npos) << name << " is markup: " << text;
      EXPECT_EQ(parts_between(text, '{', '}'), parts_between(english, '{', '}')) << name << ": " << text;
      EXPECT_EQ(parts_between(text, '`', '`'), parts_between(english, '`', '`')) << name << ": " << text;
      const bool is_sentence = text.ends_with('.') || text.ends_with("。");
      if (name != "number_group") {
        EXPECT_EQ(is_sentence, english.ends_with('.')) << name << ": " << text;
      }
    }
    EXPECT_EQ(languages, (std::set<std::string>{"de", "en", "es", "fr", "it", "ja", "nl", "pt", "zh"})) << name;
  }
}

/// The text without what is between backticks.
std::string without_code(std::string_view text) {
  std::string rest;
  bool is_code = false;
  for (const char c : text) {
    if (c == '`') is_code = !is_code;
    if (!is_code) rest += c;
  }
  return rest;
}

// An ordinary space there may begin a line with the punctuation.
TEST(LabelTable, HasNoBreakBeforeFrenchPunctuation) {
  for (const auto& [name, translations] : label_table()) {
    const std::string text = without_code(translations.at("fr").as_string());
    for (const char mark : {':', ';', '?', '!'}) {
      EXPECT_FALSE(text.contains(std::string(" ") + mark)) << name << ": " << text;
      EXPECT_EQ(std::ranges::count(text, mark) > 0, text.contains(std::string("\u00a0") + mark))
          << name << ": " << text;
    }
  }
}

TEST(LabelTable, IsListedInTheSchemaForEditors) {
  const auto schema = bj::parse(templates::filled("schemas/site.schema.json", {}));
  const auto& listed = schema.at("properties").at("labels").at("properties").as_object();
  const auto names = label_names();
  EXPECT_EQ(listed.size(), names.size());
  for (const auto& name : names) {
    ASSERT_TRUE(listed.contains(name)) << name;
    EXPECT_EQ(std::string_view(listed.at(name).at("examples").at(0).as_string()), Labels("en").text(name)) << name;
  }
}

TEST(Labels, AreThoseOfThePrimaryLanguage) {
  struct Row {
    std::string_view tag;
    std::string_view language;
    std::string_view published;
  };
  for (const Row& row :
       {Row{"en", "en", "Published"}, Row{"de", "de", "Veröffentlicht"}, Row{"de-AT", "de", "Veröffentlicht"},
        Row{"FR-ca", "fr", "Parution"}, Row{"es-419", "es", "Publicación"}, Row{"it", "it", "Pubblicazione"},
        Row{"pt-BR", "pt", "Publicação"}, Row{"zh", "zh", "发表时间"}, Row{"zh-Hans-HK", "zh", "发表时间"},
        Row{"zh-TW", "en", "Published"}, Row{"zh-Hant", "en", "Published"}, Row{"ja-JP", "ja", "発表日"},
        Row{"nl-BE", "nl", "Gepubliceerd"}, Row{"ko", "en", "Published"}, Row{"deu", "en", "Published"},
        Row{"", "en", "Published"}}) {
    const Labels labels(row.tag);
    EXPECT_EQ(labels.language(), row.language) << row.tag;
    EXPECT_EQ(labels.text("published"), row.published) << row.tag;
  }
}

TEST(Labels, PreferTheOwnersText) {
  Site site;
  site.language = "de";
  site.labels = {{"about", "Über mich"}, {"contact_summary", "{name} freut sich auf Post."}};
  const Labels labels(site);
  EXPECT_EQ(labels.text("about"), "Über mich");
  EXPECT_EQ(labels.text("published"), "Veröffentlicht");
  EXPECT_EQ(labels.text("contact_summary", {{"name", "Robin {name}"}}), "Robin {name} freut sich auf Post.");
}

TEST(Labels, FillTheirPlaceholders) {
  EXPECT_EQ(Labels("es").text("date_day", {{"day", "3"}, {"month", "mayo"}, {"year", "2034"}}), "3 de mayo de 2034");
  EXPECT_EQ(Labels("en").text("date_month", {{"year", "2034"}}), "{month} 2034");
}

TEST(Labels, ThrowForAnUnknownName) { EXPECT_THROW(static_cast<void>(Labels("en").text("x")), std::out_of_range); }

TEST(UntranslatedLabels, AreThoseThatNeitherTheTableNorTheOwnerHas) {
  Site site;
  for (const auto* language : {"en", "de-AT", "fr", "es", "it", "zh-CN", "ja", "pt", "nl"}) {
    site.language = language;
    EXPECT_TRUE(untranslated_labels(site).empty()) << language;
  }
  site.language = "da";
  EXPECT_EQ(untranslated_labels(site), label_names());
  for (const auto& name : label_names()) site.labels[name] = "x";
  site.labels.erase("skip");
  EXPECT_EQ(untranslated_labels(site), std::vector<std::string>{"skip"});
}

TEST(TextDirection, IsRightToLeftForTheseTags) {
  for (const auto* tag :
       {"ar", "AR", "ar-EG", "he", "iw", "fa", "fa-AF", "ur-PK", "yi", "ckb", "az-Arab", "uz-arab-AF"}) {
    EXPECT_TRUE(is_right_to_left(tag)) << tag;
  }
}

TEST(TextDirection, IsLeftToRightForOthers) {
  for (const auto* tag : {"", "en", "de-1996", "arn", "ara", "hebrew", "ar-Latn", "az", "pa-Guru", "en-AR", "-ar"}) {
    EXPECT_FALSE(is_right_to_left(tag)) << tag;
  }
}

}  // namespace
}  // namespace agent_access::content

#include "content/schema/schema_check.hpp"

#include <gtest/gtest.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <regex>
#include <set>
#include <string>

#include "content/assets.hpp"

namespace agent_access::content {
namespace {

namespace bj = boost::json;

void collect_patterns(const bj::value& node, std::set<std::string>& patterns) {
  if (const auto* object = node.if_object()) {
    for (const auto& [name, member] : *object) {
      if (name == "pattern") patterns.emplace(member.as_string());
      collect_patterns(member, patterns);
    }
  }
  if (const auto* array = node.if_array()) {
    for (const auto& item : *array) collect_patterns(item, patterns);
  }
}

std::set<std::string> schema_patterns() {
  std::set<std::string> patterns;
  for (const char* name : {"schemas/site.schema.json", "schemas/faq.schema.json"}) {
    collect_patterns(bj::parse(asset(name)), patterns);
  }
  EXPECT_FALSE(patterns.empty());
  return patterns;
}

TEST(TextForm, SupportsEveryPatternOfTheSchemas) {
  const auto patterns = schema_patterns();
  EXPECT_EQ(patterns.size(), 7U);
  for (const std::string& pattern : patterns) EXPECT_NE(find_form(pattern), nullptr) << pattern;
  EXPECT_EQ(find_form("^x$"), nullptr);
}

TEST(TextForm, AgreesWithItsPattern) {
  const std::vector<std::string> texts = {"",
                                          "a",
                                          "a-b",
                                          "-a",
                                          "a-",
                                          "a--b",
                                          "A",
                                          "a_b",
                                          "9",
                                          "2034",
                                          "2034-05",
                                          "2034-05-31",
                                          "2034-00",
                                          "2034-12-00",
                                          "2034-05-32",
                                          "2034/05",
                                          "20340",
                                          "http://a",
                                          "https://a.example/b?c=%20#d",
                                          "https://",
                                          "http://[::1]/",
                                          "http:/a",
                                          "http://a b",
                                          "http://a\"",
                                          "http://a'",
                                          "http://a<",
                                          "http://\xC3\xA9",
                                          "ftp://a",
                                          "a@b.c",
                                          "a@b",
                                          "@b.c",
                                          "a@.c",
                                          "a@b.",
                                          "a@b@c.d",
                                          "a.b+c@d-e.f",
                                          "a b@c.d",
                                          "en",
                                          "pt-BR",
                                          "e",
                                          "english-",
                                          "en-toolongsub",
                                          "toolonglang",
                                          "zh-Hant-TW",
                                          "12",
                                          "en_US",
                                          "#0b5d5b",
                                          "#0B5D5B",
                                          "#0b5d5",
                                          "#0b5d5g",
                                          "0b5d5b#",
                                          "/a",
                                          "/a/b%20c.svg",
                                          "/",
                                          "//a",
                                          "/a//b",
                                          "/a/",
                                          "/a b",
                                          "/a\"",
                                          "/a?b",
                                          "/\xC3\xA9"};
  for (const std::string& pattern : schema_patterns()) {
    const TextForm* form = find_form(pattern);
    ASSERT_NE(form, nullptr) << pattern;
    const std::regex regex(pattern);
    std::size_t accepted = 0;
    for (const std::string& text : texts) {
      EXPECT_EQ(form->matches(text), std::regex_search(text, regex)) << pattern << " of " << text;
      if (form->matches(text)) ++accepted;
    }
    EXPECT_GE(accepted, 2U) << pattern;
  }
}

TEST(IsDate, FollowsTheCalendar) {
  for (const char* date : {"2034", "2034-12", "2036-02-29", "2000-02-29", "2034-01-31"})
    EXPECT_TRUE(is_date(date)) << date;
  for (const char* date : {"2034-02-29", "2100-02-29", "2034-04-31", "2034-13", "2034-05-1"}) {
    EXPECT_FALSE(is_date(date)) << date;
  }
}

TEST(HasControlCharacter, FindsThoseOfAsciiAndLatin1) {
  for (const std::string_view text : {"\n", "a\tb", "\x1B[0m", "\x7F", "\xC2\x85", "a\xC2\x9F"}) {
    EXPECT_TRUE(has_control_character(text)) << testing::PrintToString(text);
  }
  EXPECT_TRUE(has_control_character(std::string_view("\0", 1)));
  for (const std::string_view text : {"", "a b", "\xC2\xA0", "\xC3\x85", "\xE2\x82\xAC"}) {
    EXPECT_FALSE(has_control_character(text)) << testing::PrintToString(text);
  }
}

}  // namespace
}  // namespace agent_access::content

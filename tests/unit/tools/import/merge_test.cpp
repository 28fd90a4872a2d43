// A second import: what the owner wrote stays, what came from the file follows it.
#include "tools/import/merge.hpp"
#include "tools/import/site_import.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::tools {
namespace {

namespace bj = boost::json;
using testing::ElementsAre;
using testing::IsEmpty;

bj::object object(std::string_view text) { return bj::parse(text).as_object(); }

struct Case {
  std::string_view name;
  std::string_view before;
  std::string_view mine;
  std::string_view now;
  std::string_view expected;
};

TEST(Merged, KeepsTheOwnersAndFollowsTheFile) {
  const std::vector<Case> cases = {
      {"nothing yet", "{}", "{}", R"({"a": 1})", R"({"a": 1})"},
      {"untouched value changes", R"({"a": 1})", R"({"a": 1})", R"({"a": 2})", R"({"a": 2})"},
      {"own value stays", R"({"a": 1})", R"({"a": 9})", R"({"a": 2})", R"({"a": 9})"},
      {"added value stays", R"({"a": 1})", R"({"a": 1, "b": 2})", R"({"a": 1})", R"({"a": 1, "b": 2})"},
      {"removed value stays away", R"({"a": 1})", "{}", R"({"a": 2})", "{}"},
      {"untouched value goes with the file", R"({"a": 1})", R"({"a": 1})", "{}", "{}"},
      {"own value does not go", R"({"a": 1})", R"({"a": 9})", "{}", R"({"a": 9})"},
      {"written by hand before the first import", "{}", R"({"a": 9})", R"({"a": 1, "b": 2})", R"({"a": 9, "b": 2})"},
      {"objects member by member", R"({"o": {"a": 1, "b": 1}})", R"({"o": {"a": 9, "b": 1}})",
       R"({"o": {"a": 2, "b": 2}})", R"({"o": {"a": 9, "b": 2}})"},
      {"a work by its key, with its slug and the owner's text",
       R"({"publications": [{"key": "k", "title": "Old", "date": "2020"}]})",
       R"({"publications": [{"slug": "s", "key": "k", "title": "Old", "date": "2020", "text": ["mine"]}]})",
       R"({"publications": [{"key": "k", "title": "New", "date": "2021"}]})",
       R"({"publications": [{"slug": "s", "key": "k", "title": "New", "date": "2021", "text": ["mine"]}]})"},
      {"a work by its DOI", R"({"publications": [{"doi": "10.1/X", "title": "Old"}]})",
       R"({"publications": [{"slug": "s", "doi": "10.1/x", "title": "Old"}]})",
       R"({"publications": [{"doi": "10.1/X", "title": "New", "key": "k"}]})",
       R"({"publications": [{"slug": "s", "doi": "10.1/x", "title": "New", "key": "k"}]})"},
      {"a work by hand by its title and year", "{}",
       R"({"publications": [{"slug": "s", "title": "A, title!", "date": "2020"}]})",
       R"({"publications": [{"title": "A title", "date": "2020-03", "key": "k"}]})",
       R"({"publications": [{"slug": "s", "title": "A, title!", "date": "2020", "key": "k"}]})"},
      {"a work gone from the file", R"({"publications": [{"key": "a"}, {"key": "b"}]})",
       R"({"publications": [{"key": "a", "slug": "a"}, {"key": "b", "slug": "b"}]})",
       R"({"publications": [{"key": "b"}]})", R"({"publications": [{"key": "b", "slug": "b"}]})"},
      {"the last work gone from the file", R"({"publications": [{"key": "a"}]})",
       R"({"publications": [{"key": "a", "slug": "a"}]})", "{}", "{}"},
      {"a touched work gone from the file", R"({"publications": [{"key": "a"}]})",
       R"({"publications": [{"key": "a", "slug": "a", "summary": "mine"}]})", "{}",
       R"({"publications": [{"key": "a", "slug": "a", "summary": "mine"}]})"},
      {"a work that the owner removed", R"({"publications": [{"key": "a"}, {"key": "b"}]})",
       R"({"publications": [{"key": "b", "slug": "b"}]})", R"({"publications": [{"key": "a"}, {"key": "b"}]})",
       R"({"publications": [{"key": "b", "slug": "b"}]})"},
      {"a new work behind its predecessor", R"({"publications": [{"key": "a"}, {"key": "b"}]})",
       R"({"publications": [{"key": "a"}, {"slug": "own", "title": "own"}, {"key": "b"}]})",
       R"({"publications": [{"key": "a"}, {"key": "n"}, {"key": "b"}]})",
       R"({"publications": [{"key": "a"}, {"key": "n"}, {"slug": "own", "title": "own"}, {"key": "b"}]})"},
      {"two positions of one name, of which one is renamed",
       R"({"positions": [{"title": "E", "organisation": "O", "from": "2020"}, {"title": "E", "organisation": "O", "from": "2022"}]})",
       R"({"positions": [{"title": "E", "organisation": "O", "from": "2020", "summary": "mine"},
                         {"title": "E", "organisation": "O", "from": "2022"}]})",
       R"({"positions": [{"title": "X", "organisation": "O", "from": "2020"}, {"title": "E", "organisation": "O", "from": "2022"}]})",
       R"({"positions": [{"title": "X", "organisation": "O", "from": "2020"},
                         {"title": "E", "organisation": "O", "from": "2020", "summary": "mine"},
                         {"title": "E", "organisation": "O", "from": "2022"}]})"},
      {"a list of texts is one value", R"({"topics": ["a"]})", R"({"topics": ["a", "mine"]})", R"({"topics": ["b"]})",
       R"({"topics": ["a", "mine"]})"},
  };
  for (const auto& [name, before, mine, now, expected] : cases) {
    std::vector<std::string> kept;
    const auto result = merged(object(before), object(mine), object(now), kept);
    EXPECT_EQ(result, object(expected)) << name << ": " << bj::serialize(result);
    // The same import again changes nothing.
    EXPECT_EQ(merged(object(now), result, object(now), kept), result) << name;
  }
}

TEST(Merged, NamesWhatTheFileWouldChange) {
  std::vector<std::string> kept;
  EXPECT_EQ(merged(object(R"({"a": 1, "b": 1})"), object(R"({"a": 9, "b": 9})"), object(R"({"a": 2, "b": 1})"), kept),
            object(R"({"a": 9, "b": 9})"));
  EXPECT_THAT(kept, ElementsAre("a"));
}

TEST(AddMissing, UnitesTwoFiles) {
  auto site = object(R"({"owner": {"name": "R"}, "publications": [{"title": "T", "date": "2020", "venue": "V"}]})");
  add_missing(site, object(R"({"owner": {"name": "X", "location": "L"},
    "publications": [{"title": "t!", "date": "2020-03", "key": "k"}, {"title": "T", "date": "2019"}]})"));
  EXPECT_EQ(site, object(R"({"owner": {"name": "R", "location": "L"}, "publications": [
    {"title": "T", "date": "2020", "venue": "V", "key": "k"}, {"title": "T", "date": "2019"}]})"));
}

TEST(AddSlugs, AreUniqueAndStay) {
  auto site = object(R"({"publications": [
    {"title": "Editorial", "date": "2019"}, {"title": "Editorial", "date": "2020-01"}, {"title": "Editorial"},
    {"slug": "editorial-2020", "title": "x"}, {"title": "数据", "key": "Data:1"}, {"title": "数据", "date": "2020"}, {"title": "数据", "date": "2020"}],
    "projects": [{"title": "数据作战室"}, {"title": "Editorial"}]})");
  add_slugs(site);
  std::vector<std::string> slugs;
  for (const auto* list : {"publications", "projects"}) {
    for (const auto& work : site.at(list).as_array()) slugs.emplace_back(work.at("slug").as_string());
  }
  EXPECT_THAT(slugs, ElementsAre("editorial", "editorial-2020-2", "editorial-2", "editorial-2020", "data-1",
                                 "publication-2020", "publication-2020-2", "project", "editorial"));
  const auto before = site;
  add_slugs(site);
  EXPECT_EQ(site, before);
}

}  // namespace
}  // namespace agent_access::tools

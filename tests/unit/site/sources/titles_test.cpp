#include "site/sources/titles.hpp"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "site/sources/formats.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

void expect_json(const bj::value& value, std::string_view expected) {
  EXPECT_EQ(value, bj::parse(expected)) << bj::serialize(value);
}

bj::object translated(std::string_view site, std::string_view language) {
  auto object = bj::parse(site).as_object();
  translate_titles(object, content::Labels(language));
  return object;
}

TEST(TranslateTitles, PutsThoseOfReadersIntoTheLanguageOfTheSite) {
  constexpr std::string_view kEnglish = R"({
    "contact": {"note": "Phone: +49 30 1234567"},
    "links": [{"title": "Website", "url": "https://a.example"}, {"title": "Profile", "url": "https://b.example"}],
    "cv": {"education": [{"degree": "D", "text": ["Score: 1.5", "Knots"]}], "skills": [{"area": "Skills", "items": ["a"]}],
      "sections": [{"title": "Certificates", "items": []}, {"title": "Interests", "items": []},
        {"title": "Volunteering", "items": []}, {"title": "References", "items": []}, {"title": "Work", "items": []},
        {"title": "Studies", "items": []}]}})";
  const auto german = bj::serialize(translated(kEnglish, "de-AT"));
  expect_json(bj::parse(german), R"({
    "contact": {"note": "Telefon: +49 30 1234567"},
    "links": [{"title": "Website", "url": "https://a.example"}, {"title": "Profil", "url": "https://b.example"}],
    "cv": {"education": [{"degree": "D", "text": ["Note: 1.5", "Knots"]}], "skills": [{"area": "Kenntnisse", "items": ["a"]}],
      "sections": [{"title": "Zertifikate", "items": []}, {"title": "Interessen", "items": []},
        {"title": "Ehrenamt", "items": []}, {"title": "Referenzen", "items": []}, {"title": "Tätigkeiten", "items": []},
        {"title": "Studien", "items": []}]}})");
  expect_json(translated(german, "en"), kEnglish);
}

TEST(TranslateTitles, TakesTheOwnersLabels) {
  content::Site site;
  site.language = "de";
  site.labels = {{"section_certificates", "Scheine"}};
  auto object = bj::parse(R"({"cv": {"sections": [{"title": "Certificates"}]}})").as_object();
  translate_titles(object, content::Labels(site));
  expect_json(object, R"({"cv": {"sections": [{"title": "Scheine"}]}})");
}

TEST(TranslateTitles, LeavesWhatAFileSaysItself) {
  constexpr std::string_view kOwn = R"({
    "contact": {"note": "Please write"}, "links": [{"title": "My website"}, 5],
    "cv": {"sections": [{"title": "Certificates and courses"}, {"name": "Certificates"}], "skills": "Skills", "education": null}})";
  expect_json(translated(kOwn, "de"), kOwn);
}

TEST(ReadSource, NamesSectionsInTheLanguageOfTheResume) {
  const auto read = read_source(R"({"meta": {"language": "fr"}, "basics": {"name": "R", "url": "https://r.example"},
    "certificates": [{"name": "Plongée"}], "interests": [{"name": "Voile"}]})",
                                SourceFormat::resume, {});
  ASSERT_TRUE(read);
  expect_json(read->site, R"({
    "language": "fr", "owner": {"name": "R"}, "links": [{"title": "Site web", "url": "https://r.example"}],
    "cv": {"sections": [{"title": "Certifications", "items": [{"title": "Plongée"}]},
                        {"title": "Centres d’intérêt", "items": [{"title": "Voile"}]}]}})");
}

}  // namespace
}  // namespace agent_access::sources

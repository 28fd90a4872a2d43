// /resume.json and /publications.bib.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <string>
#include <string_view>
#include <tuple>

#include "site/content/load.hpp"
#include "site/documents/bibliography.hpp"
#include "site/documents/resume.hpp"
#include "unit/site/documents/example_view.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;
using testing::HasSubstr;
using testing::Not;

Example site_of(std::string_view json) {
  Example example = example_site();
  example.content.site = content::parse_site(json).value();
  return example;
}

TEST(Resume, HasThePublicCvInTheFormOfJsonResume) {
  const Example example = site_of(R"({"tagline": "T", "updated": "2034-05-06",
    "owner": {"name": "Robin \"R\" Example", "job_title": "Pilot", "location": "Port", "knows_about": ["tides"],
              "same_as": ["https://www.code.example:8443/robin"]},
    "contact": {"email": "robin@example.com"}, "links": [{"title": "Files", "url": "/files.zip"}],
    "design": {"portrait": "/robin.jpg"},
    "publications": [{"slug": "b", "title": "B", "date": "2033", "venue": "Press", "doi": "10.5555/b"},
                     {"slug": "c", "title": "C", "summary": "S"}],
    "projects": [{"slug": "q", "title": "Q", "date": "2031", "until": "2032-01", "repository": "/q.git", "topics": ["x"]},
                 {"slug": "p", "title": "P", "date": "2030"}],
    "cv": {"summary": "Steers.",
           "positions": [{"title": "Pilot", "organisation": "Port", "from": "2030", "until": "2031-02-03", "url": "/port",
                          "location": "Quay", "summary": "All.", "text": ["Steers.", "Moors."]},
                         {"title": "Monk", "organisation": "Abbey", "from": "0990", "until": "3000"}],
           "education": [{"degree": "D", "institution": "I", "from": "2020", "date": "2024", "text": ["Knots."]}],
           "skills": [{"area": "Knots", "items": ["bowline"]}], "languages": [{"language": "English", "level": "C2"}],
           "awards": [{"name": "A", "date": "2029"}],
           "sections": [{"title": "Volunteering", "items": [{"title": "Guide", "organization": "Museum", "from": "2031"}]},
                        {"title": "Certificates", "items": [{"title": "Radio", "organization": "State", "from": "2022"},
                                                            {"title": "Diving", "until": "2021-05-06"}]},
                        {"title": "Teaching", "items": [{"title": "Ropes", "url": "/ropes", "text": ["Ten lessons."]}]}]}})");
  EXPECT_EQ(bj::parse(render_resume(example.view())), bj::parse(R"({
    "$schema": "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json",
    "basics": {"name": "Robin \"R\" Example", "label": "Pilot", "image": "https://example.com/robin.jpg",
               "email": "robin@example.com", "url": "https://example.com/", "summary": "Steers.",
               "location": {"city": "Port"},
               "profiles": [{"network": "code.example", "url": "https://www.code.example:8443/robin"},
                            {"network": "Files", "url": "https://example.com/files.zip"}]},
    "work": [{"name": "Port", "position": "Pilot", "location": "Quay", "url": "https://example.com/port",
              "startDate": "2030", "endDate": "2031-02-03", "summary": "All.", "highlights": ["Steers.", "Moors."]},
             {"name": "Abbey", "position": "Monk"}],
    "volunteer": [{"organization": "Museum", "position": "Guide", "startDate": "2031"}],
    "education": [{"institution": "I", "studyType": "D", "startDate": "2020", "endDate": "2024", "courses": ["Knots."]}],
    "awards": [{"title": "A", "date": "2029"}],
    "certificates": [{"name": "Radio", "issuer": "State", "date": "2022"}, {"name": "Diving", "date": "2021-05-06"}],
    "publications": [{"name": "B", "publisher": "Press", "releaseDate": "2033", "url": "https://doi.org/10.5555/b"},
                     {"name": "C", "url": "https://example.com/publications/c", "summary": "S"}],
    "skills": [{"name": "Knots", "keywords": ["bowline"]}],
    "languages": [{"language": "English", "fluency": "C2"}],
    "interests": [{"name": "tides"}],
    "projects": [{"name": "Q", "startDate": "2031", "endDate": "2032-01", "url": "https://example.com/q.git", "keywords": ["x"]},
                 {"name": "P", "startDate": "2030"},
                 {"name": "Ropes", "type": "Teaching", "url": "https://example.com/ropes", "highlights": ["Ten lessons."]}],
    "meta": {"canonical": "https://example.com/resume.json", "version": "v1.0.0", "lastModified": "2034-05-06"}})"));
}

TEST(Resume, KnowsItsSectionsInTheLanguageOfTheSite) {
  const Example example = site_of(R"({"tagline": "T", "language": "de", "owner": {"name": "N"},
    "cv": {"sections": [{"title": "Ehrenamt", "items": [{"title": "A"}]}, {"title": "Zertifikate", "items": [{"title": "B"}]},
                        {"title": "certificates", "items": [{"title": "C"}]}]}})");
  const auto resume = bj::parse(render_resume(example.view()));
  EXPECT_EQ(resume.at("volunteer"), bj::parse(R"([{"position": "A"}])"));
  EXPECT_EQ(resume.at("certificates"), bj::parse(R"([{"name": "B"}, {"name": "C"}])"));
}

TEST(Resume, OfASiteWithLittleHasNoEmptyMembers) {
  const Example example = site_of(R"({"tagline": "T", "owner": {"name": "N"}})");
  EXPECT_EQ(bj::parse(render_resume(example.view())), bj::parse(R"({
    "$schema": "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json",
    "basics": {"name": "N", "url": "https://example.com/"},
    "meta": {"canonical": "https://example.com/resume.json", "version": "v1.0.0"}})"));
}

TEST(Bibliography, HasAnEntryOfItsKindForEachWork) {
  const Example example = site_of(R"({"tagline": "T", "owner": {"name": "N"}, "publications": [
    {"slug": "a", "title": "On DNA", "date": "2034-05-06", "authors": ["Robin Example", "Barnes and Noble", "Ümit 数据"],
     "venue": "Journal", "doi": "10.5555/a_{b}", "url": "/a.pdf", "key": "Example2034:dna", "topics": ["sea", "noise"],
     "summary": "50 % & more"},
    {"slug": "b", "title": "B", "date": "2033", "type": "software", "status": "beta"}]})");
  EXPECT_EQ(render_bibliography(example.view()), R"(% https://example.com/publications.bib

@article{Example2034:dna,
  title = {{On DNA}},
  author = {Robin Example and {Barnes and Noble} and Ümit 数据},
  journal = {{Journal}},
  year = {2034},
  month = may,
  day = {06},
  doi = {10.5555/a_%7Bb%7D},
  url = {https://example.com/a.pdf},
  abstract = {50 \% \& more},
  keywords = {sea, noise}
}

@misc{b,
  title = {{B}},
  year = {2033},
  type = {software},
  note = {beta},
  url = {https://example.com/publications/b}
}
)");
}

TEST(Bibliography, NamesTheVenueByTheKindOfTheWork) {
  for (const auto& [kind, start, venue] : {std::tuple("article", "@article{s,", "journal = {{V}}"),
                                           {"book", "@book{s,", "publisher = {{V}}"},
                                           {"chapter", "@incollection{s,", "booktitle = {{V}}"},
                                           {"thesis", "@thesis{s,", "school = {{V}}"},
                                           {"report", "@techreport{s,", "institution = {{V}}"},
                                           {"patent", "@patent{s,", "organization = {{V}}"},
                                           {"talk", "@misc{s,", "howpublished = {{V}}"},
                                           {"other", "@misc{s,", "howpublished = {{V}}"}}) {
    const auto text = render_bibliography(
        site_of(
            R"({"tagline": "T", "owner": {"name": "N"}, "publications": [{"slug": "s", "title": "T", "venue": "V", "type": ")" +
            std::string(kind) + R"("}]})")
            .view());
    EXPECT_THAT(text, HasSubstr(start));
    EXPECT_THAT(text, HasSubstr(venue));
  }
}

TEST(Bibliography, NamesAThesisByItsGenre) {
  for (const auto& [genre, start] : {std::pair("", "@thesis{s,"),
                                     {"PhD thesis", "@phdthesis{s,"},
                                     {"Master's thesis", "@mastersthesis{s,"},
                                     {"Bachelor's thesis", "@mastersthesis{s,"}}) {
    const auto site = site_of(
        R"({"tagline": "T", "owner": {"name": "N"}, "publications": [{"slug": "s", "title": "T", "type": "thesis", "genre": ")" +
        std::string(genre) + R"("}]})");
    EXPECT_THAT(render_bibliography(site.view()), HasSubstr(start)) << genre;
  }
}

TEST(Bibliography, KeepsNamesWhole) {
  const Example example = site_of(R"({"tagline": "T", "owner": {"name": "N"}, "publications": [
    {"slug": "s", "title": "T", "authors": ["Example, Inc.", "Sam Davis, Jr.", "Ernst & Partners", "Mia Muster"]}]})");
  EXPECT_THAT(render_bibliography(example.view()),
              HasSubstr("author = {{Example, Inc.} and {Sam Davis, Jr.} and {Ernst \\& Partners} and Mia Muster}"));
}

TEST(Bibliography, IsNotBrokenByATextOfTheOwner) {
  const Example example = site_of(R"({"tagline": "T", "owner": {"name": "N"}, "publications": [
    {"slug": "s", "title": "}} @book{x, a\\ {b} 1% #$&_~^`", "authors": ["others", "A} and {B", "A, B, C, D"],
     "key": "a,b}", "venue": "{"}]})");
  EXPECT_EQ(render_bibliography(example.view()), R"(% https://example.com/publications.bib

@article{s,
  title = {{{\textbraceright}{\textbraceright} @book{\textbraceleft}x, a$\backslash$ {\textbraceleft}b{\textbraceright} )"
                                                 R"(1\% \#\$\&\_{\textasciitilde}{\textasciicircum}{\textasciigrave}}},
  author = {{others} and {A{\textbraceright} and {\textbraceleft}B} and {A, B, C, D}},
  journal = {{{\textbraceleft}}},
  url = {https://example.com/publications/s}
}
)");
}

TEST(Bibliography, HasEachKeyOnceAlsoWithoutCase) {
  const auto text = render_bibliography(site_of(R"({"tagline": "T", "owner": {"name": "N"}, "publications": [
    {"slug": "a", "title": "1", "key": "B"}, {"slug": "b", "title": "2"}, {"slug": "c", "title": "3", "key": "b"},
    {"slug": "d", "title": "4", "key": "b-2"}]})")
                                            .view());
  for (const auto* key : {"{B,", "{b-2,", "{c,", "{d,"}) EXPECT_THAT(text, HasSubstr(key));
  EXPECT_THAT(text, Not(HasSubstr("{b,")));
}

}  // namespace
}  // namespace agent_access::documents

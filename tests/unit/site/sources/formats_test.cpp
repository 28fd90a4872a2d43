// The formats, how they are told apart, and the readers of those that are no bibliographies.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <string>
#include <vector>

#include "site/sources/formats.hpp"
#include "site/sources/texts/foreign_document.hpp"
#include "unit/site/sources/note_lines.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Imported read(std::string_view text, SourceFormat format, const std::vector<std::string>& with = {}) {
  auto imported = read_source(text, format, with);
  EXPECT_TRUE(imported) << imported.error();
  return imported ? std::move(*imported) : Imported();
}

void expect_json(const bj::value& value, std::string_view expected) {
  EXPECT_EQ(value, bj::parse(expected)) << bj::serialize(value);
}

TEST(DetectFormat, KnowsEachByItsContent) {
  const std::vector<std::pair<std::string, SourceFormat>> rows = {
      {R"({"basics": {}})", SourceFormat::resume},
      {"\xEF\xBB\xBF// mine\n{\"work\": [],}", SourceFormat::resume},
      {R"([{"id": "a", "type": "book", "title": "T"}])", SourceFormat::csl},
      {R"({"items": []})", SourceFormat::csl},
      {R"({"status": "ok", "message": {"DOI": "10.1/x"}})", SourceFormat::csl},
      {R"({"@context": "https://schema.org", "@type": "FAQPage", "mainEntity": []})", SourceFormat::faq},
      {R"({"@graph": [{"@type": "FAQPage"}]})", SourceFormat::faq},
      {"% comment\n@article{a,\n title={T}}", SourceFormat::bibtex},
      {"@String {x = \"y\"}", SourceFormat::bibtex},
      {std::string("@misc{a, note={\0}}", 18), SourceFormat::bibtex},
      {"\xEF\xBB\xBFTY  - JOUR\nER  - \n", SourceFormat::ris},
      {"# mine\nbasics:\n  name: R\n", SourceFormat::resume},
      {"---\nwork:\n- name: x\n", SourceFormat::resume},
      {"cv:\n  name: Robin\n", SourceFormat::rendercv},
      {"- title: Education\n  type: time_table\n  contents:\n    - title: PhD\n", SourceFormat::alfolio},
      {"cff-version: 1.2.0\ntitle: T\n", SourceFormat::citation_file},
      {"- title: T\n  authors: M. Muster\n", SourceFormat::works},
      {R"([{"title": "T", "authors": ["M. Muster"], "type": "paper"}])", SourceFormat::works},
      {"- year: 2020\n  papers:\n    - title: T\n      venue: V\n      bib: |\n        @misc{a}\n",
       SourceFormat::works},
      {"references:\n- id: a\n  type: book\n  title: T\n  issued: 2020\n", SourceFormat::works},
      {"---\ntitle: T\ncollection: publications\n---\nText\n", SourceFormat::work_page},
      {"---\ntitle: T\nauthors: [M]\n---\n@misc{a,}\n", SourceFormat::work_page},
      {"- q: What?\n  a: That.\n", SourceFormat::faq},
      {"What is it?: A site.\n", SourceFormat::faq},
      {"---\nlayout: faq\nquestions:\n  - question: What?\n    answer: That.\n---\n", SourceFormat::faq},
  };
  for (const auto& [text, format] : rows) {
    const auto found = detect_format(text);
    ASSERT_TRUE(found) << text << found.error();
    EXPECT_EQ(*found, format) << text;
  }
}

TEST(DetectFormat, SaysWhatAnotherFileIs) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"PK\x03\x04", "ZIP"},
      {"%PDF-1.7", "PDF"},
      {"", "empty"},
      {"name: Robin\nnav: [a, b]\n", "is YAML of a form that import does not know; it reads JSON Resume, RenderCV"},
      {"---\ntitle: Post\ndate: 2020-01-01\n---\nText\n", "is YAML of a form that import does not know"},
      {"basics:\n  name: R\n label: x\n", "3: is not YAML: found"},
      {"# Robin Example\n", "llms.txt"},
      {R"({"tagline": "x", "owner": {"name": "y"}})", "a site.json already"},
      {"[1]", "import does not know"},
      {"{\"basics\": {", "1: is not JSON: found the end of the file before the }"},
      {"{\"basics\": \n  x}", "2: is not JSON: found a text without quotes"},
  };
  for (const auto& [text, expected] : rows) {
    const auto found = detect_format(text);
    ASSERT_FALSE(found) << text;
    EXPECT_THAT(found.error(), HasSubstr(expected));
  }
}

TEST(ForeignJson, RefusesWhatIsNoJsonWithItsLine) {
  EXPECT_THAT(parse_foreign_json("{\n\"a\": \"\xFC\"}").error(),
              HasSubstr("2: is not JSON: found the byte 0xFC, which is not UTF-8"));
  EXPECT_THAT(parse_foreign_json("{} {}").error(), HasSubstr("1: "));
  EXPECT_EQ(parse_foreign_json("{\"a\": 1,\n\"a\": 2}").error(),
            "2: the member \"a\" occurs twice in one object; keep one");
  EXPECT_THAT(parse_foreign_json(std::string(40, '[') + std::string(40, ']')).error(), HasSubstr("32 levels"));
}

TEST(StrictJson, HasNoCommentsAndNoCommaTooMany) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"/* a\n */ {\"a\": [1, 2,], // b\n}\n", "    \n    {\"a\": [1, 2 ]      \n}\n"},
      {"\xEF\xBB\xBF[1,/* , */\n]", "[1        \n]"},
      {R"(["a//b", "/*", "\\", "\",]"])", R"(["a//b", "/*", "\\", "\",]"])"},
      {"[1,,]", "[1, ]"},
      {"\"open, ]", "\"open, ]"},
      {"/* open", "       "},
  };
  for (const auto& [given, expected] : rows) EXPECT_EQ(without_comments(given), expected) << given;
}

TEST(ReadImport, RefusesWhatHasNothing) {
  EXPECT_THAT(read_source(R"({"@graph": [{"@type": "Person", "name": "R"}]})", SourceFormat::faq, {}).error(),
              HasSubstr("has nothing of questions and answers"));
  EXPECT_THAT(read_source(R"([{"type": "book"}])", SourceFormat::csl, {}).error(),
              HasSubstr("line 1: [0] has no title"));
}

TEST(ReadResume, TakesBothVersionsOfItsNames) {
  const auto imported = read(R"({
    "basics": {"firstName": "Robin", "lastName": "Example", "label": "Engineer", "email": "robin@example.com",
      "website": "robin.example", "summary": "One.\r\n\r\nTwo.", "location": {"city": "Port", "countryCode": "DE"},
      "profiles": [{"network": "GitHub", "username": "robin"}, {"network": "Other", "url": "other.example/robin"}]},
    "work": [{"company": "Ex", "position": "Head", "website": "ex.example", "startDate": "2022-09-01", "endDate": "Present",
              "highlights": ["a <b>b</b>", null]},
             {"name": "Ex", "position": "Eng", "startDate": 2020, "endDate": null, "location": "Port", "summary": "s"}],
    "skills": [{"name": "Sea", "level": "Master", "keywords": ["a"]}, {"name": "Wind"}, {"name": "Sun"}]
  })",
                             SourceFormat::resume);
  EXPECT_THAT(imported.notes, IsEmpty());
  expect_json(imported.site, R"json({
    "tagline": "Engineer",
    "owner": {"name": "Robin Example", "job_title": "Engineer", "summary": "One.", "about": ["Two."], "location": "Port, DE",
      "same_as": ["https://github.com/robin", "https://other.example/robin"]},
    "contact": {"email": "robin@example.com"},
    "links": [{"title": "Website", "url": "https://robin.example"}, {"title": "GitHub", "url": "https://github.com/robin"},
      {"title": "Other", "url": "https://other.example/robin"}],
    "cv": {
      "positions": [
        {"title": "Head", "organisation": "Ex", "from": "2022-09", "url": "https://ex.example", "text": ["a b"]},
        {"title": "Eng", "organisation": "Ex", "from": "2020", "location": "Port", "summary": "s"}],
      "skills": [{"area": "Sea (Master)", "items": ["a"]
}, {"area": "Skills", "items": ["Wind", "Sun"]}]
}
})json");
}

TEST(ReadResume, GivesListsOfOtherKindsASection) {
  const auto imported = read(R"({
    "volunteer": [{"organization": "Club", "position": "Helper", "startDate": "2020", "highlights": ["x"]}],
    "certificates": [{"name": "Diving", "date": "2021-05", "issuer": "Society"}],
    "interests": [{"name": "Boats", "keywords": ["sail", "oar"]}],
    "education": [{"institution": "Uni", "area": "Sea", "studyType": "PhD", "startDate": "2018", "endDate": "2021", "gpa": 1.5,
                   "courses": ["A"]}],
    "awards": [{"title": "Medal", "awarder": "Society", "date": "2020"}],
    "languages": [{"language": "English", "fluency": "native"}],
    "projects": [{"name": "Lull", "description": "d", "highlights": ["h"], "startDate": "2020",
                  "endDate": "2022-03-01", "url": "github.com/x/lull"},
                 {"name": "Ebb", "startDate": "2021", "endDate": "2020"}]
  })",
                             SourceFormat::resume);
  expect_json(imported.site, R"({
    "cv": {
      "education": [{"degree": "PhD, Sea", "institution": "Uni", "from": "2018", "date": "2021", "text": ["Score: 1.5", "A"]}],
      "languages": [{"language": "English", "level": "native"}],
      "awards": [{"name": "Medal, Society", "date": "2020"}],
      "sections": [
        {"title": "Volunteering", "items": [{"title": "Helper", "organization": "Club", "from": "2020", "text": ["x"]}]},
        {"title": "Certificates",
         "items": [{"title": "Diving", "organization": "Society", "until": "2021-05"}]},
        {"title": "Interests", "items": [{"title": "Boats", "text": ["sail, oar"]}]}]},
    "projects": [{"title": "Lull", "date": "2020", "until": "2022-03", "summary": "d", "text": ["h"],
                  "repository": "https://github.com/x/lull"}, {"title": "Ebb", "date": "2021"}]
  })");
}

TEST(ReadResume, SaysWhatItLeavesOutAndWhere) {
  const auto imported = read(R"({
    "basics": {
      "email": "robin at example dot com",
      "phone": "+00", "birthday": "2000-01-01", "image": "a.png"},
    "work": [
      {"name": "Ex", "position": "A", "startDate": "soon"},
      {"name": "Ex", "position": "B", "startDate": "2020", "endDate": "2019", "secret": 1},
      {"name": "Ex", "position": "C", "startDate": "2020", "secret": 2, "url": "no address"}],
    "references": [{"name": "Kim"}]
  })",
                             SourceFormat::resume);
  EXPECT_THAT(
      note_lines(imported.notes),
      ElementsAre(
          "3 basics.email: \"robin at example dot com\" is not an e-mail address; left out; write contact.email "
          "yourself if it may be public",
          "4 basics.birthday: left out; \"birthday\" in content.publish publishes it",
          "4 basics.image: left out; put the file into public/ and name it in design.portrait",
          "4 basics.phone: left out; \"phone\" in content.publish publishes it",
          "6 work[0].startDate: \"soon\" is not a date; left out",
          "6 work[0]: has no start; it stands in the section \"Work\" of the CV",
          "7 work[1].endDate: 2019 is before the start; left out",
          "7 work[1].secret: has no place in site.json; left out x2",
          "8 work[2].url: \"no address\" is not an address; left out",
          "9 references: left out; \"references\" in content.publish publishes them"));
}

TEST(ReadResume, PublishesPrivatePartsOnlyIfAsked) {
  constexpr std::string_view kText = R"({"basics": {"name": "R", "phone": "+00 1", "birthday": "2000-01-02",
    "location": {"address": "Street 1", "postalCode": "123", "city": "Port"}}, "references": [{"name": "Kim", "reference": "Good"}]})";
  const auto without = bj::serialize(read(kText, SourceFormat::resume).site);
  for (const auto* part : {"+00", "2000-01", "Street", "123", "Kim"}) EXPECT_FALSE(without.contains(part)) << part;
  const auto all = bj::serialize(read(kText, SourceFormat::resume, {"phone", "birthday", "street", "references"}).site);
  for (const auto* part : {"Phone: +00 1", "2000-01-02", "Street 1, 123 Port", "Kim", "Good"}) {
    EXPECT_TRUE(all.contains(part)) << part << all;
  }
}

TEST(ReadImport, TakesWorksOfEachFormat) {
  constexpr std::string_view kExpected = R"({"publications": [
    {"title": "T", "type": "book", "date": "2020", "authors": ["Robin Example"], "venue": "P", "publisher": "P",
     "key": "a"}]})";
  expect_json(
      read("@book{a, title={T}, author={Example, Robin}, publisher={P},\n year=2020}", SourceFormat::bibtex).site,
      kExpected);
  expect_json(
      read("TY  - BOOK\nTI  - T\nAU  - Example, Robin\nPB  - P\nPY  - 2020\nID  - a\nER  - \n", SourceFormat::ris).site,
      kExpected);
  const auto csl = read(R"([{"id": "a", "type": "book", "title": "T", "publisher": "P", "chapter-number": "1",
    "author": [{"family": "Example", "given": "Robin"}], "issued": {"date-parts": [[2020]]}},
    {"type": "book"}])",
                        SourceFormat::csl);
  expect_json(csl.site, kExpected);
  EXPECT_THAT(note_lines(csl.notes),
              ElementsAre("1 a.chapter: has no place in site.json; left out", "3 [1]: has no title; left out"));
}

TEST(ReadQuestions, FindsQuestionsAtAnyDepth) {
  const auto imported = read(R"({"@graph": [{"@type": "WebPage"}, {"@type": ["FAQPage"], "mainEntity": [
    {"@type": "Question", "name": "What is it about?", "acceptedAnswer": {"@type": "Answer", "text": "<p>About the sea &amp; its sounds.</p>"}},
    {"@type": "Question", "name": "短い？", "acceptedAnswer": {"text": "はい"}},
    {"@type": "Question", "name": "Why?"}]}]})",
                             SourceFormat::faq);
  expect_json(imported.questions, R"([{"question": "What is it about?", "answer": "About the sea & its sounds."},
                                      {"question": "短い？", "answer": "はい"}])");
  EXPECT_THAT(note_lines(imported.notes), ElementsAre("4 @graph[1].mainEntity[2]: has no answer; left out"));
}

TEST(ReadQuestions, IsFoundInAPageOfHtml) {
  constexpr std::string_view kPage =
      "<!doctype html>\n<script type=\"application/ld+json\">{\"@type\": \"WebSite\"}</script>\n"
      "<script type='application/ld+json'>\n{\"@type\": \"FAQPage\", \"mainEntity\": [\n"
      "{\"@type\": \"Question\", \"name\": \"What is it about?\", \"acceptedAnswer\": {\"text\": \"About the sea and "
      "its sounds.\"}},\n"
      "{\"@type\": \"Question\", \"name\": \"Why?\"}]}</script><p>text";
  ASSERT_TRUE(detect_format(kPage));
  const auto imported = read(kPage, *detect_format(kPage));
  expect_json(imported.questions, R"([{"question": "What is it about?", "answer": "About the sea and its sounds."}])");
  EXPECT_THAT(note_lines(imported.notes), ElementsAre("6 [1].mainEntity[1]: has no answer; left out"));
  EXPECT_FALSE(detect_format("<html>no data</html>"));
}

TEST(ReadQuestions, TakesWhatPeopleWrite) {
  const std::vector<std::string> texts = {
      "- question: What is it?\n  answer: >-\n    A site,\n    **quiet**.\n",
      "- q: What is it?\n  a: A site, quiet.\n",
      "faqs:\n  general:\n    - Question: What is it?\n      Answer: [\"A site,\", quiet.]\n",
      "What is it?: A site, quiet.\n",
      "title: FAQ\nitems:\n  - title: What is it?\n    content: <p>A site, <i>quiet</i>.</p>\n",
      "---\nlayout: page\nfaq:\n  - question: What is it?\n    response: A site, quiet.\n---\n# Page\n",
      R"([{"question": "What is it?", "answer": "A site, quiet."}])",
  };
  for (const auto& text : texts) {
    const auto imported = read(text, SourceFormat::faq);
    EXPECT_EQ(bj::serialize(imported.questions), R"([{"question":"What is it?","answer":"A site, quiet."}])") << text;
  }
  const auto without = read("- question: One?\n  answer: Yes.\n- question: Two?\n- answer: No.\n", SourceFormat::faq);
  EXPECT_THAT(note_lines(without.notes),
              ElementsAre("3 [1]: has no answer; left out", "4 [2]: has no question; left out"));
}

TEST(ReadQuestions, NamesWhatIsNone) {
  const auto imported = read(R"(title: FAQ
version: 3
faq:
  - {Frage: Was?, Antwort: Das., id: 1}
  - {title: Opening hours, content: Ten to six.}
  - Text
  - {question: How?, answers: [One, Two], link: "https://x.example"}
)",
                             SourceFormat::faq);
  expect_json(imported.questions,
              R"([{"question": "Was?", "answer": "Das."}, {"question": "How?", "answer": "One Two"}])");
  EXPECT_THAT(
      note_lines(imported.notes),
      ElementsAre("2 version: has no place in site.json; left out", "4 faq[0].id: has no place in site.json; left out",
                  "5 faq[1]: has no question; left out x2", "7 faq[3].link: has no place in site.json; left out"));
}

TEST(ReadQuestions, AreTakenInOneLanguage) {
  const auto imported = read("en:\n  - {q: What?, a: That.}\nde:\n  - {q: Was?, a: Das.}\n", SourceFormat::faq);
  expect_json(imported.questions, R"([{"question": "What?", "answer": "That."}])");
  EXPECT_THAT(note_lines(imported.notes), testing::Contains(HasSubstr("left out the one in de")));
}

TEST(ReadQuestions, AreThoseOfSchemaOrgByAnyName) {
  expect_json(read(R"([{"@type": "https://schema.org/Question", "name": "What", "position": 1,
                        "acceptedAnswer": {"text": "That."}}])",
                   SourceFormat::faq)
                  .questions,
              R"([{"question": "What", "answer": "That."}])");
}

TEST(ReadSource, IsTheSameInYamlAndInJson) {
  const auto json = read(
      R"({"basics": {"name": "R", "phone": "1"}, "work": [{"name": "Ex", "position": "A", "startDate": "2020-03-15"}]})",
      SourceFormat::resume);
  const auto yaml =
      read("basics:\n  name: R\n  phone: 0\nwork:\n  - name: Ex\n    position: A\n    startDate: 2020-03-15\n",
           SourceFormat::resume);
  EXPECT_EQ(json.site, yaml.site);
  EXPECT_THAT(note_lines(yaml.notes),
              ElementsAre("3 basics.phone: left out; \"phone\" in content.publish publishes it"));
  const auto latin = read("basics:\n  name: J\xF6rg\n", SourceFormat::resume);
  EXPECT_EQ(bj::serialize(latin.site), R"({"owner":{"name":"Jörg"}})");
  EXPECT_THAT(note_lines(latin.notes), ElementsAre("2 : is not UTF-8; such bytes are read as Windows-1252 (Latin-1)"));
  EXPECT_THAT(read_source("a: \"", SourceFormat::resume, {}).error(), HasSubstr("1: is not YAML"));
  EXPECT_EQ(read_source("- a\n", SourceFormat::resume, {}).error(), "is not JSON Resume: expected one object");
}

TEST(ReadResume, NamesMembersThatSayTheSameOtherwise) {
  const auto imported = read(R"({
    "basics": {"name": "R", "label": ["Engineer", "Writer"], "url": "https://r.example", "website": "r.example",
      "image": "a.png", "photo": "b.png"},
    "work": [
      {"name": "Ex", "company": "Ex", "position": "Head", "title": "Lead", "startDate": "2020", "highlights": ["a"],
       "achievements": ["b"]},
      {"name": "Ex", "company": "Why", "position": "Head", "title": "Other", "startDate": "2020",
       "highlights": ["a", true, ["b"], false]}],
    "projects": [{"name": "P", "startDate": {"year": 2010, "month": 3}}]
  })",
                             SourceFormat::resume);
  EXPECT_EQ(bj::serialize(imported.site.at("owner").at("job_title")), R"("Engineer")");
  EXPECT_EQ(bj::serialize(imported.site.at("projects")), R"([{"title":"P","date":"2010-03"}])");
  EXPECT_THAT(note_lines(imported.notes),
              ElementsAre("2 basics.label: has several texts where one is expected; the first is taken",
                          "3 basics.image: left out; put the file into public/ and name it in design.portrait",
                          "3 basics.photo: left out; put the file into public/ and name it in design.portrait",
                          "5 work[0].title: has no place beside \"position\" in site.json; left out x2",
                          "6 work[0].achievements: has no place beside \"highlights\" in site.json; left out",
                          "7 work[1].company: has no place beside \"name\" in site.json; left out",
                          "8 work[1].highlights: has a list where a text is expected; left out",
                          "8 work[1].highlights: has true where a text is expected; left out"));
}

TEST(ReadResume, SaysWhereAnObjectIsInsteadOfAText) {
  const auto imported = read("basics:\n  name: R\n  label: {rank: 1}\n  summary: [{title: A, items: [B, C]}, {x: 1}]\n",
                             SourceFormat::resume);
  EXPECT_EQ(bj::serialize(imported.site.at("owner")), R"({"name":"R","summary":"A: B, C"})");
  EXPECT_THAT(note_lines(imported.notes),
              ElementsAre("3 basics.label: has an object where a text is expected; left out",
                          "4 basics.summary: has an object where a text is expected; left out"));
}

}  // namespace
}  // namespace agent_access::sources

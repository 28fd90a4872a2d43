#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "site/content/load.hpp"

namespace agent_access::content {
namespace {

using testing::ElementsAre;

std::vector<std::string> site_errors(std::string_view json) {
  std::vector<std::string> all;
  const auto site = parse_site(json);
  if (site) return all;
  for (const ContentError& error : site.error()) all.push_back(describe(error));
  return all;
}

/// A site with one more member, on line 2.
std::string with(std::string_view member) {
  return std::string("{\"tagline\": \"t\", \"owner\": {\"name\": \"n\"},\n").append(member).append("}");
}

struct Row {
  std::string_view name;
  std::string_view member;
  std::string_view error;
};

class RefusedMember : public testing::TestWithParam<Row> {};

TEST_P(RefusedMember, IsNamedWithPlaceAndRemedy) {
  EXPECT_THAT(site_errors(with(GetParam().member)), ElementsAre(std::string(GetParam().error)));
}

constexpr std::string_view kDateError = "expected YYYY, YYYY-MM or YYYY-MM-DD, a date that exists";
/// How a sentence ends that shows the text of a file, which has JSON's escapes here.
std::string got(std::string_view json) {
  std::string text;
  for (std::size_t i = 0; i < json.size(); ++i) text += json[i == json.size() - 1 || json[i] != '\\' ? i : ++i];
  return text.empty() ? "" : ", got \"" + text + "\"";
}
constexpr std::string_view kUrlError =
    "expected an absolute URL that begins with https:// or http://, with spaces, quotes and letters beyond ASCII "
    "percent-encoded";

INSTANTIATE_TEST_SUITE_P(
    Site, RefusedMember,
    testing::Values(
        Row{"type", R"("title": 5)", "line 2: title: expected text, got a number"},
        Row{"list", R"("links": {})", "line 2: links: expected a list, got an object"},
        Row{"object", R"("cv": [])", "line 2: cv: expected an object, got a list"},
        Row{"null", R"("updated": null)", "line 2: updated: expected text, got null"},
        Row{"boolean", R"("contact": {"note": true})", "line 2: contact.note: expected text, got true or false"},
        Row{"until_type", R"("cv": {"positions": [{"title": "t", "organisation": "o", "from": "2031", "until": 5}]})",
            "line 2: cv.positions[0].until: expected text or null, got a number"},
        Row{"until_before",
            "\"cv\": {\"positions\": [{\"title\": \"t\", \"organisation\": \"o\", \"from\": \"2031-02\",\n"
            "\"until\": \"2031-01-31\"}]}",
            "line 3: cv.positions[0].until: is before \"from\"; exchange the two or correct one"},
        Row{"end_before",
            R"("cv": {"education": [{"degree": "d", "institution": "i", "from": "2026", "date": "2025-12"}]})",
            "line 2: cv.education[0].date: is before \"from\"; exchange the two or correct one"},
        Row{"item_end_before",
            R"("cv": {"sections": [{"title": "t", "items": [{"title": "i", "from": "2031", "until": "2030"}]}]})",
            "line 2: cv.sections[0].items[0].until: is before \"from\"; exchange the two or correct one"},
        Row{"section", R"("cv": {"sections": [{"title": "t"}]})", "line 2: cv.sections[0].items: is missing"},
        Row{"work_type", R"("publications": [{"slug": "a", "title": "t", "type": "paper"}])",
            "line 2: publications[0].type: expected one of article, book, chapter, thesis, report, talk, patent, "
            "dataset, software, other, got \"paper\""},
        Row{"empty", R"("title": "")", "line 2: title: is empty"},
        Row{"missing", "\"links\": [{\"title\": \"t\", \"url\": \"https://a\"},\n{\"title\": \"t\"}]",
            "line 3: links[1].url: is missing"},
        Row{"item", R"("publications": ["x"])", "line 2: publications[0]: expected an object, got text"},
        Row{"reserved", R"("@context": "https://schema.org")",
            "line 2: @context: is added by the service to the published document; rename or remove it"},
        Row{"language", R"("language": "english language")",
            "line 2: language: expected a language tag such as en or pt-BR (BCP 47), got \"english language\""},
        Row{"language_name", R"("language": "German")",
            "line 2: language: expected a language tag such as en or pt-BR (BCP 47), got \"German\"; did you mean "
            "\"de\"?"},
        Row{"until_now",
            R"("cv": {"positions": [{"title": "t", "organisation": "o", "from": "2031", "until": "Present"}]})",
            "line 2: cv.positions[0].until: expected YYYY, YYYY-MM or YYYY-MM-DD, a date that exists, got \"Present\"; "
            "leave it out for what has not ended"},
        Row{"email", R"("contact": {"email": "robin"})",
            "line 2: contact.email: expected an e-mail address such as robin@example.com, got \"robin\""},
        Row{"project_until_before", R"("projects": [{"slug": "a", "title": "t", "date": "2031", "until": "2030-12"}])",
            "line 2: projects[0].until: is before \"date\"; exchange the two or correct one"},
        Row{"slug", R"("projects": [{"slug": "A b", "title": "t"}])",
            "line 2: projects[0].slug: expected lower case letters, digits and single hyphens between them, got \"A "
            "b\""},
        Row{"second_slug", "\"projects\": [{\"slug\": \"a\", \"title\": \"t\"},\n{\"slug\": \"a\", \"title\": \"t\"}]",
            "line 3: projects[1].slug: is taken by projects[0].slug; choose another"},
        Row{"line_feed", R"("title": "a\nb")",
            "line 2: title: contains a control character, such as a line feed or a tab; remove it"},
        Row{"delete_in_unknown", R"("x": [{"a b": "\u007f"}])",
            "line 2: x[0][\"a b\"]: contains a control character, such as a line feed or a tab; remove it"},
        Row{"control_in_name", R"("x\u001b": 1)", "line 2: [\"x?\"]: the name contains a control character; remove it"},
        Row{"color", R"("design": {"accent": "red"})",
            "line 2: design.accent: expected a color such as #0b5d5b: a number sign and six hexadecimal digits, got "
            "\"red\""},
        Row{"pale_color", R"("design": {"accent": "#ffd700"})",
            "line 2: design.accent: has a contrast of 1.2 to 1 on light pages, and text needs 4.5; take a darker one"},
        Row{"deep_color", R"("design": {"accent": "#000080", "accent_dark": "#000080"})",
            "line 2: design.accent_dark: has a contrast of 1.0 to 1 on dark pages, and text needs 4.5; take a lighter "
            "one"},
        Row{"dark_alone", R"("design": {"accent_dark": "#ffffff"})",
            "line 2: design.accent_dark: has no effect without \"accent\"; add that one"},
        Row{"other_host", R"("design": {"logo": "//other.example/a.svg"})",
            "line 2: design.logo: expected a path on this site such as /pictures/logo.svg, with spaces and letters "
            "beyond "
            "ASCII percent-encoded, got \"//other.example/a.svg\""},
        Row{"no_image", R"("design": {"portrait": "/me.html"})",
            "line 2: design.portrait: is not the path of an image; name a file that ends in .svg, .png, .jpg, .webp, "
            ".avif, .gif or .ico"},
        Row{"motif", R"("design": {"motif": "off"})", "line 2: design.motif: expected true or false, got text"},
        Row{"label", R"("labels": {"abuot": "About me"})",
            "line 2: labels.abuot: is not a label; did you mean \"about\"?"},
        Row{"no_label", R"("labels": {"favourite_food": "Soup"})",
            "line 2: labels.favourite_food: is not a label; site.schema.json lists all of them"},
        Row{"label_type", R"("labels": {"about": 5})", "line 2: labels.about: expected text, got a number"},
        Row{"empty_label", R"("labels": {"about": ""})", "line 2: labels.about: is empty"},
        Row{"placeholder", R"("labels": {"about": "About {name}"})",
            "line 2: labels.about: contains a placeholder that this label does not have; write it without braces"},
        Row{"other_placeholder", R"("labels": {"contact_summary": "Ask {person}"})",
            "line 2: labels.contact_summary: contains a placeholder that this label does not have; write it with no "
            "other "
            "placeholders than {name}"},
        Row{"brace", R"("labels": {"contact_summary": "Ask {{name}}"})",
            "line 2: labels.contact_summary: contains a placeholder that this label does not have; write it with no "
            "other "
            "placeholders than {name}"},
        Row{"twice", R"("title": "a", "title": "b")",
            "line 2, column 15: the member \"title\" occurs twice in one object; keep one"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(ParseSite, RefusesDatesThatDoNotExist) {
  for (const std::string_view date : {"2034-02-29", "2034-13", "2034-00", "2034-04-31", "34", "2034-5", "", "2034-05-",
                                      "2034-05-01T00:00", "May 2034", "20340501"}) {
    EXPECT_THAT(site_errors(with("\"updated\": \"" + std::string(date) + "\"")),
                ElementsAre("line 2: updated: " + std::string(kDateError) + got(date)))
        << date;
  }
  EXPECT_TRUE(parse_site(with(R"("updated": "2036-02-29")")));
}

constexpr std::string_view kAddressError =
    "expected an absolute URL that begins with https:// or http://, or the path of a file on this site such as "
    "/papers/a.pdf, with spaces, quotes and letters beyond ASCII percent-encoded";

TEST(ParseSite, RefusesAddressesThatAPageCannotLinkTo) {
  for (const std::string_view url :
       {"example.com", "a.pdf", "/", "//a.example/b", "/a b", "/a?b", "/ä", "ftp://a", "javascript:alert(1)",
        "https://", "https:///a", "https://a b", "https://a/<b>", "https://a/'b", "https://a/\\\"b", "https://a/ü",
        "HTTPS://a", "https://a/\\\\", ""}) {
    EXPECT_THAT(site_errors(with("\"links\": [{\"title\": \"t\", \"url\": \"" + std::string(url) + "\"}]")),
                ElementsAre("line 2: links[0].url: " + std::string(kAddressError) + got(url)))
        << url;
  }
}

TEST(ParseSite, RefusesPathsOnThisSiteAsAddressesElsewhere) {
  EXPECT_THAT(site_errors(R"({"tagline": "t", "owner": {"name": "n", "same_as": ["/a"]}})"),
              ElementsAre("line 1: owner.same_as[0]: " + std::string(kUrlError) + got("/a")));
}

TEST(ParseSite, RefusesWhatIsNoDoi) {
  const auto error_of = [](std::string_view doi) {
    return site_errors(with(R"("publications": [{"slug": "a", "title": "t", "doi": ")" + std::string(doi) + R"("}])"));
  };
  for (const std::string_view doi : {"https://doi.org/10.1000/1", "doi:10.1000/1", "10.1000", "10.1000/", "10./1",
                                     "11.1000/1", "10.10a/1", "10..1/1", "10.1000/a b", "10.1000/é", ""}) {
    EXPECT_THAT(error_of(doi), ElementsAre("line 2: publications[0].doi: expected a DOI such as "
                                           "10.18637/jss.v080.i01, without https://doi.org/ before it" +
                                           got(doi)))
        << doi;
  }
  for (const std::string_view doi : {"10.1000/1", "10.1000.10/a/b",
                                     "10.1002/(SICI)1097-0258(19980815/30)17:15/16<16"
                                     "61::AID-SIM968>3.0.CO;2-2"}) {
    EXPECT_THAT(error_of(doi), ElementsAre()) << doi;
  }
}

TEST(ParseSite, RefusesMembersThatThePublishedDocumentGenerates) {
  for (const std::string_view name : {"@context", "@type", "@id", "url", "name", "description", "inLanguage",
                                      "dateModified", "mainEntity", "hasPart", "resources", "pages"}) {
    EXPECT_EQ(site_errors(with("\"" + std::string(name) + "\": 1")).size(), 1U) << name;
    EXPECT_TRUE(parse_site(with("\"x\": {\"" + std::string(name) + "\": 1}"))) << name;
  }
}

TEST(ParseSite, ReportsEveryErrorInTheOrderOfLines) {
  EXPECT_THAT(site_errors("{\n\"language\": \"!\",\n\"owner\": {\n\"kind\": \"robot\"\n}, \"publications\": [\n"
                          "{\"slug\": \"a\", \"title\": \"\", \"date\": \"2034\"},\n"
                          "{\"slug\": \"a\", \"title\": \"t\", \"date\": \"?\"}]}"),
              testing::UnorderedElementsAre(
                  "line 1: tagline: is missing",
                  "line 2: language: expected a language tag such as en or pt-BR (BCP 47), got \"!\"",
                  "line 3: owner.name: is missing", "line 4: owner.kind: expected \"person\" or \"organization\"",
                  "line 6: publications[0].title: is empty",
                  "line 7: publications[1].slug: is taken by publications[0].slug; choose another",
                  "line 7: publications[1].date: " + std::string(kDateError) + got("?")));
  const auto site = parse_site("{\n\"language\": \"!\",\n\"title\": 5}");
  ASSERT_FALSE(site);
  std::vector<std::size_t> lines;
  for (const ContentError& error : site.error()) lines.push_back(error.line);
  EXPECT_THAT(lines, ElementsAre(1, 1, 2, 3));
}

TEST(ParseSite, ReportsOneErrorForEachPlace) {
  const std::string slug(101, '!');
  EXPECT_THAT(site_errors(with("\"projects\": [{\"slug\": \"" + slug + "\", \"title\": \"t\"}]")),
              ElementsAre("line 2: projects[0].slug: longer than 100 characters"));
  EXPECT_THAT(
      site_errors(with("\"projects\": [{\"slug\": \"!\", \"title\": \"t\"},\n{\"slug\": \"!\", \"title\": \"t\"}]")),
      testing::SizeIs(2));
}

TEST(ParseSite, RefusesTextThatIsNotAJsonObject) {
  EXPECT_THAT(site_errors("[]"), ElementsAre("line 1, column 1: the file must be one JSON object, { ... }"));
  EXPECT_THAT(
      site_errors("{\n"),
      ElementsAre("line 2, column 1: the file is not valid JSON: found the end of the file before the } of what is "
                  "still open; add what is missing"));
  EXPECT_THAT(site_errors("{} " + std::string(kMaxContentSize, ' ')),
              ElementsAre("the file is larger than 4 MiB; shorten it"));
  EXPECT_THAT(site_errors("{\"a\": " + std::string(32, '[') + std::string(32, ']') + "}"),
              ElementsAre("line 1, column 38: the file is nested more than 32 levels deep; flatten it"));
}

TEST(ParseSite, ChecksThePatternOfALongText) {
  const std::string text(std::size_t{2} << 20U, 'a');
  EXPECT_THAT(site_errors(with("\"contact\": {\"email\": \"" + text + "\"}")),
              ElementsAre("line 2: contact.email: expected an e-mail address such as robin@example.com"));
}

}  // namespace
}  // namespace agent_access::content

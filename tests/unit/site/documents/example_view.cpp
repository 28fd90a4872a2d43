#include "unit/site/documents/example_view.hpp"

#include <boost/json/parse.hpp>

#include "support/golden.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;

/// The owner's file; `x-` members are unknown to the program. It is not in the order of dates.
constexpr std::string_view kSource = R"({
  "title": "Robin Example",
  "tagline": "Boats, tides & small tools",
  "language": "en",
  "updated": "2034-06-01",
  "owner": {"name": "Robin Example", "x-pronoun": "they"},
  "contact": {"email": "robin@example.com"},
  "publications": [
    {"slug": "old-tides", "title": "Old tides", "date": "2031", "summary": "Early work."},
    {"title": "Tides of the *example* sea", "date": "2034-05-01", "summary": "What the sea does.",
     "text": ["First paragraph.", "Second paragraph."], "x-depth": {"metres": [12, {"exact": true}]}}
  ],
  "projects": [{"slug": "tide-table", "title": "Tide table", "summary": "Prints tides."}],
  "pages": "not ours",
  "x-unknown": {"kept": [1, 2.5, null]}
})";

content::Owner owner() {
  return {content::OwnerKind::person,
          "Robin Example",
          "Tide engineer",
          "Example Harbour",
          "Robin studies tides and builds small tools.",
          {"Robin grew up by the sea.", "Today they measure it."},
          "Exampleton",
          {"tides", "C++"},
          {"https://social.example/@robin"}};
}

content::Contact contact() {
  return {"robin@example.com", "Write about tides.", {{"Harbour board", "https://board.example/robin"}}};
}

std::vector<content::Publication> publications() {
  return {{"tides-of-the-example-sea",
           "Tides of the *example* sea",
           "2034-05-01",
           {"Robin Example", "Kim Sample"},
           "Journal of Examples",
           "What the sea does.",
           {"First paragraph.", "Second paragraph."},
           "https://journal.example/tides(1)",
           {"tides"}},
          {"old-tides", "Old tides", "2031", {}, "", "Early work.", {}, "", {}}};
}

std::vector<content::Project> projects() {
  return {{"tide-table",
           "Tide table",
           "2033-11",
           "active",
           "Prints tides.",
           {"It reads a clock | and a moon."},
           "https://tides.example/",
           "https://code.example/tide-table",
           "C++",
           "MIT",
           {"tools", "tides"}}};
}

content::Cv cv() {
  return {"Ten years of tides.",
          {{"Tide engineer", "Example Harbour", "2030-02", "", "Measures."},
           {"Assistant", "Example Institute", "2026", "2030-01", ""}},
          {{"MSc Oceanography", "Example University", "2025"}},
          {{"Software", {"C++", "SQL"}}},
          {{"English", "native"}, {"Danish", ""}},
          {{"Example Prize", "2032"}}};
}

Example with_urls(content::Content content, Pages pages) {
  return {
      {{base::parse_base_url("https://example.com").value(), base::parse_base_url("https://www.example.com").value()},
       pages == Pages::on},
      std::move(content)};
}

}  // namespace

Example example_site(Pages pages) {
  content::Site site;
  site.title = "Robin Example";
  site.tagline = "Boats, tides & small tools";
  site.updated = "2034-06-01";
  site.owner = owner();
  site.contact = contact();
  site.links = {{"Harbour", "https://harbour.example/"}};
  site.publications = publications();
  site.projects = projects();
  site.cv = cv();
  site.source = bj::parse(kSource).as_object();
  return with_urls({std::move(site),
                    {"2034-05-20",
                     {{"Who is Robin Example?", "A fictional tide engineer."},
                      {"Is the extended profile free?", "Yes. Register, get a token, read it."}}}},
                   pages);
}

Example gated_site() {
  Example example = example_site();
  content::Access& access = example.settings.access;
  access.scopes = {{"read:extended", ""}, {"read:papers", "Read the papers."}, {"write:data", "Read and add data."}};
  access.documents = {
      {"/api/agent/report.pdf", "Yearly report", "All tides | of a year.", "application/pdf"},
      {"/api/agent/papers.json", "Papers", "", "application/json", 1},
  };
  access.gates = {{"/data/", "Data", "Measurements as CSV.", {"GET"}, "/data/openapi.json", 1},
                  {"/api/v1/", "Tide API", "", {"GET", "POST", "PROPFIND"}, "", 2}};
  return example;
}

Example hostile_site() {
  constexpr std::string_view kHostile =
      "# x\"</script><b>&amp;\n## Heading\n```\n| a | [l](u) `c` \\ ]]>{{base_url}} -->";
  const std::string text(kHostile);
  content::Site site;
  site.title = text;
  site.tagline = text;
  site.profile_summary = text;
  site.owner = {content::OwnerKind::organization, text, text, text, text, {text}, text, {text}, {}};
  site.contact = {"", text, {{text, "https://a.example/x)y<z"}}};
  site.publications = {{"a", text, "2034", {text}, text, text, {text}, "https://a.example/x)y", {text}}};
  site.projects = {{"b", text, "", text, text, {text}, "", "", text, text, {text}}};
  site.cv = content::Cv{
      text, {{text, text, "2030", "", text}}, {{text, text, ""}}, {{text, {text}}}, {{text, text}}, {{text, ""}}};
  return with_urls({std::move(site), {"", {{text, text}}}}, Pages::on);
}

std::string without_front_matter(const std::string& form) {
  const std::string mark = "/llms.txt)\n\n";
  const auto end = form.find(mark);
  EXPECT_TRUE(form.starts_with("---\ntitle: \"") && end != std::string::npos) << form;
  return form.substr(end + mark.size());
}

std::span<const http::Fault> some_faults() {
  using enum http::Operations;
  static constexpr std::array kFaults =
      std::to_array<http::Fault>({{"", 400, "invalid_request", "Not HTTP", any},
                                  {"", 404, "not_found", "Nothing", any},
                                  {"", 405, "method_not_allowed", "Not so", any},
                                  {"", 429, "rate_limited", "Not so often", any},
                                  {"", 503, "temporarily_unavailable", "Not now", any},
                                  {"", 400, "invalid_request", "No grant", token},
                                  {"", 401, "invalid_client", "Not a client", token},
                                  {"", 415, "unsupported_media_type", "No form", token},
                                  {"", 400, "invalid_scope", "No such scope", token_with_scopes},
                                  {"", 400, "invalid_client_metadata", "No such name", registration},
                                  {"", 415, "unsupported_media_type", "Not JSON", registration},
                                  {"", 401, "invalid_token", "No token", profile},
                                  {"", 403, "insufficient_scope", "No scope", profile},
                                  {"", 400, "invalid_request", "No such form", gates}});
  return kFaults;
}

void expect_golden(std::string_view name, const std::string& text) {
  test::expect_golden(std::string("tests/unit/site/documents/golden/").append(name), text);
}

}  // namespace agent_access::documents

// What leads from the first pages and files of a site to the service, and the lines to paste where it does not.
#include <gtest/gtest.h>

#include <map>

#include "tools/probe/first_contact.hpp"
#include "unit/tools/probe/fixture.hpp"

namespace agent_access::tools {
namespace {

constexpr const char* kNothing = "# A site\n\n- [Home](/)\n";

/// What is missing: the lines to add, by the names of the ways.
std::map<std::string_view, std::string> missing_in(const FirstContact& contact) {
  std::map<std::string_view, std::string> remedies;
  for (const auto& [name, missing] : leads_of(contact)) {
    if (!missing) continue;
    EXPECT_EQ(missing->mark, Mark::warned) << name;
    remedies.emplace(name, missing->remedy);
  }
  return remedies;
}

/// The page with these fields, as it arrives.
FirstContact with_page(std::string body, std::vector<ClientField> fields = {}) {
  FirstContact contact{.base_url = "https://example.com", .has_tools = false};
  add_response(contact, "/", answer_of(200, "text/html; charset=utf-8", std::move(body), std::move(fields)));
  return contact;
}

TEST(LeadsOf, HasALineToPasteForEachThatIsMissing) {
  const FirstContact contact{.base_url = "https://example.com",
                             .page = "<h1>Home</h1>",
                             .llms = kNothing,
                             .agents_md = kNothing,
                             .robots = "User-agent: *\nDisallow:\n"};
  const std::string guide =
      "add the line: - [auth.md](https://example.com/auth.md): register, get a token, read the profile";
  const std::map<std::string_view, std::string> expected = {
      {"/ leads to the service",
       R"(add to its <head>: <link rel="api-catalog" href="/.well-known/api-catalog"> or send )"
       R"(Link: </.well-known/api-catalog>; rel="api-catalog")"},
      {"/ loads the browser tools", R"(add to its <head>: <script type="module" src="/browser-tools.js"></script>)"},
      {"/llms.txt leads to the service", guide},
      {"/AGENTS.md leads to the service", guide},
      {"/robots.txt leads to the service", "add the line: # Overview for agents: https://example.com/llms.txt"}};
  EXPECT_EQ(missing_in(contact), expected);
}

TEST(LeadsOf, AcceptsWhatTheLinesAdd) {
  const FirstContact contact{
      .base_url = "https://example.com",
      .page =
          R"(<link rel="api-catalog" href="/.well-known/api-catalog"><script type="module" src="/browser-tools.js"></script>)",
      .llms = "- [auth.md](https://example.com/auth.md): register, get a token, read the profile\n",
      .agents_md = "See /auth.md\n",
      .robots = "# Overview for agents: https://example.com/llms.txt\nUser-agent: *\nDisallow:\n"};
  EXPECT_EQ(leads_of(contact).size(), 5U);
  EXPECT_TRUE(missing_in(contact).empty());
}

TEST(LeadsOf, AcceptsALinkFieldOrALinkOfThePage) {
  EXPECT_TRUE(missing_in(with_page("", {{"Link", R"(</auth.md>; rel="service-doc")"}})).empty());
  EXPECT_TRUE(
      missing_in(with_page("", {{"Link", R"(</style.css>; rel="preload")"},
                                {"link", R"(<https://example.com/.well-known/api-catalog>; rel="api-catalog")"}}))
          .empty());
  EXPECT_TRUE(missing_in(with_page(R"(<a href="/llms.txt">llms.txt</a>)")).empty());
  EXPECT_EQ(missing_in(with_page("", {{"Link", R"(</style.css>; rel="preload")"}})).size(), 1U);
}

TEST(LeadsOf, NamesTheGuideOfASiteWithoutAProfile) {
  FirstContact contact{
      .base_url = "https://example.com", .has_profile = false, .llms = kNothing, .agents_md = kNothing};
  const std::map<std::string_view, std::string> expected = {
      {"/llms.txt leads to the service",
       "add the line: - [Agent guide](https://example.com/AGENTS.md): getting started, API reference, tools, rules and "
       "errors"}};
  EXPECT_EQ(missing_in(contact), expected);
}

TEST(LeadsOf, SaysNothingOfWhatDoesNotExist) {
  FirstContact contact{.base_url = "https://example.com"};
  EXPECT_TRUE(leads_of(contact).empty());
  add_response(contact, "/", answer_of(404, "text/html", "<h1>404</h1>"));
  add_response(contact, "/", answer_of(200, "application/json", "{}", {{"Link", "</auth.md>"}}));
  for (const auto path : kFirstPaths) {
    if (path != "/") add_response(contact, path, answer_of(200, "text/html", "<h1>A page for every path</h1>"));
  }
  EXPECT_TRUE(leads_of(contact).empty());
}

}  // namespace
}  // namespace agent_access::tools

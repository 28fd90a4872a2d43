#include "site/pages/pages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "example_pages.hpp"
#include "site/pages/browser_tools.hpp"
#include "support/filled.hpp"

namespace agent_access::pages::test {
namespace {

namespace bj = boost::json;
using testing::HasSubstr;
using testing::Not;

TEST(Pages, AreTheseWithTheseTypes) {
  std::map<std::string, std::string> types;
  for (const auto& [path, page] : rendered(plain(), settings())) {
    types[path] = page.media_type;
    EXPECT_EQ(page.kind, documents::DocumentKind::page) << path;
    EXPECT_FALSE(page.body.empty()) << path;
  }
  const std::string html = "text/html; charset=utf-8";
  EXPECT_EQ(types, (std::map<std::string, std::string>{{"/", html},
                                                       {"/agent-access", html},
                                                       {"/contact", html},
                                                       {"/cv", html},
                                                       {"/faq", html},
                                                       {"/projects", html},
                                                       {"/projects/device", html},
                                                       {"/publications", html},
                                                       {"/publications/first", html},
                                                       {"/publications/second", html}}));
}

TEST(Pages, SayThatTheyAreADemoWithALinkToWhatThereIs) {
  auto demo = settings();
  demo.preview.is_demo = true;
  const std::string line = "<p class=\"demo\">This is a demo of agent-access; its content is invented.";
  const auto pages = rendered(plain(), demo);
  for (const auto& [path, page] : pages) {
    EXPECT_THAT(page.body, HasSubstr(line + " <a href=\"/agent-access\">")) << path;
  }
  demo.has_profile = false;
  for (const auto& [path, page] : rendered(plain(), demo)) EXPECT_THAT(page.body, HasSubstr(line + "</p>")) << path;
  for (const auto& [path, page] : html_pages(plain())) EXPECT_THAT(page.body, Not(HasSubstr("demo"))) << path;
}

TEST(Pages, AreNoneWhenDisabled) { EXPECT_TRUE(rendered(plain(), settings(false)).empty()); }

TEST(Pages, WithoutContentDoNotExistAndAreNotInTheNavigation) {
  auto content = plain();
  content.site.publications.clear();
  content.site.projects.clear();
  content.site.cv.reset();
  const auto pages = html_pages(content);
  EXPECT_EQ(paths_of(pages), (std::set<std::string>{"/", "/agent-access", "/contact", "/faq"}));
  for (const auto& [path, page] : pages) {
    for (const auto* gone : {"href=\"/publications", "href=\"/projects", "href=\"/cv", "Latest"}) {
      EXPECT_THAT(page.body, Not(HasSubstr(gone))) << path;
    }
  }
}

TEST(Pages, EscapeHostileTextEverywhere) {
  const auto hostile = html_pages(content_of(kHostile, kHostileUrl));
  const auto harmless = html_pages(plain());
  ASSERT_EQ(paths_of(hostile), paths_of(harmless));
  for (const auto& [path, page] : hostile) {
    EXPECT_THAT(page.body, HasSubstr("&quot;&#39;&gt;&lt;img src=x onerror=alert(1)&gt;&lt;/script&gt;")) << path;
    EXPECT_THAT(page.body, Not(HasSubstr("<img src=x"))) << path;
    EXPECT_THAT(page.body, Not(HasSubstr("<script>"))) << path;
    // As many elements as with harmless text, so the owner's text adds none; unsafe links are text.
    for (const auto* tag : {"<script", "</script", "<img", "<h1", "<meta", "<p>", "<li", "<dd"}) {
      EXPECT_EQ(count(page.body, tag), count(harmless.at(path).body, tag)) << path << " " << tag;
    }
    EXPECT_THAT(page.body, Not(HasSubstr("href=\"javascript:"))) << path;
    // Placeholders in the owner's text are not replaced.
    EXPECT_THAT(page.body, HasSubstr("{{base_url}}&amp;")) << path;
  }
}

TEST(Pages, LinkToTheOwnersAddressesThatAreSafe) {
  const auto pages = html_pages(plain());
  for (const auto* path : {"/", "/contact", "/publications/first", "/projects/device"}) {
    EXPECT_THAT(pages.at(path).body, HasSubstr("href=\"https://elsewhere.example/a\"")) << path;
  }
}

TEST(Pages, FillEveryPlaceholderOfTheirTemplates) {
  for (const auto& [path, page] : html_pages(plain())) EXPECT_THAT(page.body, Not(HasSubstr("{{"))) << path;
}

TEST(Pages, HaveAStrictContentSecurityPolicyThatTheyComplyWith) {
  const std::string policy =
      "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
      "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n";
  for (const auto& [path, page] : html_pages(plain())) {
    EXPECT_THAT(page.extra_fields, HasSubstr(policy)) << path;
    EXPECT_THAT(page.extra_fields, HasSubstr("Referrer-Policy: no-referrer\r\n")) << path;
    EXPECT_THAT(page.extra_fields, HasSubstr("Origin-Agent-Cluster: ?1\r\n")) << path;
    EXPECT_THAT(page.extra_fields, HasSubstr("Cross-Origin-Opener-Policy: same-origin\r\n")) << path;
    EXPECT_FALSE(std::regex_search(page.body, std::regex(R"(<[^>]*\s(on[a-z]+|style)\s*=)"))) << path;
    EXPECT_THAT(page.body, Not(HasSubstr("<style"))) << path;
    EXPECT_EQ(count(page.body, "<script"), count(page.body, "<script type=\"module\" src=\"/") +
                                               count(page.body, "<script type=\"application/ld+json\">") +
                                               count(page.body, "<script type=\"application/json\" id=\"labels\">"))
        << path;
  }
}

TEST(Pages, LinkOnlyToPathsThatExist) {
  const auto pages = rendered(plain(), settings());
  const std::set<std::string> documents = {"/.well-known/agent-card.json",
                                           "/.well-known/agent.json",
                                           "/.well-known/api-catalog",
                                           "/.well-known/jwks.json",
                                           "/.well-known/mcp.json",
                                           "/AGENTS.md",
                                           "/ai/faq.json",
                                           "/assets/agent-access.js",
                                           "/assets/site.css",
                                           "/browser-tools.js",
                                           "/favicon.svg",
                                           "/api/site.json",
                                           "/auth.md",
                                           "/llms-full.txt",
                                           "/llms.txt",
                                           "/openapi.json",
                                           "/sitemap.xml"};
  std::size_t links = 0;
  for (const auto& [path, page] : html_pages(plain())) {
    for (const auto& target : matches(page.body, "(?:href|src)=\"(/[^\"#]*)")) {
      ++links;
      EXPECT_TRUE(pages.contains(target) || documents.contains(target)) << path << " links to " << target;
    }
  }
  EXPECT_GT(links, 100U);
}

TEST(Pages, AreAllReachableFromTheHomePage) {
  const auto pages = html_pages(plain());
  std::set<std::string> reached = {"/"};
  for (std::size_t before = 0; before != reached.size();) {
    before = reached.size();
    const auto known = reached;
    for (const auto& path : known) {
      for (const auto& target : matches(pages.at(path).body, "href=\"(/[^\"#]*)")) {
        if (pages.contains(target)) reached.insert(target);
      }
    }
  }
  EXPECT_EQ(reached, paths_of(pages));
}

TEST(Pages, LinkToTheirCanonicalAddress) {
  for (const std::size_t host : {0U, 1U}) {
    for (const auto& [path, page] : html_pages(plain(), host)) {
      EXPECT_THAT(page.body, HasSubstr("<link rel=\"canonical\" href=\"https://example.com" + path + "\">"));
      EXPECT_THAT(page.body, HasSubstr("<meta property=\"og:url\" content=\"https://example.com" + path + "\">"));
    }
  }
}

TEST(Pages, MarkTheirPlaceInTheNavigation) {
  for (const auto& [path, page] : html_pages(plain())) {
    const auto exact = matches(page.body, "<a href=\"([^\"]*)\" aria-current=\"page\">");
    const auto within = matches(page.body, "<a href=\"([^\"]*)\" aria-current=\"true\">");
    const auto slash = path.find('/', 1);
    if (slash == std::string::npos) {
      EXPECT_EQ(exact, std::set<std::string>{path});
      EXPECT_TRUE(within.empty()) << path;
    } else {
      EXPECT_TRUE(exact.empty()) << path;
      EXPECT_EQ(within, std::set<std::string>{path.substr(0, slash)});
    }
  }
}

TEST(Pages, EveryPageHasH1LangTitleAndDescription) {
  auto content = plain();
  content.site.language = "de-AT";
  for (const auto& [path, page] : html_pages(content)) {
    EXPECT_EQ(count(page.body, "<h1"), 1U) << path;
    EXPECT_THAT(page.body, HasSubstr("<html lang=\"de-AT\">")) << path;
    EXPECT_EQ(matches(page.body, "<title>(.+)</title>").size(), 1U) << path;
    EXPECT_EQ(matches(page.body, "<meta name=\"description\" content=\"([^\"]+)\">").size(), 1U) << path;
  }
}

bj::value json_ld_of(const Rendered& page) {
  const std::string open = "<script type=\"application/ld+json\">";
  const auto begin = page.body.find(open) + open.size();
  return bj::parse(page.body.substr(begin, page.body.find("</script>", begin) - begin));
}

TEST(Pages, OfWorksAreWhatTheHomePageRefersTo) {
  const auto pages = html_pages(plain());
  const auto parts = json_ld_of(pages.at("/")).at("hasPart").as_array();
  ASSERT_EQ(parts.size(), 3U);
  for (const auto& part : parts) {
    const std::string url(part.at("url").as_string());
    const auto work = json_ld_of(pages.at(url.substr(std::string("https://example.com").size())));
    for (const auto* name : {"@type", "@id", "name"}) EXPECT_EQ(work.at(name), part.at(name)) << url;
  }
}

TEST(Pages, SayWhereTheyAreAndWhenTheyWereChanged) {
  content::Content content = plain();
  content.site.updated = "2034-06";
  content.faq.updated = "2034-05-20";
  const auto pages = html_pages(content);
  const auto place_of = [&pages](const std::string& path) {
    const std::string& body = pages.at(path).body;
    const std::string open = "<script type=\"application/ld+json\">";
    const auto begin = body.rfind(open) + open.size();
    return bj::parse(body.substr(begin, body.find("</script>", begin) - begin));
  };
  EXPECT_EQ(place_of("/publications/first").at("@graph"), bj::parse(R"([
    {"@type": "WebPage", "@id": "https://example.com/publications/first#webpage",
     "url": "https://example.com/publications/first", "dateModified": "2034-06",
     "breadcrumb": {"@id": "https://example.com/publications/first#breadcrumb"}},
    {"@type": "BreadcrumbList", "@id": "https://example.com/publications/first#breadcrumb", "itemListElement": [
      {"@type": "ListItem", "position": 1, "name": "Home", "item": "https://example.com/"},
      {"@type": "ListItem", "position": 2, "name": "Publications", "item": "https://example.com/publications"},
      {"@type": "ListItem", "position": 3, "name": "Plain text", "item": "https://example.com/publications/first"}]}])"));
  EXPECT_EQ(place_of("/faq").at_pointer("/@graph/0/dateModified"), "2034-05-20");
  EXPECT_EQ(place_of("/faq").at_pointer("/@graph/1/itemListElement").as_array().size(), 2U);
}

TEST(Pages, WithAShortSummaryNameTheSiteInTheirDescription) {
  content::Content content = plain();
  content.site.title = "Robin Example";
  content.site.tagline = "Boats, tides and small tools";
  const auto pages = html_pages(content);
  const std::string open = "<meta name=\"description\" content=\"";
  EXPECT_THAT(pages.at("/publications").body,
              HasSubstr(open + "Everything published, newest first. · Robin Example\">"));
  EXPECT_THAT(pages.at("/publications/first").body,
              HasSubstr(open + "Plain text · Robin Example · Boats, tides and small tools\">"));
}

TEST(Pages, DescribeThemselvesAsJsonLdWithHostileText) {
  for (const auto& [path, page] : html_pages(content_of(kHostile, kHostileUrl))) {
    EXPECT_EQ(json_ld_of(page).at("@context"), "https://schema.org") << path;
  }
}

// Properties of single pages and assets.

namespace bj = boost::json;

TEST(BrowserTools, ContainTheDefinitionsOfTheTable) {
  const auto content = plain();
  const auto of_site = settings();
  const auto body = render_browser_tools({of_site, content, publish::document_table()});
  const std::string open = "const kDefinitions = ";
  const auto begin = body.find(open);
  ASSERT_NE(begin, std::string::npos);
  const auto end = body.find("\n]", begin) + 2;
  const auto definitions = bj::parse(body.substr(begin + open.size(), end - begin - open.size())).as_array();
  ASSERT_EQ(definitions.size(), 8U);
  EXPECT_EQ(definitions[1].at("name"), "search_content");
  EXPECT_EQ(definitions[1].at("inputSchema").at("required"), bj::parse(R"(["query"])"));
  EXPECT_EQ(definitions[1].at("annotations"),
            bj::parse(R"({"readOnlyHint": true, "untrustedContentHint": false, "consequentialHint": false})"));
  EXPECT_FALSE(definitions[1].as_object().contains("gated"));
  EXPECT_EQ(definitions[7].at("name"), "get_full_profile");
  EXPECT_EQ(definitions[7].at("gated"), true);
}

}  // namespace
}  // namespace agent_access::pages::test

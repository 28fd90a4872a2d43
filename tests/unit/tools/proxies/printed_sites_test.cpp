// Every part of the printed sites, byte by byte: golden/CASE.PROXY, by a case that has nothing and some that together
// have everything. tests/proxies runs such sites with the real proxies.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/golden.hpp"
#include "tools/proxies/proxy_table.hpp"
#include "tools/proxies/quoting.hpp"
#include "unit/tools/proxies/site_fixture.hpp"

namespace agent_access::tools {
namespace {

struct Case {
  std::string_view name;
  ProxySite site;
};

/// A folder for reading.
const SiteGate kData{"/data/", "read:papers", {"GET", "HEAD"}};
/// Inside of it, an inbox that scripts of other sites may use.
const SiteGate kInbox{"/data/In.box/", "read:extended", {"PUT", "OPTIONS"}};

ProxySite with_gates(ProxySite site, std::vector<SiteGate> gates) {
  site.gates = std::move(gates);
  site.prefixes.emplace_back("/.well-known/oauth-protected-resource/");
  return site;
}

ProxySite with_own_certificate(ProxySite site) {
  site.hosts = {"[2001:db8::1]", "example.com"};
  site.port = "8443";
  site.service = {"::1", 8080};
  site.hsts = std::chrono::seconds{0};
  return site;
}

ProxySite locations_of(ProxySite site) {
  site.extent = Extent::locations;
  site.hsts = std::chrono::seconds{0};
  return site;
}

std::vector<Case> cases() {
  return {
      {"site-loopback", test::site_without_tls()},
      {"site-beside", with_own_certificate(test::site_beside())},
  };
}

std::vector<Case> cases_with_gates() {
  return {
      {"gates", with_gates(test::site_with_pages(), {kInbox, kData})},
      {"gates-locations", with_gates(locations_of(test::site_beside()), {kInbox, kData})},
  };
}

ProxySite with_replicas(ProxySite site) {
  site.replicas = {{"one", {"10.0.0.11", 8080}}, {"two", {"fd00::12", 8081}}};
  site.limits = {{"198.51.100.0/24", 6000}, {"", 600}};
  site.has_mcp = site.has_pages;
  return site;
}

void compare(const Proxy& proxy, const Case& of) {
  agent_access::test::expect_golden(
      "tests/unit/tools/proxies/golden/" + std::string(of.name).append(".").append(proxy.name),
      render_site(proxy, of.site).text);
}

TEST(PrintedSites, AreThese) {
  for (const auto& proxy : proxy_table()) {
    for (const auto& of : cases()) compare(proxy, of);
    // One without gates has its locations without them.
    if (!proxy.can.asks) compare(proxy, {"locations", locations_of(test::site_beside())});
  }
}

TEST(PrintedSites, AreTheseWithGates) {
  for (const auto& proxy : proxy_table()) {
    for (const auto& of : cases_with_gates()) {
      if (proxy.can.asks) compare(proxy, of);
    }
  }
}

TEST(PrintedSites, AreTheseWithReplicas) {
  compare(*find_proxy("haproxy"), {"replicas-gates", with_replicas(with_gates(test::site_beside(), {kData}))});
}

/// A path that a proxy cannot express is left out of its site and named.
TEST(PrintedSites, OmitPathsThatTheProxyCannotExpress) {
  const std::map<std::string_view, std::vector<std::string>> omitted = {
      {"nginx", {"/$1.txt", "/d%0A.txt"}},
      {"caddy", {"/star*.txt"}},
      {"haproxy", {"/d%0A.txt"}},
      {"traefik", {"/b%22.txt", "/c%5C.txt", "/d%0A.txt", "/o'brien.txt"}},
      {"apache", {"/b%22.txt", "/c%5C.txt", "/d%0A.txt"}},
  };
  auto site = test::site_beside();
  site.paths = {"/$1.txt", "/b%22.txt", "/c%5C.txt", "/d%0A.txt", "/o'brien.txt", "/star*.txt"};
  for (const auto extent : {Extent::site, Extent::locations}) {
    site.extent = extent;
    for (const auto& proxy : proxy_table()) {
      const auto made = render_site(proxy, site);
      EXPECT_EQ(made.omitted, omitted.at(proxy.name)) << proxy.name;
      for (const auto& path : made.omitted) EXPECT_FALSE(made.text.contains(path)) << proxy.name;
    }
  }
}

/// content.beside: /api/hello and /oauth/callback are of the site.
TEST(PrintedSites, HaveExactPathsAloneBesideASite) {
  const std::map<std::string_view, std::string> rules = {
      {"nginx", "\n  location = /auth.md {"},
      {"caddy", " /auth.md"},
      {"haproxy", "\n  acl of_agent_access_example_com path,url_dec -m str /auth.md\n"},
      {"traefik", "&&\n        (Path(`/auth.md`) ||\n        Path(`/oauth/token`))\n"},
      {"apache", "\n  ProxyPassMatch \"^/(auth\\.md)$\" "},
  };
  auto site = test::site_beside();
  site.prefixes.clear();
  site.paths = {"/auth.md", "/oauth/token"};
  for (const auto extent : {Extent::site, Extent::locations}) {
    site.extent = extent;
    for (const auto& proxy : proxy_table()) {
      const auto made = render_site(proxy, site);
      EXPECT_EQ(made.taken, site.paths) << proxy.name;
      EXPECT_TRUE(made.text.contains(rules.at(proxy.name))) << proxy.name << made.text;
      for (const auto* prefix : {"/oauth/*", "^~", "path_beg\n", "path_beg /oauth", "PathPrefix", "\"/oauth/\""}) {
        EXPECT_FALSE(made.text.contains(prefix)) << proxy.name << prefix;
      }
    }
  }
}

TEST(PrintedSites, ListWhatTheyTake) {
  const auto made = render_site(*find_proxy("traefik"), test::site_beside());
  EXPECT_EQ(made.taken, (std::vector<std::string>{"/oauth/*", "/api/agent/*", "/auth.md"})) << "not what it omits";
}

TEST(PrintedSites, CheckNoHealthWithoutTheAdminListener) {
  auto site = test::site_with_pages();
  const auto& haproxy = *find_proxy("haproxy");
  EXPECT_TRUE(render_site(haproxy, site).text.contains("http-check"));
  site.admin.reset();
  EXPECT_FALSE(render_site(haproxy, site).text.contains("http-check"));
}

TEST(PrintedSites, NameGatedDocumentsThatTheyRedirectInClearText) {
  auto site = test::site_with_pages();
  site.credential_paths = {"/oauth/token", "/api/agent/$1.pdf"};
  const auto made = render_site(*find_proxy("nginx"), site);
  EXPECT_EQ(made.redirected, std::vector<std::string>{"/api/agent/$1.pdf"});
  EXPECT_TRUE(made.omitted.empty());
  EXPECT_FALSE(made.text.contains("$1.pdf"));
}

TEST(PrintedSites, RefuseNothingInClearTextWhereNothingTakesCredentials) {
  auto site = test::site_with_pages();
  site.credential_paths.clear();
  for (const auto& proxy : proxy_table()) {
    const auto text = render_site(proxy, site).text;
    EXPECT_FALSE(text.contains("location = /")) << proxy.name;
    EXPECT_FALSE(text.contains("status 403")) << proxy.name;
    EXPECT_FALSE(text.contains("respond ")) << proxy.name;
    EXPECT_FALSE(text.contains("RedirectMatch 403")) << proxy.name;
    EXPECT_FALSE(text.contains("clear-text:")) << proxy.name;
  }
}

TEST(PrintedSites, NameCertbotOnlyForNamesOfThePublicDns) {
  auto site = test::site_with_pages();
  for (const auto* proxy : {"nginx", "haproxy", "apache"}) {
    site.hosts[1] = "www.example.com";
    EXPECT_TRUE(render_site(*find_proxy(proxy), site).text.contains("certbot"));
    for (const auto* host : {"localhost", "203.0.113.7", "[2001:db8::1]"}) {
      site.hosts[1] = host;
      EXPECT_FALSE(render_site(*find_proxy(proxy), site).text.contains("-d example.com")) << proxy << host;
    }
  }
}

TEST(HaproxyQuoted, HoldsQuotes) { EXPECT_EQ(haproxy_quoted(" it's $x "), R"(' it'\''s $x ')"); }

}  // namespace
}  // namespace agent_access::tools

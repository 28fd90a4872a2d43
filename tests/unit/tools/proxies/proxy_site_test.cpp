#include "tools/proxies/proxy_site.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "unit/tools/proxies/site_fixture.hpp"

namespace agent_access::tools {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

content::Settings settings_of(const std::vector<std::string>& base_urls) {
  content::Settings settings;
  for (const auto& text : base_urls) settings.base_urls.push_back(*base::parse_base_url(text));
  return settings;
}

const std::vector<std::string> kBoth{"https://example.com", "https://www.example.com"};

TEST(MakeProxySite, TakesTheValuesOfTheSettings) {
  app::Config config;
  config.listen_address = "0.0.0.0:8080";
  config.listen_admin = "[::]:9464";
  config.policy.trusted.field = base::ForwardedField::forwarded;
  config.tls_hsts = std::chrono::hours{48};
  const auto site = make_proxy_site(config, settings_of(kBoth), {});
  ASSERT_TRUE(site);
  EXPECT_THAT(site->hosts, ElementsAre("example.com", "www.example.com"));
  EXPECT_TRUE(site->is_tls);
  EXPECT_EQ(site->port, "443");
  EXPECT_EQ(base::to_text(site->service), "127.0.0.1:8080");
  EXPECT_EQ(base::to_text(*site->admin), "[::1]:9464");
  EXPECT_EQ(site->field, base::ForwardedField::forwarded);
  EXPECT_EQ(site->hsts.count(), 172'800);
  EXPECT_TRUE(site->has_pages);
}

TEST(MakeProxySite, ListsPathsOnlyBesideOtherPages) {
  const std::vector<std::string> paths{"/llms.txt", "/", "/auth.md"};
  auto settings = settings_of(kBoth);
  EXPECT_THAT(make_proxy_site({}, settings, paths)->paths, IsEmpty());
  settings.has_pages = false;
  EXPECT_THAT(make_proxy_site({}, settings, paths)->paths, ElementsAre("/auth.md", "/llms.txt"));
}

TEST(MakeProxySite, PassesTheMetadataOfEachPathIfThereAreGatesOrDocuments) {
  auto settings = settings_of(kBoth);
  EXPECT_THAT(make_proxy_site({}, settings, {})->prefixes, ElementsAre("/oauth/", "/api/agent/"));
  settings.access.scopes = {{"read:extended", "Read the profile."}};
  settings.access.documents = {{"/api/agent/a", "A", "A.", "text/plain"}};
  const std::vector<std::string> all{"/oauth/", "/api/agent/", "/.well-known/oauth-protected-resource/"};
  EXPECT_EQ(make_proxy_site({}, settings, {})->prefixes, all);
  settings.access.documents.clear();
  settings.access.gates = {{.prefix = "/data/", .title = "Data", .description = "Data."}};
  EXPECT_EQ(make_proxy_site({}, settings, {})->prefixes, all);
}

TEST(MakeProxySite, HasNoPrefixesBesideASiteButOfMetadataBelowGates) {
  auto settings = settings_of(kBoth);
  settings.has_pages = false;
  settings.is_beside = true;
  settings.access.scopes = {{"read:extended", "Read the profile."}};
  settings.access.documents = {{"/api/agent/a", "A", "A.", "text/plain"}};
  EXPECT_THAT(make_proxy_site({}, settings, {})->prefixes, IsEmpty());
  settings.access.gates = {{.prefix = "/data/", .title = "Data", .description = "Data."}};
  EXPECT_THAT(make_proxy_site({}, settings, {})->prefixes, ElementsAre("/.well-known/oauth-protected-resource/data/"));
}

TEST(MakeProxySite, KnowsWhatTakesCredentials) {
  auto settings = settings_of(kBoth);
  const std::vector<std::string> endpoints{"/oauth/register", "/oauth/token", "/api/agent/full-profile"};
  EXPECT_EQ(make_proxy_site({}, settings, {})->credential_paths, endpoints);
  settings.access.scopes = {{"read:extended", "Read the profile."}};
  settings.access.documents = {{"/api/agent/a", "A", "A.", "text/plain"}};
  settings.mcp.is_enabled = true;
  EXPECT_THAT(
      make_proxy_site({}, settings, {})->credential_paths,
      ElementsAre("/oauth/register", "/oauth/token", "/api/agent/full-profile", "/api/agent/a", "/mcp", "/mcp/"));
  settings.has_profile = false;
  EXPECT_THAT(make_proxy_site({}, settings, {})->credential_paths, ElementsAre("/mcp", "/mcp/"));
  settings.issuer = *base::parse_base_url("https://issuer.example");
  EXPECT_THAT(make_proxy_site({}, settings, {})->credential_paths, IsEmpty());
}

TEST(MakeProxySite, HasNoAdminAddressIfThatListenerIsOff) {
  app::Config config;
  config.listen_admin = "";
  EXPECT_FALSE(make_proxy_site(config, settings_of(kBoth), {})->admin);
}

TEST(MakeProxySite, RefusesAnAddressThatNoProxyCanConnectTo) {
  for (const auto* text : {"", "127.0.0.1:0", "somewhere:80"}) {
    app::Config config;
    config.listen_address = text;
    const auto site = make_proxy_site(config, settings_of(kBoth), {});
    ASSERT_FALSE(site) << text;
    EXPECT_THAT(site.error(), ElementsAre(HasSubstr("such as 127.0.0.1:8080")));
  }
}

TEST(TakesAddressOfService, IsTrueWhereBothWouldListen) {
  const auto takes = [](const char* listen, const char* base_url) {
    app::Config config;
    config.listen_address = listen;
    return takes_address_of_service(config, settings_of({base_url}));
  };
  EXPECT_TRUE(takes("127.0.0.1:8080", "http://127.0.0.1:8080"));
  EXPECT_TRUE(takes("127.0.0.1:8080", "http://localhost:8080"));
  EXPECT_TRUE(takes("0.0.0.0:8080", "http://127.0.0.2:8080"));
  EXPECT_TRUE(takes("[::1]:8443", "https://port.test:8443"));
  EXPECT_FALSE(takes("127.0.0.1:8080", "http://127.0.0.2:8080"));
  EXPECT_FALSE(takes("127.0.0.1:8080", "http://localhost:8081"));
  EXPECT_FALSE(takes("127.0.0.1:8080", "https://port.test"));
}

TEST(OriginOf, HasNoDefaultPort) {
  auto site = test::site_with_pages();
  EXPECT_EQ(origin_of(site, "example.com"), "https://example.com");
  site.port = "8443";
  EXPECT_EQ(origin_of(site, "example.com"), "https://example.com:8443");
  EXPECT_EQ(origin_of(test::site_without_tls(), "[::1]"), "http://[::1]:9000");
}

TEST(NameOf, DiffersForEachHostAndPort) {
  auto site = test::site_with_pages();
  EXPECT_EQ(name_of(site), "agent_access_example_com");
  site.port = "8443";
  EXPECT_EQ(name_of(site), "agent_access_example_com_8443");
  EXPECT_EQ(name_of(test::site_without_tls()), "agent_access_localhost_9000");
  site.port = "443";
  for (const auto& [host, name] : {std::pair{"a-b.example.com", "agent_access_a__b_example_com"},
                                   {"a.b.example.com", "agent_access_a_b_example_com"},
                                   {"xn--bung-zra.example", "agent_access_xn____bung__zra_example"},
                                   {"127.0.0.1", "agent_access_127_0_0_1"},
                                   {"[2001:db8::1]", "agent_access_2001_db8__1"}}) {
    site.hosts.front() = host;
    EXPECT_EQ(name_of(site), name);
  }
}

using testing::ElementsAre;
using testing::IsEmpty;

/// Settings with which HAProxy on another machine works.
app::Config reachable() {
  app::Config config;
  config.listen_address = "0.0.0.0:8080";
  config.listen_admin = "[::]:9464";
  config.policy.trusted.networks.push_back(*base::Network::parse("10.0.0.10/32"));
  return config;
}

const std::vector<Replica> kTwo{{"one", {"10.0.0.11", 8080}}, {"two", {"10.0.0.12", 8080}}};

TEST(ParseReplica, ReadsNameAndAddress) {
  const auto one = parse_replica("one=10.0.0.11:8080");
  ASSERT_TRUE(one);
  EXPECT_EQ(one->name, "one");
  EXPECT_EQ(base::to_text(one->service), "10.0.0.11:8080");
  const auto six = parse_replica("replica_6-b=[fd00::12]:80");
  ASSERT_TRUE(six);
  EXPECT_EQ(six->name, "replica_6-b");
  EXPECT_EQ(base::to_text(six->service), "[fd00::12]:80");
  EXPECT_EQ(complaint_about_replica("one=10.0.0.11:8080"), "");
}

TEST(ParseReplica, NamesAReplicaByItsAddress) {
  for (const auto& [text, name, service] :
       {std::array{"10.0.0.11:8080", "10.0.0.11", "10.0.0.11:8080"},
        std::array{"10.0.0.11", "10.0.0.11", "10.0.0.11:0"}, std::array{"[fd00::12]", "fd00::12", "[fd00::12]:0"},
        std::array{"one=10.0.0.11", "one", "10.0.0.11:0"}}) {
    const auto replica = parse_replica(text);
    ASSERT_TRUE(replica) << text;
    EXPECT_EQ(replica->name, name);
    EXPECT_EQ(base::to_text(replica->service), service);
  }
}

TEST(ParseReplica, RefusesAWrongNameAndWhatHasNoAddress) {
  EXPECT_EQ(complaint_about_replica("two:8080"),
            "a proxy cannot connect to \"two:8080\"; write its address, such as 10.0.0.11:8080");
  for (const auto* text : {"=10.0.0.11:8080", "o ne=10.0.0.11:8080", "o\nne=10.0.0.11:8080", "\xC3\xA9=10.0.0.11:8080"})
    EXPECT_THAT(complaint_about_replica(text),
                testing::StartsWith("a name has letters, digits, hyphens and underscores"))
        << text;
  EXPECT_NE(complaint_about_replica(std::string(65, 'a') + "=10.0.0.11:8080"), "");
  EXPECT_EQ(complaint_about_replica(std::string(64, 'a') + "=10.0.0.11:8080"), "");
  for (const auto* text : {"one=", "one=10.0.0.11:0", "one=two:8080", "one=0.0.0.0:8080", "one=[::]:8080", "one=[::]",
                           "one=fd00::12:8080", "one=10.0.0.11:8080 check", "0.0.0.0", ""})
    EXPECT_THAT(complaint_about_replica(text), testing::StartsWith("a proxy cannot connect to ")) << text;
}

TEST(ProblemsOfReplicas, AreNoneWithoutReplicasWithSuitableSettingsAndOnThisMachine) {
  EXPECT_THAT(problems_of_replicas(app::Config{}, {}), IsEmpty());
  EXPECT_THAT(problems_of_replicas(reachable(), kTwo), IsEmpty());
  const std::vector<Replica> here{{"one", {"127.0.0.1", 8080}}, {"two", {"::1", 8080}}};
  EXPECT_THAT(problems_of_replicas(app::Config{}, here), IsEmpty());
}

TEST(ProblemsOfReplicas, NeedTheAdminListener) {
  auto config = reachable();
  config.listen_admin = "";
  EXPECT_THAT(problems_of_replicas(config, kTwo),
              ElementsAre("listen.admin: without it a proxy cannot know which replica is ready; set it, such as to "
                          "\"0.0.0.0:9464\""));
}

TEST(ProblemsOfReplicas, RefuseEqualNamesAndAddresses) {
  const std::vector<Replica> names{{"one", {"10.0.0.11", 8080}}, {"one", {"10.0.0.12", 8080}}};
  EXPECT_THAT(problems_of_replicas(reachable(), names),
              ElementsAre("--replica: two replicas are named one; give each a name of its own"));
  const std::vector<Replica> addresses{{"one", {"10.0.0.11", 8080}}, {"two", {"10.0.0.11", 8081}}};
  EXPECT_THAT(
      problems_of_replicas(reachable(), addresses),
      ElementsAre("--replica: two replicas have the address 10.0.0.11; give each an address of its own, because "
                  "health checks use the port of listen.admin at it"));
}

}  // namespace
}  // namespace agent_access::tools

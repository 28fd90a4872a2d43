#include "tools/proxies/proxy_site.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
  EXPECT_EQ(net::to_text(site->service), "127.0.0.1:8080");
  EXPECT_EQ(net::to_text(*site->admin), "[::1]:9464");
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

TEST(MakeProxySite, HasNoAdminAddressIfThatListenerIsOff) {
  app::Config config;
  config.listen_admin = "";
  EXPECT_FALSE(make_proxy_site(config, settings_of(kBoth), {})->admin);
}

TEST(MakeProxySite, RefusesAServiceThatTerminatesTls) {
  app::Config config;
  config.tls_certificate = "site.pem";
  const auto site = make_proxy_site(config, settings_of(kBoth), {});
  ASSERT_FALSE(site);
  EXPECT_THAT(site.error(), ElementsAre(HasSubstr("remove tls.certificate and tls.key")));
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

TEST(MakeProxySite, RefusesBaseUrlsOfDifferentListeners) {
  for (const auto* other : {"https://www.example.com:8443", "http://localhost:443"}) {
    const auto site = make_proxy_site({}, settings_of({"https://example.com", other}), {});
    ASSERT_FALSE(site) << other;
    EXPECT_THAT(site.error(), ElementsAre(HasSubstr("the same scheme and port")));
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

}  // namespace
}  // namespace agent_access::tools

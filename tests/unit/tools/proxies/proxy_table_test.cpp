#include "tools/proxies/proxy_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/proxies/check_site.hpp"

namespace agent_access::tools {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

content::Settings settings_of_a_site() {
  content::Settings settings;
  settings.base_urls = {*base::parse_base_url("https://example.com")};
  return settings;
}

TEST(RenderDnsRecords, HasTwoRecordsForEachPublicHost) {
  auto settings = settings_of_a_site();
  settings.base_urls.push_back(*base::parse_base_url("https://www.example.com:8443"));
  settings.base_urls.push_back(*base::parse_base_url("http://127.0.0.1:8080"));
  EXPECT_EQ(
      render_dns_records(settings, false),
      "; Optional, for the zone of the site. Clients that look for the first record of a host also use https for its "
      "http URLs (RFC 9460\n"
      "; section 9.5), so that credentials are not sent in clear text.\n"
      "example.com. 3600 IN HTTPS 1 . alpn=\"h2,http/1.1\"\n"
      "_8443._https.www.example.com. 3600 IN HTTPS 1 www.example.com. alpn=\"h2,http/1.1\"\n"
      "; The others say where agents that search the DNS begin (DNS-AID, draft-mozleywilliams-dnsop-dnsaid-02).\n"
      "; They expect a signed zone (DNSSEC).\n"
      "_index._agents.example.com. 3600 IN SVCB 1 example.com. alpn=\"h2,http/1.1\" port=\"443\"\n"
      "_index._agents.www.example.com. 3600 IN SVCB 1 www.example.com. alpn=\"h2,http/1.1\" port=\"8443\"\n");
  EXPECT_THAT(render_dns_records(settings, true),
              AllOf(HasSubstr("HTTPS 1 . alpn=\"http/1.1\"\n"),
                    HasSubstr("SVCB 1 example.com. alpn=\"http/1.1\" port=\"443\"\n")))
      << "the program speaks no HTTP/2";
  settings.base_urls = {*base::parse_base_url("http://127.0.0.1:8080")};
  EXPECT_EQ(render_dns_records(settings, false), "");
}

TEST(ProxyTable, HasTheseProxies) {
  EXPECT_EQ(proxy_names("|"), "nginx|caddy|haproxy|traefik|apache");
  EXPECT_EQ(find_proxy("haproxy")->title, "HAProxy");
  EXPECT_EQ(find_proxy("HAProxy"), nullptr);
}

TEST(ComplaintAboutProxy, NamesTheNearestProxyAndAll) {
  EXPECT_EQ(complaint_about_proxy("nginx"), "");
  EXPECT_EQ(complaint_about_proxy("ngnix"),
            "unknown proxy; did you mean nginx? Known are: nginx, caddy, haproxy, traefik, apache");
  EXPECT_EQ(complaint_about_proxy("HAProxy"),
            "unknown proxy; did you mean haproxy? Known are: nginx, caddy, haproxy, traefik, apache");
  EXPECT_EQ(complaint_about_proxy("something"), "unknown proxy. Known are: nginx, caddy, haproxy, traefik, apache");
}

TEST(RenderProxy, LimitsEachClientOfSeveralReplicas) {
  const std::vector<Replica> replicas{{"one", {"127.0.0.2", 8080}}};
  const auto& haproxy = *find_proxy("haproxy");
  app::Config config;
  config.policy.requests = 30;
  config.policy.window = std::chrono::milliseconds{1500};
  config.policy.wide_networks = {{*base::Network::parse("198.51.100.0/24"), 10}};
  const auto site = render_proxy(haproxy, config, settings_of_a_site(), {}, replicas);
  ASSERT_TRUE(site);
  EXPECT_THAT(site->text, HasSubstr("expire 3000ms store gpc0_rate(1500ms)\n"));
  EXPECT_THAT(site->text, HasSubstr("int(300) if { src 198.51.100.0/24 } !{ var(txn.agent_most) -m found }\n"));
  EXPECT_THAT(site->text, HasSubstr("int(30) if !{ var(txn.agent_most) -m found }\n"));
  EXPECT_THAT(site->text, HasSubstr("RateLimit-Policy '\"default\";q=300;w=2'"));
  EXPECT_THAT(site->text, HasSubstr("hdr Retry-After '2'"));
  EXPECT_THAT(render_proxy(haproxy, config, settings_of_a_site(), {})->text, Not(HasSubstr("429")));
  config.policy.requests = 0;
  EXPECT_THAT(render_proxy(haproxy, config, settings_of_a_site(), {}, replicas)->text, Not(HasSubstr("429")));
}

}  // namespace
}  // namespace agent_access::tools

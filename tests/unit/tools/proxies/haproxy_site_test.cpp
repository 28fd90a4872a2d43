#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/proxies/renderers.hpp"
#include "unit/tools/proxies/site_fixture.hpp"

namespace agent_access::tools {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kHaproxySite = R"(# A site for HAProxy 2.6 or later: the end of /etc/haproxy/haproxy.cfg.
# /etc/haproxy/site.pem is the chain of the certificate followed by its key. One of Let's Encrypt, before HAProxy uses port 80:
#   certbot certonly --standalone -d example.com -d www.example.com
#   cd /etc/letsencrypt/live/example.com && cat fullchain.pem privkey.pem | install -m 600 /dev/stdin /etc/haproxy/site.pem
# Later: certbot renew --http-01-port 8402, a port to which the first frontend passes challenges; then the
# last line again, and systemctl reload haproxy.
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response

frontend agent_access_http
  bind :80
  bind :::80 v6only
  acl acme path_beg /.well-known/acme-challenge/
  http-request redirect code 301 location https://example.com%[pathq] if !acme { req.hdr(host) -i example.com example.com:80 }
  http-request redirect code 301 location https://www.example.com%[pathq] if !acme { req.hdr(host) -i www.example.com www.example.com:80 }
  http-request deny deny_status 421 unless acme
  default_backend agent_access_acme

backend agent_access_acme
  server certbot 127.0.0.1:8402

frontend agent_access_https
  bind :443 ssl crt /etc/haproxy/site.pem alpn h2,http/1.1
  bind :::443 v6only ssl crt /etc/haproxy/site.pem alpn h2,http/1.1
  http-request del-header Forwarded
  http-request set-header X-Forwarded-For %[src]
  http-after-response set-header Strict-Transport-Security max-age=86400
  default_backend agent_access

backend agent_access
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
  # For several: check --proxy haproxy --replica one=ADDRESS:PORT --replica two=ADDRESS:PORT
  server one 127.0.0.1:8080 check port 9464 inter 1s fall 2 rise 1
)";

TEST(RenderHaproxySite, ProxiesEverythingToAServiceWithPages) {
  EXPECT_EQ(render_haproxy_site(test::site_with_pages()).text, kHaproxySite);
}

TEST(RenderHaproxySite, ProxiesOnlyTheServicesPathsBesideAnotherSite) {
  auto site = test::site_beside();
  site.paths.emplace_back("/o'brien.txt");
  const auto [text, omitted] = render_haproxy_site(site);
  EXPECT_THAT(text, HasSubstr("  acl of_agent_access path_beg /oauth/ /api/agent/\n"
                              "  acl of_agent_access path /a%20boat.svg\n"
                              "  acl of_agent_access path /auth.md\n"
                              "  use_backend agent_access if of_agent_access\n"
                              "  default_backend agent_access_site\n\n"
                              "backend agent_access_site\n"
                              "  # The web server of your own pages:\n"
                              "  server site 127.0.0.1:8081\n"));
  EXPECT_THAT(omitted, ElementsAre("/o'brien.txt"));
}

TEST(RenderHaproxySite, SetsTheConfiguredForwardedFieldAndClearsTheOther) {
  auto site = test::site_with_pages();
  site.field = base::ForwardedField::forwarded;
  EXPECT_THAT(render_haproxy_site(site).text,
              HasSubstr("  http-request del-header X-Forwarded-For\n"
                        "  acl from_ipv6 src -m sub :\n"
                        "  http-request set-header Forwarded for=%[src] if !from_ipv6\n"
                        "  http-request set-header Forwarded 'for=\"[%[src]]\"' if from_ipv6\n"));
}

TEST(RenderHaproxySite, SendsTheProxyHeaderThatTheServiceExpects) {
  auto site = test::site_with_pages();
  site.wants_proxy_header = true;
  site.admin = net::Endpoint{"::1", 9464};
  EXPECT_THAT(render_haproxy_site(site).text, HasSubstr("  server one 127.0.0.1:8080 check addr ::1 port 9464 "
                                                        "inter 1s fall 2 rise 1 send-proxy-v2\n"));
  site.admin.reset();
  const auto text = render_haproxy_site(site).text;
  EXPECT_THAT(text, HasSubstr("  server one 127.0.0.1:8080 send-proxy-v2\n"));
  EXPECT_THAT(text, Not(HasSubstr("httpchk")));
}

TEST(RenderHaproxySite, HasALineForEachReplica) {
  auto site = test::site_with_pages();
  site.replicas = {{"one", {"10.0.0.11", 8080}}, {"two", {"fd00::12", 8081}}};
  const auto text = render_haproxy_site(site).text;
  EXPECT_TRUE(
      text.ends_with("  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost\n"
                     "  server one 10.0.0.11:8080 check port 9464 inter 1s fall 2 rise 1\n"
                     "  server two [fd00::12]:8081 check port 9464 inter 1s fall 2 rise 1\n"))
      << text;
  site.wants_proxy_header = true;
  EXPECT_THAT(render_haproxy_site(site).text,
              HasSubstr("  server one 10.0.0.11:8080 check port 9464 inter 1s fall 2 rise 1 send-proxy-v2\n"));
}

TEST(RenderHaproxySite, ListensOnlyOnLoopbackWithoutTls) {
  const auto text = render_haproxy_site(test::site_without_tls()).text;
  EXPECT_THAT(text, HasSubstr("frontend agent_access_https\n  bind 127.0.0.1:9000\n  http-request "));
  for (const auto* other : {"ssl", "301", "Strict", "certbot"}) EXPECT_THAT(text, Not(HasSubstr(other)));
}

TEST(RenderHaproxySite, HasOnlyRulesAndABackendForASiteThatExists) {
  auto site = test::site_beside();
  site.extent = Extent::locations;
  EXPECT_EQ(
      render_haproxy_site(site).text,
      R"(# agent-access in a site that exists, for HAProxy 2.6 or later. In the frontend of example.com and www.example.com, above its
# other use_backend lines, with "mode http":
  acl of_agent_access path_beg /oauth/ /api/agent/
  acl of_agent_access path /a%20boat.svg
  acl of_agent_access path /auth.md
  use_backend agent_access if of_agent_access
# At the end of /etc/haproxy/haproxy.cfg:
backend agent_access
  mode http
  http-request del-header Forwarded
  http-request set-header X-Forwarded-For %[src]
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
  # For several: check --proxy haproxy --replica one=ADDRESS:PORT --replica two=ADDRESS:PORT
  server one 127.0.0.1:8080 check port 9464 inter 1s fall 2 rise 1
)");
}

}  // namespace
}  // namespace agent_access::tools

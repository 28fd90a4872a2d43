#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/proxies/renderers.hpp"
#include "unit/tools/proxies/site_fixture.hpp"

namespace agent_access::tools {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::string_view kApacheSite =
    R"(# A site for Apache 2.4 of Debian: /etc/apache2/sites-available/agent-access.conf. Enable it with
#   a2enmod ssl http2 proxy_http headers && a2ensite agent-access && systemctl reload apache2
# The certificate is your own, or one of Let's Encrypt, made before this site is enabled and renewed by certbot:
#   certbot certonly --webroot -w /var/www/html -d example.com -d www.example.com --deploy-hook "systemctl reload apache2"
<VirtualHost *:80>
  ServerName example.com
  DocumentRoot /var/www/html
  RedirectMatch 301 "^(?!/\.well-known/acme-challenge/)(.*)$" "https://example.com$1"
</VirtualHost>
<VirtualHost *:80>
  ServerName www.example.com
  DocumentRoot /var/www/html
  RedirectMatch 301 "^(?!/\.well-known/acme-challenge/)(.*)$" "https://www.example.com$1"
</VirtualHost>
<VirtualHost *:443>
  ServerName example.com
  ServerAlias www.example.com
  Protocols h2 http/1.1
  SSLEngine on
  SSLCertificateFile /etc/letsencrypt/live/example.com/fullchain.pem
  SSLCertificateKeyFile /etc/letsencrypt/live/example.com/privkey.pem
  Header always set Strict-Transport-Security "max-age=86400"
  AllowEncodedSlashes NoDecode
  ProxyPreserveHost On
  ProxyAddHeaders Off
  <Proxy "http://127.0.0.1:8080/*">
    RequestHeader unset Forwarded
    RequestHeader set X-Forwarded-For "expr=%{REMOTE_ADDR}"
    # The service compresses itself.
    SetEnv no-gzip 1
  </Proxy>
  ProxyPass "/" "http://127.0.0.1:8080/"
</VirtualHost>
)";

TEST(RenderApacheSite, ProxiesEverythingToAServiceWithPages) {
  EXPECT_EQ(render_apache_site(test::site_with_pages()).text, kApacheSite);
}

TEST(RenderApacheSite, ProxiesOnlyTheServicesPathsBesideAnotherSite) {
  auto site = test::site_beside();
  site.paths.emplace_back("/b%22.txt");
  site.paths.emplace_back("/c%5C.txt");
  const auto [text, omitted] = render_apache_site(site);
  EXPECT_THAT(text, HasSubstr("  ProxyPass \"/oauth/\" \"http://127.0.0.1:8080/oauth/\"\n"
                              "  ProxyPass \"/api/agent/\" \"http://127.0.0.1:8080/api/agent/\"\n"
                              "  ProxyPassMatch \"^/(a boat\\.svg)$\" \"http://127.0.0.1:8080/$1\"\n"
                              "  ProxyPassMatch \"^/(auth\\.md)$\" \"http://127.0.0.1:8080/$1\"\n"));
  EXPECT_THAT(text, HasSubstr("  DocumentRoot /var/www/site\n  <Directory /var/www/site>\n"));
  EXPECT_THAT(omitted, ElementsAre("/b%22.txt", "/c%5C.txt"));
}

TEST(RenderApacheSite, SetsTheConfiguredForwardedFieldAndClearsTheOther) {
  auto site = test::site_with_pages();
  site.field = base::ForwardedField::forwarded;
  EXPECT_THAT(render_apache_site(site).text,
              HasSubstr("    RequestHeader unset X-Forwarded-For\n"
                        "    RequestHeader set Forwarded \"expr=for=%{REMOTE_ADDR}\" \"expr=%{REMOTE_ADDR} !~ /:/\"\n"
                        "    RequestHeader set Forwarded \"expr=for=\\\"[%{REMOTE_ADDR}]\\\"\" "
                        "\"expr=%{REMOTE_ADDR} =~ /:/\"\n"));
}

TEST(RenderApacheSite, ListensOnlyOnLoopbackWithoutTls) {
  const auto text = render_apache_site(test::site_without_tls()).text;
  EXPECT_THAT(text, StartsWith("Listen 127.0.0.1:9000\n<VirtualHost 127.0.0.1:9000>\n  ServerName localhost\n"
                               "  ServerAlias 127.0.0.1\n  AllowEncodedSlashes"));
  for (const auto* other : {"SSL", "301", "Strict", "certbot"}) EXPECT_THAT(text, Not(HasSubstr(other)));
}

TEST(RenderApacheSite, ListensAtAPortThatDebianDoesNotConfigure) {
  auto site = test::site_with_pages();
  site.port = "8443";
  EXPECT_THAT(render_apache_site(site).text, HasSubstr("\nListen 8443\n<VirtualHost *:80>\n"));
}

TEST(RenderApacheSite, HasOnlyPathsForASiteThatExists) {
  auto site = test::site_beside();
  site.extent = Extent::locations;
  EXPECT_EQ(
      render_apache_site(site).text,
      R"(# agent-access in a site that exists: /etc/apache2/agent-access.conf, for Apache 2.4. Enable the modules with
#   a2enmod proxy_http headers
# and write in the virtual host of example.com and www.example.com, above its other ProxyPass lines:
#   Include agent-access.conf
  <Proxy "http://127.0.0.1:8080/*">
    ProxyPreserveHost On
    ProxyAddHeaders Off
    RequestHeader unset Forwarded
    RequestHeader set X-Forwarded-For "expr=%{REMOTE_ADDR}"
    # The service compresses itself.
    SetEnv no-gzip 1
  </Proxy>
  ProxyPass "/oauth/" "http://127.0.0.1:8080/oauth/"
  ProxyPass "/api/agent/" "http://127.0.0.1:8080/api/agent/"
  ProxyPassMatch "^/(a boat\.svg)$" "http://127.0.0.1:8080/$1"
  ProxyPassMatch "^/(auth\.md)$" "http://127.0.0.1:8080/$1"
)");
}

}  // namespace
}  // namespace agent_access::tools

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/proxies/renderers.hpp"
#include "unit/tools/proxies/site_fixture.hpp"

namespace agent_access::tools {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kNginxSite =
    R"(# A site for nginx 1.18 or later: a file in /etc/nginx/sites-enabled or /etc/nginx/conf.d.
# The certificate is your own, or one of Let's Encrypt, made before this site is enabled and renewed by certbot:
#   certbot certonly --webroot -w /var/www/html -d example.com -d www.example.com --deploy-hook "systemctl reload nginx"

upstream agent_access {
  server 127.0.0.1:8080;
  keepalive 32;
}
server {
  listen 80;
  listen [::]:80;
  server_name example.com;
  location /.well-known/acme-challenge/ { root /var/www/html; }
  location / { return 301 https://example.com$request_uri; }
}
server {
  listen 80;
  listen [::]:80;
  server_name www.example.com;
  location /.well-known/acme-challenge/ { root /var/www/html; }
  location / { return 301 https://www.example.com$request_uri; }
}
server {
  listen 443 ssl;
  listen [::]:443 ssl;
  server_name example.com www.example.com;
  # HTTP/2: with nginx 1.25.1 or later write "http2 on;" here, with an older one "ssl http2" in both lines above.
  ssl_certificate /etc/letsencrypt/live/example.com/fullchain.pem;
  ssl_certificate_key /etc/letsencrypt/live/example.com/privkey.pem;
  add_header Strict-Transport-Security "max-age=86400" always;
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header Forwarded "";

  location / { proxy_pass http://agent_access; }
}
)";

TEST(RenderNginxSite, ProxiesEverythingToAServiceWithPages) {
  EXPECT_EQ(render_nginx_site(test::site_with_pages()).text, kNginxSite);
}

TEST(RenderNginxSite, ProxiesOnlyTheServicesPathsBesideAnotherSite) {
  auto site = test::site_beside();
  site.paths = {"/$1.txt", "/a%20boat.svg", "/auth.md"};
  const auto [text, omitted] = render_nginx_site(site);
  EXPECT_THAT(text, HasSubstr("\n  location /oauth/ { proxy_pass http://agent_access; }\n"
                              "  location /api/agent/ { proxy_pass http://agent_access; }\n"
                              "  location = \"/a boat.svg\" { proxy_pass http://agent_access; }\n"
                              "  location = /auth.md { proxy_pass http://agent_access; }\n"));
  EXPECT_THAT(text, HasSubstr("\n  location / { root /var/www/site; }\n}\n"));
  EXPECT_THAT(omitted, ElementsAre("/$1.txt"));
}

TEST(RenderNginxSite, SetsTheConfiguredForwardedFieldAndClearsTheOther) {
  auto site = test::site_with_pages();
  site.field = base::ForwardedField::forwarded;
  const auto text = render_nginx_site(site).text;
  EXPECT_THAT(text, HasSubstr("map $remote_addr $agent_access_forwarded {\n"
                              "  ~^[0-9.]+$ \"for=$remote_addr\";\n"
                              "  ~^[0-9A-Fa-f:.]+$ \"for=\\\"[$remote_addr]\\\"\";\n"
                              "  default \"for=unknown\";\n}\nupstream "));
  EXPECT_THAT(text, HasSubstr("  proxy_set_header Forwarded $agent_access_forwarded;\n"
                              "  proxy_set_header X-Forwarded-For \"\";\n"));
}

TEST(RenderNginxSite, ListensOnlyOnLoopbackWithoutTls) {
  const auto text = render_nginx_site(test::site_without_tls()).text;
  EXPECT_THAT(text, HasSubstr("server {\n  listen 127.0.0.1:9000;\n  server_name localhost 127.0.0.1;\n  proxy_http"));
  for (const auto* other : {"ssl", "301", "Strict", "certbot"}) EXPECT_THAT(text, Not(HasSubstr(other)));
}

TEST(RenderNginxSite, NamesThePortOfTheBaseUrls) {
  auto site = test::site_with_pages();
  site.port = "8443";
  const auto text = render_nginx_site(site).text;
  EXPECT_THAT(text, HasSubstr("return 301 https://example.com:8443$request_uri;"));
  EXPECT_THAT(text, HasSubstr("  listen 8443 ssl;\n  listen [::]:8443 ssl;\n"));
}

TEST(RenderNginxSite, HasOnlyLocationsForASiteThatExists) {
  auto site = test::site_beside();
  site.extent = Extent::locations;
  EXPECT_EQ(
      render_nginx_site(site).text,
      R"(# agent-access in a site that exists: /etc/nginx/snippets/agent-access.conf, for nginx 1.18 or later. In the
# server block with TLS of example.com and www.example.com write, above its other locations:
#   include snippets/agent-access.conf;
  location @agent_access {
    proxy_pass http://127.0.0.1:8080;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header Forwarded "";
  }
  location ^~ /oauth/ { try_files /.agent-access @agent_access; }
  location ^~ /api/agent/ { try_files /.agent-access @agent_access; }
  location = "/a boat.svg" { try_files /.agent-access @agent_access; }
  location = /auth.md { try_files /.agent-access @agent_access; }
)");
}

TEST(RenderNginxSite, MarksTheLinesOfLocationsThatBelongOutsideOfTheServer) {
  auto site = test::site_beside();
  site.extent = Extent::locations;
  site.field = base::ForwardedField::forwarded;
  const auto text = render_nginx_site(site).text;
  EXPECT_THAT(text, HasSubstr("#   sed -n 's/^#: //p' /etc/nginx/snippets/agent-access.conf > "
                              "/etc/nginx/conf.d/agent-access.conf\n#: map $remote_addr $agent_access_forwarded {\n"));
  EXPECT_THAT(text, HasSubstr("#: upstream agent_access {\n#:   server 127.0.0.1:8080;\n"));
  EXPECT_THAT(text, HasSubstr("    proxy_pass http://agent_access;\n"));
}

}  // namespace
}  // namespace agent_access::tools

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/proxies/renderers.hpp"
#include "unit/tools/proxies/site_fixture.hpp"

namespace agent_access::tools {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kTraefikSite =
    R"(# A site for Traefik 2 or 3: a file of the file provider. The static configuration (/etc/traefik/traefik.yml) has:
#   entryPoints:
#     web: { address: ":80" }
#     websecure: { address: ":443" }
#   certificatesResolvers:
#     letsencrypt: { acme: { email: you@example.com, storage: /var/lib/traefik/acme.json, httpChallenge: { entryPoint: web } } }
#   providers: { file: { directory: /etc/traefik/dynamic } }
http:
  routers:
    agent-access-redirect:
      entryPoints: [web]
      rule: 'Host(`example.com`) || Host(`www.example.com`)'
      middlewares: [agent-access-https]
      service: agent-access
    agent-access:
      entryPoints: [websecure]
      rule: 'Host(`example.com`) || Host(`www.example.com`)'
      middlewares: [agent-access-fields]
      service: agent-access
      tls: { certResolver: letsencrypt }
  middlewares:
    agent-access-https:
      redirectScheme: { scheme: https, permanent: true }
    agent-access-fields:
      headers:
        stsSeconds: 86400
        customRequestHeaders: { Forwarded: "" }
  services:
    agent-access:
      loadBalancer:
        passHostHeader: true
        servers: [{ url: "http://127.0.0.1:8080" }]
)";

TEST(RenderTraefikSite, ProxiesEverythingToAServiceWithPages) {
  EXPECT_EQ(render_traefik_site(test::site_with_pages()).text, kTraefikSite);
}

TEST(RenderTraefikSite, ProxiesOnlyTheServicesPathsBesideAnotherSite) {
  const auto [text, omitted] = render_traefik_site(test::site_beside());
  EXPECT_THAT(text, HasSubstr("      rule: >-\n"
                              "        (Host(`example.com`) || Host(`www.example.com`)) &&\n"
                              "        (PathPrefix(`/oauth/`) || PathPrefix(`/api/agent/`) ||\n"
                              "        Path(`/auth.md`))\n"
                              "      middlewares: [agent-access-fields]\n"));
  EXPECT_THAT(text, HasSubstr("    agent-access-site:\n      entryPoints: [websecure]\n"
                              "      rule: 'Host(`example.com`) || Host(`www.example.com`)'\n"));
  EXPECT_THAT(text, HasSubstr("servers: [{ url: \"http://127.0.0.1:8081\" }]\n"));
  EXPECT_THAT(omitted, ElementsAre("/a%20boat.svg"));
}

TEST(RenderTraefikSite, ListensOnlyOnLoopbackWithoutTls) {
  const auto text = render_traefik_site(test::site_without_tls()).text;
  EXPECT_THAT(text, HasSubstr("#     web: { address: \"127.0.0.1:9000\" }\n#   providers"));
  EXPECT_THAT(text, HasSubstr("      entryPoints: [web]\n      rule: 'Host(`localhost`) || Host(`127.0.0.1`)'\n"));
  for (const auto* other : {"tls", "redirect", "sts", "acme"}) EXPECT_THAT(text, Not(HasSubstr(other)));
}

TEST(RenderTraefikSite, NamesThePortOfTheBaseUrls) {
  auto site = test::site_with_pages();
  site.port = "8443";
  const auto text = render_traefik_site(site).text;
  EXPECT_THAT(text, HasSubstr("#     websecure: { address: \":8443\" }\n"));
  EXPECT_THAT(text, HasSubstr("redirectScheme: { scheme: https, permanent: true, port: \"8443\" }\n"));
}

}  // namespace
}  // namespace agent_access::tools

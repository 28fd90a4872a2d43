#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/proxies/renderers.hpp"
#include "unit/tools/proxies/site_fixture.hpp"

namespace agent_access::tools {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view kCaddySite = R"(# A site for Caddy 2.6 or later: a part of /etc/caddy/Caddyfile.
# Caddy obtains and renews the certificates itself, redirects http to https, and uses IPv6 and HTTP/2.
example.com, www.example.com {
	header Strict-Transport-Security "max-age=86400"
	reverse_proxy 127.0.0.1:8080 {
		header_up -Forwarded
		header_up X-Forwarded-For {remote_host}
		# The service compresses itself; without this, Caddy requests gzip and decompresses it.
		transport http {
			compression off
		}
	}
}
)";

TEST(RenderCaddySite, ProxiesEverythingToAServiceWithPages) {
  EXPECT_EQ(render_caddy_site(test::site_with_pages()).text, kCaddySite);
}

TEST(RenderCaddySite, ProxiesOnlyTheServicesPathsBesideAnotherSite) {
  auto site = test::site_beside();
  site.paths.emplace_back("/star*.txt");
  const auto [text, omitted] = render_caddy_site(site);
  EXPECT_THAT(text, HasSubstr("\t@agent_access {\n\t\tpath /oauth/* /api/agent/*\n\t\tpath /a%20boat.svg\n"
                              "\t\tpath /auth.md\n\t}\n\thandle @agent_access {\n\t\treverse_proxy 127.0.0.1:8080 {\n"
                              "\t\t\theader_up -Forwarded\n"));
  EXPECT_THAT(text, HasSubstr("\t\troot * /var/www/site\n\t\tfile_server\n\t}\n}\n"));
  EXPECT_THAT(omitted, ElementsAre("/star*.txt"));
}

TEST(RenderCaddySite, SetsTheConfiguredForwardedFieldAndClearsTheOther) {
  auto site = test::site_with_pages();
  site.field = base::ForwardedField::forwarded;
  const auto text = render_caddy_site(site).text;
  EXPECT_THAT(text, HasSubstr("\tmap {remote_host} {agent_access_forwarded} {\n"
                              "\t\t~^([0-9.]+)$ \"for=${1}\"\n"
                              "\t\t~^([0-9A-Fa-f:.]+)$ `for=\"[${1}]\"`\n"
                              "\t\tdefault \"for=unknown\"\n\t}\n"));
  EXPECT_THAT(text, HasSubstr("\t\theader_up -X-Forwarded-For\n\t\theader_up Forwarded {agent_access_forwarded}\n"));
}

TEST(RenderCaddySite, ListensOnlyOnLoopbackWithoutTls) {
  EXPECT_THAT(render_caddy_site(test::site_without_tls()).text,
              StartsWith("http://localhost:9000, http://127.0.0.1:9000 {\n\tbind 127.0.0.1\n\treverse_proxy "));
}

TEST(RenderCaddySite, NamesThePortOfTheBaseUrls) {
  auto site = test::site_with_pages();
  site.port = "8443";
  EXPECT_THAT(render_caddy_site(site).text, HasSubstr("\nhttps://example.com:8443, https://www.example.com:8443 {\n"));
}

TEST(RenderCaddySite, HasOnlyHandlersForASiteThatExists) {
  auto site = test::site_beside();
  site.extent = Extent::locations;
  site.paths.emplace_back("/a*b");
  const auto made = render_caddy_site(site);
  EXPECT_EQ(
      made.text,
      R"(# agent-access in a site that exists: /etc/caddy/agent-access.caddy, for Caddy 2.6 or later. Write in /etc/caddy/Caddyfile,
# above all sites:
#   import agent-access.caddy
# and in the site of example.com and www.example.com:
#   import agent_access
(agent_access_service) {
	reverse_proxy 127.0.0.1:8080 {
		header_up -Forwarded
		header_up X-Forwarded-For {remote_host}
		# The service compresses itself; without this, Caddy requests gzip and decompresses it.
		transport http {
			compression off
		}
	}
}
(agent_access) {
	handle /oauth/* {
		import agent_access_service
	}
	handle /api/agent/* {
		import agent_access_service
	}
	handle /a%20boat.svg {
		import agent_access_service
	}
	handle /auth.md {
		import agent_access_service
	}
}
)");
  EXPECT_THAT(made.omitted, ElementsAre("/a*b"));
}

}  // namespace
}  // namespace agent_access::tools

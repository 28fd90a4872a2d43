#include "tools/proxies/site_gates.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/proxies/path_rule.hpp"
#include "tools/proxies/proxy_table.hpp"
#include "tools/proxies/renderers.hpp"
#include "unit/tools/proxies/site_fixture.hpp"

namespace agent_access::tools {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

content::Gate gate_of(std::string prefix, std::vector<std::string> methods = {"GET"}, std::size_t scope = 1) {
  return {.prefix = std::move(prefix),
          .title = "Data",
          .description = "Measurements.",
          .methods = std::move(methods),
          .scope = scope};
}

content::Settings settings_with(std::vector<content::Gate> gates) {
  content::Settings settings;
  settings.base_urls = {*base::parse_base_url("https://example.com")};
  settings.access.scopes = {{"read:extended", "Read the profile."}, {"read:papers", "Read the papers."}};
  settings.access.gates = std::move(gates);
  return settings;
}

/// A folder for reading and an inbox inside of it.
ProxySite site_with_gates() {
  auto site = test::site_with_pages();
  site.gates = gates_of_site(settings_with({gate_of("/data/"), gate_of("/data/In.box/", {"PUT", "OPTIONS"}, 0)}));
  return site;
}

TEST(GatesOfSite, HaveLongerPrefixesFirstAndHeadWithGet) {
  const auto gates = gates_of_site(settings_with({gate_of("/a/"), gate_of("/a/b/", {"PUT"}, 0), gate_of("/c/")}));
  ASSERT_EQ(gates.size(), 3U);
  EXPECT_EQ(gates[0].prefix, "/a/b/");
  EXPECT_EQ(gates[0].scope, "read:extended");
  EXPECT_FALSE(gates[0].is_for_reading());
  EXPECT_EQ(gates[1].prefix, "/a/");
  EXPECT_EQ(gates[1].scope, "read:papers");
  EXPECT_THAT(gates[1].methods, ElementsAre("GET", "HEAD"));
  EXPECT_TRUE(gates[1].is_for_reading());
}

TEST(GatePattern, QuotesDotsAndHoldsThePrefixWithoutItsLastSlash) {
  const auto gates = gates_of_site(settings_with({gate_of("/a.b/"), gate_of("/c/d/")}));
  EXPECT_EQ(gate_pattern(gates[0]), R"(^/a\.b([/?#]|$))");
  EXPECT_EQ(pattern_of_gates(gates), R"(^/a\.b([/?#]|$)|^/c/d([/?#]|$))");
}

TEST(ProblemsOfGates, NameWhatNoProxyCouldUse) {
  app::Config config;
  EXPECT_THAT(problems_of_gates(config, settings_with({gate_of("/data/")})), IsEmpty());
  config.trusted_proxies.clear();
  config.proxy_protocol = true;
  EXPECT_THAT(problems_of_gates(config, settings_with({})), IsEmpty());
  EXPECT_THAT(problems_of_gates(config, settings_with({gate_of("/a%20b/")})),
              ElementsAre(HasSubstr("limits.trusted_proxies: is empty"), HasSubstr("listen.proxy_protocol: "),
                          HasSubstr("the prefix /a%20b/; use letters")));
}

TEST(RenderProxy, RefusesGatesForApache) {
  for (const auto& proxy : proxy_table()) {
    const auto site = render_proxy(proxy, {}, settings_with({gate_of("/data/")}), {});
    EXPECT_EQ(site.has_value(), proxy.name != "apache") << proxy.name;
    if (site) continue;
    EXPECT_THAT(site.error(), ElementsAre(HasSubstr("gates: no module of Apache in Debian")));
  }
}

TEST(RenderSite, HasNothingOfGatesWithoutGates) {
  for (const auto& proxy : proxy_table()) {
    const auto text = proxy.render(test::site_with_pages()).text;
    for (const auto* part : {"/oauth/gate", "X-Agent", "8081"}) EXPECT_THAT(text, Not(HasSubstr(part))) << proxy.name;
  }
}

TEST(RenderNginxSite, AsksAboutGatedPathsInAnyCase) {
  const auto text = render_nginx_site(site_with_gates()).text;
  EXPECT_THAT(text, HasSubstr(R"(
  location ^~ /oauth/gate {
    internal;
    error_page 404 = @agent_access_unknown;
    proxy_pass http://agent_access/oauth/gate;
    # Of the upload that the question is about, which is not sent here:
    client_max_body_size 0;
    proxy_pass_request_body off;
    proxy_pass_request_headers off;
    proxy_connect_timeout 500ms;
    proxy_read_timeout 2s;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header Forwarded "";
    proxy_set_header Content-Length "";
    proxy_set_header X-Forwarded-Host $http_host;
    proxy_set_header X-Forwarded-Method $request_method;
    proxy_set_header X-Forwarded-Uri $request_uri;
    proxy_set_header Authorization $http_authorization;
    proxy_set_header Origin $http_origin;
    proxy_set_header Access-Control-Request-Method $agent_access_preflight;
    proxy_set_header User-Agent $http_user_agent;
  }
  location ~* ^/data/In\.box([/?#]|$) {
    auth_request /oauth/gate;
)"));
  EXPECT_THAT(text, HasSubstr("\n  location ~* ^/data([/?#]|$) {\n    auth_request /oauth/gate;\n"));
  EXPECT_THAT(text, HasSubstr("    client_max_body_size 0;\n    proxy_request_buffering off;\n"
                              "    proxy_pass http://127.0.0.1:8081;\n  }\n  location ~* ^/data([/?#]|$) {"));
  EXPECT_THAT(text, HasSubstr("    root /var/www/site;\n  }\n  location @agent_access_refused {\n"
                              "    default_type application/json;\n    add_header Cache-Control no-store always;\n"
                              "    add_header X-Content-Type-Options nosniff always;\n"
                              "    add_header Access-Control-Allow-Origin * always;\n"
                              "    add_header Strict-Transport-Security \"max-age=86400\" always;\n"));
  EXPECT_THAT(text, HasSubstr("    # No cache may give the response to others.\n"
                              "    expires off;\n    proxy_hide_header Cache-Control;\n"
                              "    add_header Cache-Control $agent_access_cache always;\n"
                              "    add_header Strict-Transport-Security \"max-age=86400\" always;\n"));
  EXPECT_THAT(text, HasSubstr("  if ($agent_access_odd_path) { rewrite ^ /oauth/odd-path last; }\n"));
  EXPECT_THAT(text, HasSubstr("    if ($agent_access_status = 401) { set $agent_access_challenge \"\"; }\n"
                              "    if ($agent_access_status = 400) { return 400 $agent_access_refusal; }\n"));
  EXPECT_THAT(text, HasSubstr("    if ($agent_access_client_id) { return 403; }\n"
                              "    return 503 '{\"error\":\"temporarily_unavailable\","));
}

TEST(RenderCaddySite, AsksAndRemovesTheTokenAfterwards) {
  const auto text = render_caddy_site(site_with_gates()).text;
  EXPECT_THAT(text, HasSubstr(R"(
	request_header -X-Agent*
	request_header -X_agent*
	@agent_access_connection header_regexp Connection (?i)x.agent
	request_header @agent_access_connection -Connection
	@agent_access_body header_regexp Content-Length [1-9]
	request_header @agent_access_body -Access-Control-Request-Method
	map {http.response.header.Cache-Control} {agent_access_cache} {
		`~(?i)(^|,)\s*no-store\s*(,|$)` no-store
		default "private, no-cache"
	}
	@agent_access_questions path /oauth/gate /oauth/gate/*
	handle @agent_access_questions {
)"));
  EXPECT_THAT(text, HasSubstr(R"(
	@agent_access_gate_1 path_regexp `(?i)^/data/In\.box([/?#]|$)`
	handle @agent_access_gate_1 {
		route {
			@options method OPTIONS
			request_body @options {
				max_size 1
			}
			forward_auth 127.0.0.1:8080 {
				uri /oauth/gate
				header_up -Forwarded
				header_up X-Forwarded-For {remote_host}
				copy_headers X-Agent-Client-Id X-Agent-Scope X-Agent-Token-Id
				transport http {
					dial_timeout 500ms
					response_header_timeout 2s
				}
			}
			request_header -Authorization
			# No cache may give the response to others.
			header {
				Cache-Control {agent_access_cache}
				defer
			}
			# Your server for this path:
			reverse_proxy 127.0.0.1:8081
		}
	}
	@agent_access_gate_2 path_regexp `(?i)^/data([/?#]|$)`
)"));
  EXPECT_THAT(text, HasSubstr("\t\t\troot * /var/www/site\n\t\t\tfile_server\n"));
  EXPECT_THAT(text, HasSubstr("\t\t\tpath_regexp `(?i)^/data/In\\.box([/?#]|$)|^/data([/?#]|$)`\n"
                              "\t\t\texpression {err.status_code} in [502, 503, 504]\n"));
}

TEST(RenderHaproxySite, VerifiesTokensAndPutsRefusalsToTheService) {
  const auto text = render_haproxy_site(site_with_gates()).text;
  EXPECT_THAT(text, HasSubstr("#   agent-access keys --pem --out /etc/haproxy/agent-access "));
  EXPECT_THAT(text, HasSubstr("  http-request del-header ^x[-_]agent[-_] -m reg\n"));
  EXPECT_THAT(text, HasSubstr("  acl agent_odd path -m reg -i '" + std::string(kOddPath) + "'\n"));
  EXPECT_THAT(text, HasSubstr("  acl agent_named path -m reg -i '" + named_path(site_with_gates().gates) + "'\n"));
  EXPECT_THAT(text, HasSubstr("'^/data/In\\.box([/?#]|$)|^/data([/?#]|$)' }\n  acl agent_gated "));
  EXPECT_THAT(text, HasSubstr("  acl agent_issuer var(txn.agent_token),jwt_payload_query('$.iss') -m str "
                              "https://example.com https://www.example.com\n"));
  EXPECT_THAT(text, HasSubstr(R"(
  http-request set-var(txn.agent_gate) int(1) if { path,url_dec -m reg -i '^/data/In\.box([/?#]|$)' } !{ var(txn.agent_gate) -m found }
  acl agent_scope_1 var(txn.agent_scopes) -m sub ' read:extended '
  acl agent_method_1 method PUT OPTIONS
  http-request set-var(txn.agent_open) bool(true) if agent_plain { var(txn.agent_gate) -m int 1 } { path -m reg '^/data/In\.box([/?#]|$)' } agent_good agent_scope_1 agent_method_1
  http-request set-var(txn.agent_open) bool(true) if agent_plain { var(txn.agent_gate) -m int 1 } { path -m reg '^/data/In\.box([/?#]|$)' } METH_OPTIONS !agent_body { req.hdr(Origin) -m found } { req.hdr(Access-Control-Request-Method) -m found }
  http-request set-var(txn.agent_gate) int(2) if { path,url_dec -m reg -i '^/data([/?#]|$)' } !{ var(txn.agent_gate) -m found }
  acl agent_scope_2 var(txn.agent_scopes) -m sub ' read:papers '
  acl agent_method_2 method GET HEAD
  http-request set-var(txn.agent_open) bool(true) if agent_plain { var(txn.agent_gate) -m int 2 } { path -m reg '^/data([/?#]|$)' } agent_good agent_scope_2 agent_method_2
  acl agent_open var(txn.agent_open) -m bool
)"));
  EXPECT_THAT(
      text,
      HasSubstr("  http-request del-header Authorization if agent_open\n"
                "  # No cache may give the response to others.\n"
                "  http-response set-header Cache-Control 'private, no-cache' if { var(txn.agent_open) -m bool } "));
  EXPECT_THAT(text, HasSubstr("  timeout connect 500ms\n  timeout server 2s\n  retries 1\n"
                              "  http-after-response set-status 503 if { status 504 }\n"));
  EXPECT_THAT(text, HasSubstr("  use_backend agent_access_refused if agent_gated !agent_open\n"
                              "  use_backend agent_access_site if agent_gated\n  default_backend agent_access\n"));
  EXPECT_THAT(text, HasSubstr("  server one 127.0.0.1:8080 track agent_access/one\n"));
}

TEST(RenderTraefikSite, AsksAboutGatedPathsBeforeItRoutesOthers) {
  const auto text = render_traefik_site(site_with_gates()).text;
  EXPECT_THAT(text, HasSubstr("# A site for Traefik 3:"));
  EXPECT_THAT(text, HasSubstr(R"(
    agent-access-gates:
      entryPoints: [websecure]
      rule: >-
        (Host(`example.com`) || Host(`www.example.com`)) &&
        (PathRegexp(`(?i)^/data/In\.box([/?#]|$)|^/data([/?#]|$)`) ||
        PathRegexp(`(?i)%(25)*([01][0-9a-f]|7f|3[0-9]|[46][1-9a-f]|[57][0-9a]|c[01]%(25)*[89ab]|e0%(25)*[89]|f0%(25)*8|e2%(25)*84%(25)*aa)|[\x00-\x1f\x7f]`) ||
        (PathRegexp(`//|/\.\.?([/?]|$)|[;\x5c#]|%(2[5ef]|3b|5c)|%`) && PathRegexp(`(?i)([^a-z0-9._~?-]|%(25)*[0-9a-f][0-9a-f])(data)([^a-z0-9._~-]|$)`)))
      priority: 100000
      middlewares: [agent-access-fields, agent-access-gate, agent-access-passed]
      service: agent-access-site
      tls: { certResolver: letsencrypt }
)"));
  EXPECT_THAT(text, HasSubstr(R"(
    agent-access-gate:
      forwardAuth:
        address: "http://127.0.0.1:8080/oauth/gate"
        trustForwardHeader: false
        authRequestHeaders: [Authorization, Origin, Access-Control-Request-Method, User-Agent]
        authResponseHeaders: [X-Agent-Client-Id, X-Agent-Scope, X-Agent-Token-Id]
)"));
  EXPECT_THAT(text, HasSubstr("        customResponseHeaders: { Cache-Control: \"private, no-cache\" }\n"));
  EXPECT_THAT(text, HasSubstr("    agent-access-site:\n      loadBalancer:\n"));
}

}  // namespace
}  // namespace agent_access::tools

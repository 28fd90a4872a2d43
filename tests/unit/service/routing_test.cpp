// Hosts, paths and methods, in this order.
#include <array>
#include <string_view>
#include <tuple>
#include <vector>

#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

using http::Method;

constexpr std::array kAllMethods = {Method::get, Method::head,  Method::post,    Method::options,
                                    Method::put, Method::patch, Method::delete_, Method::other};

TEST_F(ServiceTest, ServesOnlyItsHosts) {
  for (const auto* host : {"", "evil.test", "example.com..", "example.com:80", "sub.example.com", "evil.test:443"}) {
    for (const Method method : kAllMethods) {
      for (const auto* path : {"/", "/oauth/token", "/nothing"}) {
        const auto answer = send(method, path, {{"X-Forwarded-Host", "example.com"}}, {}, host);
        EXPECT_EQ(answer.status, 421) << host;
        EXPECT_EQ(answer.error(), "misdirected_request");
        EXPECT_EQ(answer.trace.route, "unknown");
      }
    }
  }
  EXPECT_EQ(send(Method::get, "/", {}, {}, "EXAMPLE.com:443").status, 200);
  EXPECT_EQ(send(Method::get, "/", {}, {}, "example.com.").status, 200);
}

TEST_F(ServiceTest, MatchesPathsExactly) {
  const std::string token = token_for(register_client());
  const Fields fields = {{"Authorization", "Bearer " + token}};
  for (const auto* path : {"/api/agent/full-profile/",
                           "//api/agent/full-profile",
                           "/API/agent/full-profile",
                           "/api/agent/full-profile;x=1",
                           "/api/agent/full%2Dprofile",
                           "/api/%61gent/full-profile",
                           "/./api/agent/full-profile",
                           "/x/../api/agent/full-profile",
                           "/api/agent/full-profile%2F",
                           "/api/agent/full-profile%00",
                           "/api/agent/full-profile#x",
                           "/api/agent",
                           "/api/",
                           "/oauth",
                           "/oauth/",
                           "/oauth/tokens",
                           "/.git/config",
                           "/.env",
                           "/metrics",
                           "/index.html",
                           "/.well-known/",
                           "/.well-known/jwks",
                           "/.well-known/openid-federation",
                           "/.well-known/oauth-protected-resource/",
                           "/.well-known/oauth-protected-resource/x",
                           "",
                           "**"}) {
    for (const Method method : kAllMethods) {
      const auto answer = send(method, path, fields);
      EXPECT_EQ(answer.status, 404) << path;
      EXPECT_EQ(answer.body,
                R"({"error":"not_found","error_description":"No such resource; see /openapi.json and /llms.txt )"
                R"(for what exists"})");
      EXPECT_EQ(answer.trace.route, "unknown");
    }
  }
  EXPECT_EQ(get("/api/agent/full-profile?", fields).status, 200);
  EXPECT_EQ(get("/api/agent/full-profile?x=/nothing", fields).status, 200);
}

TEST_F(ServiceTest, NamesTheAllowedMethodsOfAPath) {
  struct Row {
    std::string path;
    std::string allow;
    std::vector<Method> refused;
  };
  const std::vector<Method> not_post = {Method::get,   Method::head,    Method::put,
                                        Method::patch, Method::delete_, Method::other};
  const std::vector<Method> not_get = {Method::post, Method::put, Method::patch, Method::delete_, Method::other};
  for (const Row& row :
       {Row{"/oauth/token", "POST, OPTIONS", not_post}, Row{"/oauth/register", "POST, OPTIONS", not_post},
        Row{"/oauth/authorize", "GET, HEAD, OPTIONS", not_get},
        Row{"/api/agent/full-profile", "GET, HEAD, OPTIONS", not_get}, Row{"/", "GET, HEAD, OPTIONS", not_get},
        Row{"/.well-known/jwks.json", "GET, HEAD, OPTIONS", not_get},
        Row{"/.well-known/oauth-authorization-server", "GET, HEAD, OPTIONS", not_get}}) {
    SCOPED_TRACE(row.path);
    for (const Method method : row.refused) {
      const auto answer = send(method, row.path);
      EXPECT_EQ(answer.status, 405);
      EXPECT_EQ(answer.error(), "method_not_allowed");
      EXPECT_EQ(answer.field("Allow"), row.allow);
    }
    const auto preflight = send(Method::options, row.path,
                                {{"Origin", "https://evil.test"}, {"Access-Control-Request-Headers", "authorization"}});
    EXPECT_EQ(preflight.status, 204);
    EXPECT_EQ(preflight.field("Allow"), row.allow);
    EXPECT_EQ(preflight.field("Access-Control-Allow-Methods"), row.allow);
    EXPECT_EQ(preflight.field("Access-Control-Allow-Headers"),
              "Authorization, Content-Type, If-None-Match, MCP-Protocol-Version, *");
    EXPECT_EQ(preflight.field("Access-Control-Max-Age"), "86400");
    EXPECT_EQ(preflight.field("Content-Type"), "");
  }
}

TEST_F(ServiceTest, RefusesTheAuthorizationEndpointAndNamesTheTokenEndpoint) {
  for (const Method method : {Method::get, Method::head}) {
    const auto answer = send(method, "/oauth/authorize?response_type=code&redirect_uri=https://evil.test");
    EXPECT_EQ(answer.status, 400);
    EXPECT_EQ(answer.error(), "unsupported_response_type");
    EXPECT_NE(answer.body.find("/oauth/token"), std::string::npos);
    EXPECT_EQ(answer.field("Location"), "");
    EXPECT_EQ(answer.trace.route, "authorize");
  }
}

TEST_F(ServiceTest, ReturnsJsonForMalformedHttp) {
  for (const auto& [fault, status, reason] : std::vector<std::tuple<http::RequestError, int, std::string_view>>{
           {http::RequestError::malformed_request, 400, "malformed_request"},
           {http::RequestError::unsupported_version, 505, "unsupported_version"},
           {http::RequestError::target_too_long, 414, "target_too_long"},
           {http::RequestError::headers_too_large, 431, "headers_too_large"},
           {http::RequestError::unsupported_coding, 400, "unsupported_coding"},
           {http::RequestError::malformed_chunks, 400, "malformed_chunks"},
           {http::RequestError::body_too_large, 413, "body_too_large"},
           {http::RequestError::expectation_failed, 417, "expectation_failed"},
           {http::RequestError::header_timeout, 408, "header_timeout"},
           {http::RequestError::body_timeout, 408, "body_timeout"},
           {http::RequestError::server_full, 503, "server_full"},
           {http::RequestError::handler_failed, 500, "handler_failed"}}) {
    http::Response response;
    response.body = "half an answer";
    response.fields = "Half: a field\r\n";
    response.constant_body = "profile";
    response.omit_body = true;
    handler_->reject(fault, response);
    EXPECT_EQ(response.status, status);
    EXPECT_EQ(response.connection, http::Connection::close);
    EXPECT_EQ(trace_of(response).route, "rejected");
    EXPECT_EQ(trace_of(response).reason, reason);
    EXPECT_EQ(response.constant_body, "");
    EXPECT_FALSE(response.omit_body);
    EXPECT_EQ(boost::json::parse(response.body).as_object().size(), 2U);
    const std::string retry = status == 503 ? "Retry-After: 1\r\n" : "";
    EXPECT_EQ(response.fields, retry);
    EXPECT_TRUE(response.constant_fields.starts_with("Content-Type: application/json\r\nCache-Control: no-store\r\n"));
  }
}

}  // namespace
}  // namespace agent_access::test

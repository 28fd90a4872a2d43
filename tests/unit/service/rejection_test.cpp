// Refusals of which no client can be the cause alone: of the network layer, without random bytes, and with settings
// that a start refuses.
#include <string_view>
#include <tuple>
#include <vector>

#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

TEST_F(ServiceTest, Returns503WithoutEntropy) {
  const Client client = register_client();
  ScriptedRandom dry(0, 0);
  handler_ =
      service::Handler::create(example_snapshot(), {clock_, monotonic_, dry, verified_tokens_, limiter_}).value();
  for (const auto& answer : {request_token(client), send(http::Method::post, "/oauth/register")}) {
    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(answer.error(), "temporarily_unavailable");
    EXPECT_EQ(answer.field("Retry-After"), "1");
  }
}

TEST_F(ServiceTest, HasNothingBelowAGateAtAPathWithSlashesTooMany) {
  EXPECT_EQ(get("//own/page").status, 308);
  change_to({.access = {.gates = {{.prefix = "/own/", .title = "Own", .description = "Own."}}}});
  EXPECT_EQ(get("//own/page").status, 404);
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

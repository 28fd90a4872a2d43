#include "service/outcome/outcome.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "unit/service/service_fixture.hpp"

namespace agent_access::service {
namespace {

using test::Fields;

constexpr std::string_view kTraceParent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

/// The caller of a request from `peer`, where 10.0.0.0/8 is trusted.
Caller caller_of(std::string_view peer, const Fields& fields, std::string_view host = "example.com") {
  const base::TrustedProxies trusted{{base::Network::parse("10.0.0.0/8").value()},
                                     base::ForwardedField::x_forwarded_for};
  std::vector<http::Field> views;
  for (const auto& [name, value] : fields) views.push_back({name, value});
  http::Request request;
  request.host = host;
  request.fields = views;
  request.peer_address = base::IpAddress::parse(peer).value();
  Caller caller;
  caller.note(request, trusted);
  return caller;
}

TEST(Caller, IsThePeerWithItsHostAndUserAgent) {
  const Caller caller = caller_of("203.0.113.7", {{"Accept", "*/*"}, {"user-agent", "ExampleAgent/1.0"}});
  EXPECT_TRUE(caller.is_noted);
  EXPECT_EQ(caller.address.to_text(), "203.0.113.7");
  EXPECT_EQ(caller.host.view(), "example.com");
  EXPECT_EQ(caller.user_agent.view(), "ExampleAgent/1.0");
  EXPECT_EQ(caller.trace_id.view(), "");
  EXPECT_EQ(caller.name.view(), "");
  EXPECT_FALSE(caller.is_unlisted_proxy);
}

TEST(Caller, BehindATrustedProxyIsTheClientThatItNamesWithTheTraceId) {
  const Caller caller =
      caller_of("10.0.0.2", {{"X-Forwarded-For", "203.0.113.7"}, {"traceparent", std::string(kTraceParent)}});
  EXPECT_EQ(caller.address.to_text(), "203.0.113.7");
  EXPECT_EQ(caller.trace_id.view(), "4bf92f3577b34da6a3ce929d0e0e4736");
  EXPECT_FALSE(caller.is_unlisted_proxy);
}

TEST(Caller, OfAnUntrustedPeerOrAMalformedTraceHasNoTraceId) {
  EXPECT_EQ(caller_of("203.0.113.7", {{"traceparent", std::string(kTraceParent)}}).trace_id.view(), "");
  EXPECT_EQ(caller_of("10.0.0.2", {{"traceparent", "00-secret"}}).trace_id.view(), "");
}

TEST(Caller, IsAnUnlistedProxyIfAnUntrustedPeerNamesAClient) {
  EXPECT_TRUE(caller_of("172.17.0.1", {{"x-forwarded-for", "203.0.113.7"}}).is_unlisted_proxy);
  EXPECT_TRUE(caller_of("172.17.0.1", {{"Forwarded", "for=203.0.113.7"}}).is_unlisted_proxy);
  EXPECT_FALSE(caller_of("172.17.0.1", {{"X-Forwarded-By", "203.0.113.7"}}).is_unlisted_proxy);
}

TEST(Caller, HasNeitherSecretNorMoreThanItsBounds) {
  const std::string secret = "MuKa2L_re7c2XnUBy4AsZwDFg0GvMF34YnzHU35kDng";
  const Caller caller = caller_of("203.0.113.7", {{"User-Agent", "Agent Bearer " + secret}}, secret + ".example.com");
  EXPECT_EQ(caller.user_agent.view(), "Agent Bearer [removed]");
  EXPECT_EQ(caller.host.view(), "[removed].example.com");
  EXPECT_EQ(caller_of("203.0.113.7", {{"User-Agent", std::string(300, '.')}}).user_agent.view(), std::string(256, '.'));
  EXPECT_EQ(caller_of("203.0.113.7", {}, std::string(300, '.')).host.view(), std::string(96, '.'));
}

TEST(Caller, IsClearedWithItsOutcome) {
  http::Response response;
  Caller& caller = outcome_of(response).caller;
  caller = caller_of("10.0.0.2", {{"User-Agent", "A"}, {"traceparent", std::string(kTraceParent)}});
  caller.name.assign("My agent");
  caller.is_unlisted_proxy = true;
  outcome_of(response).used_previous_master = true;
  response.reset();
  EXPECT_FALSE(caller.is_noted || caller.is_unlisted_proxy || outcome_of(response).used_previous_master);
  EXPECT_EQ(caller.address, base::IpAddress{});
  EXPECT_TRUE(caller.host.view().empty() && caller.user_agent.view().empty() && caller.trace_id.view().empty() &&
              caller.name.view().empty());
}

class CallerOfGateTest : public test::ServiceTest {
 protected:
  /// The caller in the outcome of one request.
  const Caller& caller_after(std::string_view path, std::string_view host, std::string_view body = {}) {
    const std::vector<http::Field> fields = {{"User-Agent", "ExampleAgent/1.0"}, {"Content-Type", "application/json"}};
    http::Request request;
    request.method = body.empty() ? http::Method::get : http::Method::post;
    request.path = path;
    request.host = host;
    request.fields = fields;
    request.body = body;
    request.peer_address = peer_;
    response_.reset();
    handler_->handle(request, response_);
    return outcome_of(response_).caller;
  }
  http::Response response_;
};

TEST_F(CallerOfGateTest, IsNotedForEveryAnswerAndRefusal) {
  for (const auto& [path, host] :
       std::vector<std::pair<std::string_view, std::string_view>>{{"/llms.txt", "example.com"},
                                                                  {"/oauth/token", "example.com"},
                                                                  {"/nowhere", "example.com"},
                                                                  {"/", "foreign.example"}}) {
    const Caller& caller = caller_after(path, host);
    EXPECT_TRUE(caller.is_noted);
    EXPECT_EQ(caller.address.to_text(), "203.0.113.7");
    EXPECT_EQ(caller.host.view(), host);
    EXPECT_EQ(caller.user_agent.view(), "ExampleAgent/1.0");
  }
}

TEST_F(CallerOfGateTest, HasTheNameOfARegistrationWithoutSecrets) {
  EXPECT_EQ(caller_after("/oauth/register", "example.com", R"({"client_name":"My agent"})").name.view(), "My agent");
  EXPECT_EQ(caller_after("/oauth/register", "example.com",
                         R"({"client_name":"key MuKa2L_re7c2XnUBy4AsZwDFg0GvMF34YnzHU35kDng"})")
                .name.view(),
            "key [removed]");
  EXPECT_EQ(caller_after("/oauth/register", "example.com", "{}").name.view(), "");
}

TEST_F(CallerOfGateTest, IsNotedForARequestThatIsRefusedBeforeItIsHandled) {
  const std::vector<http::Field> fields = {{"User-Agent", "ExampleAgent/1.0"}};
  http::Request request;
  request.path = "/oauth/token";
  request.host = "example.com";
  request.fields = fields;
  request.peer_address = peer_;
  handler_->reject_request(http::RequestError::body_too_large, request, response_);
  EXPECT_EQ(outcome_of(response_).caller.user_agent.view(), "ExampleAgent/1.0");
  handler_->reject(http::RequestError::malformed_request, response_);
  EXPECT_FALSE(outcome_of(response_).caller.is_noted);
}

}  // namespace
}  // namespace agent_access::service

#include "http/outcome.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "http/message.hpp"

namespace agent_access::http {
namespace {

constexpr std::string_view kTraceParent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

/// The caller of a request from `peer`, where 10.0.0.0/8 is trusted.
Caller caller_of(std::string_view peer, std::vector<Field> fields, std::string_view host = "example.com") {
  const base::TrustedProxies trusted{{base::Network::parse("10.0.0.0/8").value()},
                                     base::ForwardedField::x_forwarded_for};
  Request request;
  request.host = host;
  request.fields = fields;
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
  const Caller caller = caller_of("10.0.0.2", {{"X-Forwarded-For", "203.0.113.7"}, {"traceparent", kTraceParent}});
  EXPECT_EQ(caller.address.to_text(), "203.0.113.7");
  EXPECT_EQ(caller.trace_id.view(), "4bf92f3577b34da6a3ce929d0e0e4736");
  EXPECT_FALSE(caller.is_unlisted_proxy);
}

TEST(Caller, OfAnUntrustedPeerOrAMalformedTraceHasNoTraceId) {
  EXPECT_EQ(caller_of("203.0.113.7", {{"traceparent", kTraceParent}}).trace_id.view(), "");
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

TEST(Outcome, IsClearedWithItsResponse) {
  constexpr Fault kFault{"name", 401, "error", "Sentence"};
  Response response;
  Outcome& outcome = response.outcome;
  outcome = {.route = Route::profile,
             .fault = &kFault,
             .resource = "/data/",
             .client_id = base::Uuid{},
             .key_id = "k",
             .token_id = "t",
             .caller = caller_of("10.0.0.2", {{"User-Agent", "A"}, {"traceparent", kTraceParent}}),
             .asked_path = {},
             .used_previous_master = true};
  outcome.caller.name.assign("My agent");
  outcome.caller.is_unlisted_proxy = true;
  outcome.asked_path.assign("/data/x");
  response.reset();
  EXPECT_EQ(outcome.route, Route::unknown);
  EXPECT_EQ(outcome.fault, nullptr);
  EXPECT_EQ(outcome.client_id, std::nullopt);
  EXPECT_EQ(outcome.resource + outcome.key_id + outcome.token_id, "");
  EXPECT_FALSE(outcome.caller.is_noted || outcome.caller.is_unlisted_proxy || outcome.used_previous_master);
  EXPECT_EQ(outcome.caller.address, base::IpAddress{});
  for (const std::string_view text :
       {outcome.caller.host.view(), outcome.caller.user_agent.view(), outcome.caller.trace_id.view(),
        outcome.caller.name.view(), outcome.asked_path.view()}) {
    EXPECT_EQ(text, "");
  }
}

TEST(Operations, AreBits) {
  using enum Operations;
  EXPECT_TRUE(contains(registration | token, token));
  EXPECT_FALSE(contains(registration | token, token_with_scopes));
  EXPECT_FALSE(contains(Operations{}, any));
}

}  // namespace
}  // namespace agent_access::http

#include "app/status/page/status_page.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/bytes.hpp"

namespace agent_access::app {
namespace {

constexpr std::string_view kToken = "0123456789abcdef0123456789abcdef";
// base64 of "anybody:" and the token, of ":" and the token, of the token alone.
constexpr std::string_view kBasic = "Basic YW55Ym9keTowMTIzNDU2Nzg5YWJjZGVmMDEyMzQ1Njc4OWFiY2RlZg==";
constexpr std::string_view kBasicWithoutUser = "basic OjAxMjM0NTY3ODlhYmNkZWYwMTIzNDU2Nzg5YWJjZGVm";
constexpr std::string_view kBasicWithoutColon = "Basic MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

PageAccess on_loopback() { return {true, base::SecretBytes{}}; }
PageAccess on_loopback_with_token() { return {true, base::SecretBytes(base::bytes_of(kToken))}; }
PageAccess in_the_open() { return {false, base::SecretBytes(base::bytes_of(kToken))}; }

Access ask(const PageAccess& access, std::string_view host, std::vector<std::string_view> authorizations = {}) {
  std::vector<http::Field> fields;
  for (const auto value : authorizations) fields.push_back({"Authorization", value});
  http::Request request;
  request.host = host;
  request.fields = fields;
  return access.of(request);
}

TEST(PageAccess, OnLoopbackNeedsAHostOfLoopback) {
  for (const auto* host : {"127.0.0.1", "127.0.0.1:9464", "[::1]", "[::1]:1", "localhost", "LocalHost:65535"}) {
    EXPECT_EQ(ask(on_loopback(), host), Access::allowed) << host;
  }
  for (const auto* host : {"", "example.com", "example.com:9464", "127.0.0.1.example.com", "localhost.example.com",
                           "localhost:", "localhost:9464x", "127.0.0.10", "127.0.0.123", "127.0.0.1.23", "localhost99",
                           "::1", "localhost.", "10.0.0.1", "127.0.0.1:9464:1"}) {
    EXPECT_EQ(ask(on_loopback(), host), Access::forbidden) << host;
  }
}

TEST(PageAccess, OnLoopbackNeedsTheTokenIfThereIsOne) {
  for (const auto* host : {"status.example.com", "localhost", "127.0.0.1:9464"}) {
    EXPECT_EQ(ask(on_loopback_with_token(), host), Access::needs_token) << host;
    EXPECT_EQ(ask(on_loopback_with_token(), host, {kBasicWithoutColon}), Access::needs_token) << host;
    EXPECT_EQ(ask(on_loopback_with_token(), host, {kBasic}), Access::allowed) << host;
  }
}

TEST(PageAccess, ElsewhereNeedsTheTokenForEveryHost) {
  EXPECT_EQ(ask(in_the_open(), "127.0.0.1"), Access::needs_token);
  for (const auto value : {kBasic, kBasicWithoutUser}) {
    EXPECT_EQ(ask(in_the_open(), "10.0.0.1:9464", {value}), Access::allowed) << value;
  }
  EXPECT_EQ(ask(in_the_open(), "10.0.0.1", {"Bearer " + std::string(kToken)}), Access::allowed);
}

TEST(PageAccess, RefusesAnyOtherCredential) {
  const std::string token(kToken);
  for (const std::string& value :
       {std::string(), std::string("Bearer "), "Bearer " + token.substr(1), "Bearer " + token + "0", "Bearer  " + token,
        "Digest " + token, token, std::string(kBasicWithoutColon), std::string("Basic "), std::string("Basic !!!!"),
        std::string("Bearer") + token}) {
    EXPECT_EQ(ask(in_the_open(), "10.0.0.1", {value}), Access::needs_token) << value;
  }
  EXPECT_EQ(ask(in_the_open(), "10.0.0.1", {kBasic, kBasic}), Access::needs_token);
}

TEST(PageAccess, WithoutATokenNoCredentialHelps) {
  const PageAccess closed(false, base::SecretBytes{});
  EXPECT_EQ(ask(closed, "127.0.0.1"), Access::forbidden);
  EXPECT_EQ(ask(closed, "127.0.0.1", {"Bearer "}), Access::forbidden);
  EXPECT_EQ(ask(closed, "127.0.0.1", {"Basic Og=="}), Access::forbidden);
}

}  // namespace
}  // namespace agent_access::app

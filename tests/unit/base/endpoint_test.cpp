#include "base/endpoint.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace agent_access::base {
namespace {

using namespace std::string_view_literals;

TEST(ParseEndpoint, AcceptsAnIpv4AddressAndAPort) {
  const auto endpoint = parse_endpoint("127.0.0.1:8080");
  ASSERT_TRUE(endpoint);
  EXPECT_EQ(endpoint->address, "127.0.0.1");
  EXPECT_EQ(endpoint->port, 8080);
}

TEST(ParseEndpoint, AcceptsABracketedIpv6Address) {
  const auto endpoint = parse_endpoint("[::1]:443");
  ASSERT_TRUE(endpoint);
  EXPECT_EQ(endpoint->address, "::1");
  EXPECT_EQ(endpoint->port, 443);
}

TEST(ParseEndpoint, AcceptsTheSmallestAndLargestPort) {
  EXPECT_EQ(parse_endpoint("0.0.0.0:0")->port, 0);
  EXPECT_EQ(parse_endpoint("[::]:65535")->port, 65535);
}

TEST(ParseEndpoint, RefusesEverythingElse) {
  for (const std::string_view text : {""sv,
                                      ":"sv,
                                      ":8080"sv,
                                      "127.0.0.1"sv,
                                      "127.0.0.1:"sv,
                                      "127.0.0.1:65536"sv,
                                      "127.0.0.1:-1"sv,
                                      "127.0.0.1:+1"sv,
                                      "127.0.0.1:080"sv,
                                      "127.0.0.1:00"sv,
                                      "127.0.0.1: 80"sv,
                                      "127.0.0.1:80 "sv,
                                      "127.0.0.1:80x"sv,
                                      " 127.0.0.1:80"sv,
                                      "127.0.0.1:999999999999"sv,
                                      "localhost:80"sv,
                                      "example.com:80"sv,
                                      "*:80"sv,
                                      "127.0.0:80"sv,
                                      "127.0.0.256:80"sv,
                                      "127.0.0.01:80"sv,
                                      "::1:80"sv,
                                      "[::1]"sv,
                                      "[::1]80"sv,
                                      "[]:80"sv,
                                      "[::1:80"sv,
                                      "::1]:80"sv,
                                      "[127.0.0.1]:80"sv,
                                      "[::1%lo]:80"sv,
                                      "[[::1]]:80"sv,
                                      "127.0.0.1\0:80"sv,
                                      "http://127.0.0.1:80"sv,
                                      "127.0.0.1:80/"sv}) {
    EXPECT_FALSE(parse_endpoint(text)) << text;
  }
}

TEST(EndpointText, PutsIpv6InBrackets) {
  EXPECT_EQ(to_text(Endpoint{"127.0.0.1", 80}), "127.0.0.1:80");
  EXPECT_EQ(to_text(Endpoint{"::1", 0}), "[::1]:0");
}

}  // namespace
}  // namespace agent_access::base

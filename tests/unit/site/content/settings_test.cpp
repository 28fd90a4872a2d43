#include "site/content/settings.hpp"

#include <gtest/gtest.h>

namespace agent_access::content {
namespace {

HostTable table_of(std::initializer_list<std::string_view> texts) {
  std::vector<BaseUrl> base_urls;
  for (const auto text : texts) base_urls.push_back(base::parse_base_url(text).value());
  return HostTable(base_urls);
}

TEST(HostTable, FindsTheBaseUrlThatAHostNames) {
  const auto table = table_of({"https://example.com", "https://www.example.com", "http://127.0.0.1:8080",
                               "http://localhost", "https://example.com:8443"});
  EXPECT_EQ(table.find("example.com"), 0U);
  EXPECT_EQ(table.find("EXAMPLE.com"), 0U);
  EXPECT_EQ(table.find("example.com:443"), 0U);
  EXPECT_EQ(table.find("www.Example.com"), 1U);
  EXPECT_EQ(table.find("127.0.0.1:8080"), 2U);
  EXPECT_EQ(table.find("localhost"), 3U);
  EXPECT_EQ(table.find("Example.com."), 0U);
  EXPECT_EQ(table.find("example.com.:443"), 0U);
  EXPECT_EQ(table.find("example.com.:80"), std::nullopt);
  EXPECT_EQ(table.find("example.com.."), std::nullopt);
  EXPECT_EQ(table.find("."), std::nullopt);
  EXPECT_EQ(table.find(".:443"), std::nullopt);
  EXPECT_EQ(table.find("localhost:80"), 3U);
  EXPECT_EQ(table.find("example.com:8443"), 4U);
}

TEST(HostTable, FindsNothingForOtherHosts) {
  const auto table = table_of({"https://example.com", "http://127.0.0.1:8080"});
  for (const auto* host : {"", "evil.test", "example.com:80", "example.com:", "example.com:0443", "127.0.0.1",
                           "127.0.0.1:80", "xexample.com", "example.com.evil.test", "example.co",
                           "example.com, example.com", " example.com", "https://example.com", "user@example.com"}) {
    EXPECT_EQ(table.find(host), std::nullopt) << host;
  }
  EXPECT_EQ(table.find(std::string(261, 'A')), std::nullopt);
}

TEST(HostTable, ReadsThePortOfAnAddressInBrackets) {
  const std::vector<BaseUrl> base_urls = {BaseUrl("http://[::1]"), BaseUrl("http://[::1]:8080")};
  const HostTable table(base_urls);
  EXPECT_EQ(table.find("[::1]"), 0U);
  EXPECT_EQ(table.find("[::1]:80"), 0U);
  EXPECT_EQ(table.find("[::1]:8080"), 1U);
  EXPECT_EQ(table.find("[::1]:8081"), std::nullopt);
}

}  // namespace
}  // namespace agent_access::content

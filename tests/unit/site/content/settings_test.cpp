#include "site/content/settings.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

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

TEST(HostTable, FindsAnIpv6AddressInEverySpelling) {
  const std::vector<BaseUrl> base_urls = {BaseUrl("http://[::1]:8080"), BaseUrl("https://[2001:db8::a:1]")};
  const HostTable table(base_urls);
  for (const auto* host : {"[0:0:0:0:0:0:0:1]:8080", "[::0001]:8080", "[0::1]:8080", "[::0.0.0.1]:8080"}) {
    EXPECT_EQ(table.find(host), 0U) << host;
  }
  for (const auto* host : {"[2001:DB8::A:1]", "[2001:0db8:0000:0000:0000:0000:000a:0001]", "[2001:db8:0::a:1]:443"}) {
    EXPECT_EQ(table.find(host), 1U) << host;
  }
  for (const auto* host : {"[::2]:8080", "[0:0:0:0:0:0:0:1]", "[0:0:0:0:0:0:0:1]:443", "[0:0:0:0:0:0:0:0:1]:8080",
                           "[::1", "[", "[]", "[::00001]:8080", "[::1]:080800", "[::1].:8080", "[::1%25lo]:8080"}) {
    EXPECT_EQ(table.find(host), std::nullopt) << host;
  }
  EXPECT_EQ(table.find("[" + std::string(200, '0') + "]"), std::nullopt);
}

Access papers_and_data() {
  return {.scopes = {},
          .documents = {{"/api/agent/paper.pdf", "Paper", "A paper.", "application/pdf"},
                        {"/api/agent/data", "Data", "Data.", "application/json"}},
          .gates = {{.prefix = "/files/", .title = "Files", .description = "Files."}}};
}

TEST(DocumentAt, IsThatOfExactlyThePath) {
  const Access access = papers_and_data();
  EXPECT_EQ(access.document_at("/api/agent/paper.pdf"), &access.documents[0]);
  EXPECT_EQ(access.document_at("/api/agent/data"), &access.documents[1]);
  for (const char* const path :
       {"/api/agent/paper.pdf/", "/api/agent/data/x", "/api/agent/datax", "/api/agent/", "/", "/files/a"}) {
    EXPECT_EQ(access.document_at(path), nullptr) << path;
  }
}

/// With these gates.
Access of(std::vector<std::string> prefixes) {
  Access access;
  for (auto& prefix : prefixes) {
    access.gates.push_back({.prefix = std::move(prefix), .title = "Data", .description = "Measurements."});
  }
  return access;
}

TEST(GateAt, FindsTheLongestPrefix) {
  const auto gates = of({"/data/", "/data/inner/", "/api/v1/"});
  EXPECT_EQ(gates.gate_at("/data/x.csv"), &gates.gates[0]);
  EXPECT_EQ(gates.gate_at("/data/"), &gates.gates[0]);
  EXPECT_EQ(gates.gate_at("/data/inn"), &gates.gates[0]);
  EXPECT_EQ(gates.gate_at("/data/inner/"), &gates.gates[1]);
  EXPECT_EQ(gates.gate_at("/data/inner/x"), &gates.gates[1]);
  EXPECT_EQ(gates.gate_at("/api/v1/reports"), &gates.gates[2]);
  const auto longest_first = of({"/data/inner/", "/data/"});
  EXPECT_EQ(longest_first.gate_at("/data/inner/x"), &longest_first.gates[0]);
  EXPECT_EQ(longest_first.gate_at("/data/x"), &longest_first.gates[1]);
}

TEST(GateAt, FindsThePrefixWithoutItsLastSlash) {
  const auto gates = of({"/data/", "/data/inner/", "/data/%C3%BC/"});
  EXPECT_EQ(gates.gate_at("/data"), &gates.gates[0]);
  EXPECT_EQ(gates.gate_at("/data/inner"), &gates.gates[1]);
  EXPECT_EQ(gates.gate_at("/data/%c3%bc"), &gates.gates[2]);
  EXPECT_EQ(gates.gate_at("/Data"), nullptr);
  EXPECT_EQ(gates.gate_at("/data/Inner"), nullptr);
}

TEST(GateAt, FindsNoneForOtherPaths) {
  const auto gates = of({"/data/"});
  for (const auto* path : {"/", "/dat", "/dat/x", "/database", "/x/data/y"}) {
    EXPECT_EQ(gates.gate_at(path), nullptr) << path;
  }
  EXPECT_EQ(Access{}.gate_at("/data/x"), nullptr);
}

TEST(GateAt, ComparesDecodedBytes) {
  const auto gates = of({"/data/", "/data/%C3%BC(1)/"});
  EXPECT_EQ(gates.gate_at("/data/%c3%bc(1)/x"), &gates.gates[1]);
  EXPECT_EQ(gates.gate_at("/data/%C3%BC%281%29/x"), &gates.gates[1]);
  EXPECT_EQ(gates.gate_at("/data/%C3%BD(1)/x"), &gates.gates[0]);
  // Of two prefixes the longer one is that with more decoded bytes.
  const auto encoded = of({"/%20/", "/%20/abc/"});
  EXPECT_EQ(encoded.gate_at("/%20/abc/x"), &encoded.gates[1]);
}

TEST(GateAt, FindsNoneWhereTheLongestPrefixFitsInAnotherCaseOnly) {
  const auto gates = of({"/data/", "/data/inner/"});
  EXPECT_EQ(gates.gate_at("/DATA/x"), nullptr);
  EXPECT_EQ(gates.gate_at("/data/Inner/x"), nullptr);
  EXPECT_EQ(gates.gate_at("/Data/inner/x"), nullptr);
  EXPECT_EQ(gates.gate_at("/data/X"), &gates.gates[0]);
  const auto both = of({"/DATA/", "/data/"});
  EXPECT_EQ(both.gate_at("/data/x"), &both.gates[1]);
  EXPECT_EQ(both.gate_at("/DATA/x"), &both.gates[0]);
  EXPECT_EQ(both.gate_at("/Data/x"), nullptr);
}

}  // namespace
}  // namespace agent_access::content

#include "site/content/settings.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace agent_access::content {
namespace {

Access papers_and_data() {
  return {.scopes = {},
          .documents = {{"/api/agent/paper.pdf", "Paper", "A paper.", "application/pdf"},
                        {"/api/agent/data", "Data", "Data.", "application/json"}},
          .gates = {{.prefix = "/files/", .title = "Files", .description = "Files."}}};
}

TEST(DocumentAt, IsThatOfExactlyThePath) {
  const Access access = papers_and_data();
  EXPECT_EQ(access.document_at("/api/agent/paper.pdf"), 0U);
  EXPECT_EQ(access.document_at("/api/agent/data"), 1U);
  for (const char* const path :
       {"/api/agent/paper.pdf/", "/api/agent/data/x", "/api/agent/datax", "/api/agent/", "/", "/files/a"}) {
    EXPECT_EQ(access.document_at(path), std::nullopt) << path;
  }
}

TEST(PathOf, CountsTheDocumentsAndThenTheGates) {
  const Access access = papers_and_data();
  EXPECT_EQ(access.path_of(0), "/api/agent/paper.pdf");
  EXPECT_EQ(access.path_of(1), "/api/agent/data");
  EXPECT_EQ(access.path_of(2), "/files/");
  EXPECT_EQ(access.path_of(3), "");
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
  EXPECT_EQ(gates.gate_at("/data/x.csv"), 0U);
  EXPECT_EQ(gates.gate_at("/data/"), 0U);
  EXPECT_EQ(gates.gate_at("/data/inn"), 0U);
  EXPECT_EQ(gates.gate_at("/data/inner/"), 1U);
  EXPECT_EQ(gates.gate_at("/data/inner/x"), 1U);
  EXPECT_EQ(gates.gate_at("/api/v1/reports"), 2U);
  const auto longest_first = of({"/data/inner/", "/data/"});
  EXPECT_EQ(longest_first.gate_at("/data/inner/x"), 0U);
  EXPECT_EQ(longest_first.gate_at("/data/x"), 1U);
}

TEST(GateAt, FindsThePrefixWithoutItsLastSlash) {
  const auto gates = of({"/data/", "/data/inner/", "/data/%C3%BC/"});
  EXPECT_EQ(gates.gate_at("/data"), 0U);
  EXPECT_EQ(gates.gate_at("/data/inner"), 1U);
  EXPECT_EQ(gates.gate_at("/data/%c3%bc"), 2U);
  EXPECT_EQ(gates.gate_at("/Data"), std::nullopt);
  EXPECT_EQ(gates.gate_at("/data/Inner"), std::nullopt);
}

TEST(GateAt, FindsNoneForOtherPaths) {
  const auto gates = of({"/data/"});
  for (const auto* path : {"/", "/dat", "/dat/x", "/database", "/x/data/y"}) {
    EXPECT_EQ(gates.gate_at(path), std::nullopt) << path;
  }
  EXPECT_EQ(Access{}.gate_at("/data/x"), std::nullopt);
}

TEST(GateAt, ComparesDecodedBytes) {
  const auto gates = of({"/data/", "/data/%C3%BC(1)/"});
  EXPECT_EQ(gates.gate_at("/data/%c3%bc(1)/x"), 1U);
  EXPECT_EQ(gates.gate_at("/data/%C3%BC%281%29/x"), 1U);
  EXPECT_EQ(gates.gate_at("/data/%C3%BD(1)/x"), 0U);
  // Of two prefixes the longer one is that with more decoded bytes.
  const auto encoded = of({"/%20/", "/%20/abc/"});
  EXPECT_EQ(encoded.gate_at("/%20/abc/x"), 1U);
}

TEST(GateAt, FindsNoneWhereTheLongestPrefixFitsInAnotherCaseOnly) {
  const auto gates = of({"/data/", "/data/inner/"});
  EXPECT_EQ(gates.gate_at("/DATA/x"), std::nullopt);
  EXPECT_EQ(gates.gate_at("/data/Inner/x"), std::nullopt);
  EXPECT_EQ(gates.gate_at("/Data/inner/x"), std::nullopt);
  EXPECT_EQ(gates.gate_at("/data/X"), 0U);
  const auto both = of({"/DATA/", "/data/"});
  EXPECT_EQ(both.gate_at("/data/x"), 1U);
  EXPECT_EQ(both.gate_at("/DATA/x"), 0U);
  EXPECT_EQ(both.gate_at("/Data/x"), std::nullopt);
}

}  // namespace
}  // namespace agent_access::content

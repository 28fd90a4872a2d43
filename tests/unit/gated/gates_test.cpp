#include "gated/gates.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace agent_access::gated {
namespace {

content::Gate gate(std::string prefix, std::vector<std::string> methods = {"GET"}) {
  return {.prefix = std::move(prefix), .title = "Data", .description = "Measurements.", .methods = std::move(methods)};
}

TEST(FindGate, FindsTheLongestPrefix) {
  const std::vector gates = {gate("/data/"), gate("/data/inner/"), gate("/api/v1/")};
  EXPECT_EQ(find_gate(gates, "/data/x.csv"), 0U);
  EXPECT_EQ(find_gate(gates, "/data/"), 0U);
  EXPECT_EQ(find_gate(gates, "/data/inn"), 0U);
  EXPECT_EQ(find_gate(gates, "/data/inner/"), 1U);
  EXPECT_EQ(find_gate(gates, "/data/inner/x"), 1U);
  EXPECT_EQ(find_gate(gates, "/api/v1/reports"), 2U);
  const std::vector longest_first = {gate("/data/inner/"), gate("/data/")};
  EXPECT_EQ(find_gate(longest_first, "/data/inner/x"), 0U);
  EXPECT_EQ(find_gate(longest_first, "/data/x"), 1U);
}

TEST(FindGate, FindsThePrefixWithoutItsLastSlash) {
  const std::vector gates = {gate("/data/"), gate("/data/inner/"), gate("/data/%C3%BC/")};
  EXPECT_EQ(find_gate(gates, "/data"), 0U);
  EXPECT_EQ(find_gate(gates, "/data/inner"), 1U);
  EXPECT_EQ(find_gate(gates, "/data/%c3%bc"), 2U);
  EXPECT_EQ(find_gate(gates, "/Data"), std::nullopt);
  EXPECT_EQ(find_gate(gates, "/data/Inner"), std::nullopt);
}

TEST(FindGate, FindsNoneForOtherPaths) {
  const std::vector gates = {gate("/data/")};
  for (const auto* path : {"/", "/dat", "/dat/x", "/database", "/x/data/y"}) {
    EXPECT_EQ(find_gate(gates, path), std::nullopt) << path;
  }
  EXPECT_EQ(find_gate({}, "/data/x"), std::nullopt);
}

TEST(FindGate, ComparesDecodedBytes) {
  const std::vector gates = {gate("/data/"), gate("/data/%C3%BC(1)/")};
  EXPECT_EQ(find_gate(gates, "/data/%c3%bc(1)/x"), 1U);
  EXPECT_EQ(find_gate(gates, "/data/%C3%BC%281%29/x"), 1U);
  EXPECT_EQ(find_gate(gates, "/data/%C3%BD(1)/x"), 0U);
  // Of two prefixes the longer one is that with more decoded bytes.
  const std::vector encoded = {gate("/%20/"), gate("/%20/abc/")};
  EXPECT_EQ(find_gate(encoded, "/%20/abc/x"), 1U);
}

TEST(FindGate, FindsNoneWhereTheLongestPrefixFitsInAnotherCaseOnly) {
  const std::vector gates = {gate("/data/"), gate("/data/inner/")};
  EXPECT_EQ(find_gate(gates, "/DATA/x"), std::nullopt);
  EXPECT_EQ(find_gate(gates, "/data/Inner/x"), std::nullopt);
  EXPECT_EQ(find_gate(gates, "/Data/inner/x"), std::nullopt);
  EXPECT_EQ(find_gate(gates, "/data/X"), 0U);
  const std::vector both = {gate("/DATA/"), gate("/data/")};
  EXPECT_EQ(find_gate(both, "/data/x"), 1U);
  EXPECT_EQ(find_gate(both, "/DATA/x"), 0U);
  EXPECT_EQ(find_gate(both, "/Data/x"), std::nullopt);
}

TEST(LetsThrough, TakesTheListedMethodsAndHeadWithGet) {
  const auto reads = gate("/data/");
  EXPECT_TRUE(lets_through(reads, "GET"));
  EXPECT_TRUE(lets_through(reads, "HEAD"));
  for (const auto* method : {"POST", "OPTIONS", "get", "GET ", "", "GET, HEAD"}) {
    EXPECT_FALSE(lets_through(reads, method)) << method;
  }
  const auto writes = gate("/data/", {"POST", "OPTIONS"});
  EXPECT_TRUE(lets_through(writes, "OPTIONS"));
  EXPECT_FALSE(lets_through(writes, "HEAD"));
}

TEST(AllowedMethods, ListsHeadOnce) {
  EXPECT_EQ(allowed_methods(gate("/data/")), "GET, HEAD");
  EXPECT_EQ(allowed_methods(gate("/data/", {"POST", "GET"})), "POST, GET, HEAD");
  EXPECT_EQ(allowed_methods(gate("/data/", {"GET", "HEAD", "PUT"})), "GET, HEAD, PUT");
}

}  // namespace
}  // namespace agent_access::gated

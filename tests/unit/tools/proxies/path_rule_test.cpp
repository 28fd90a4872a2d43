#include "tools/proxies/path_rule.hpp"

#include <gtest/gtest.h>

#include <regex>

namespace agent_access::tools {
namespace {

bool is_found(std::string_view pattern, const std::string& target) {
  static constexpr auto kFlags = std::regex::ECMAScript | std::regex::icase;
  return std::regex_search(target, std::regex(std::string(pattern), kFlags));
}

TEST(UnreadablePath, HasEncodedLettersDigitsControlsAndOverlongForms) {
  for (const auto* path : {"/%64ata", "/%4Fx", "/%5a", "/%7A", "/%30", "/%39", "/%2564ata", "/%252564ata", "/x%00",
                           "/x%0a", "/x%1F", "/x%7f", "/%c0%ae", "/%C1%A4ata", "/%25c0%25ae", "/%e0%80%af",
                           "/%F0%80%80%af", "/%E2%84%AA", "/%25e2%2584%25aa"}) {
    EXPECT_TRUE(is_found(kUnreadablePath, path)) << path;
  }
  for (const auto* path : {"/", "/data/x.csv", "/a%20b", "/%C3%BC", "/%e2%82%ac", "/%F0%9F%8C%8A", "/%E0%A4%85",
                           "/%40%5B%5F%60%7b%7e", "/100%25", "/%3A%2d", "/%c0x"}) {
    EXPECT_FALSE(is_found(kUnreadablePath, path)) << path;
  }
}

TEST(OddPath, HasWhatServersResolveMergeCutOffOrDecodeOnceMore) {
  for (const auto* path : {"//x", "/x//y", "/./x", "/x/.", "/x/..", "/x/../y", "/x/..?y", "/x;v=1", "/x\\y", "/x#y",
                           "/%2e", "/%2F", "/%5c", "/%3b", "/%25"}) {
    EXPECT_TRUE(is_found(kOddPath, path)) << path;
  }
  for (const auto* path : {"/", "/x/", "/.x", "/..x/", "/x../y", "/x./", "/%20%3f%23%c3%bc", "/a+b,c=d&e"}) {
    EXPECT_FALSE(is_found(kOddPath, path)) << path;
  }
}

TEST(NamedPath, HasTheFirstSegmentOfAPrefixBetweenOtherCharacters) {
  const std::vector<SiteGate> gates = {{"/Data/inner/", "a", {}}, {"/data/", "a", {}}, {"/a-p.i/", "a", {}}};
  const auto pattern = named_path(gates);
  EXPECT_EQ(pattern, R"(([^a-z0-9._~?-]|%(25)*[0-9a-f][0-9a-f])(data|a(-|%(25)*2d)p(\.|%(25)*2e)i)([^a-z0-9._~-]|$))");
  for (const auto* path : {"/data", "/DATA/x", "/x/../data/y", "/x%2fdata", "/x%252fdata;v", "/data%2fx", "\\data\\",
                           "/data?x", "/a-p.i/", "/A%2dp%2ei", "/a%252dp.i"}) {
    EXPECT_TRUE(is_found(pattern, path)) << path;
  }
  for (const auto* path : {"/metadata/x", "/database", "/data.json", "/x-data/", "/inner/", "/api/", "/x;y?data"}) {
    EXPECT_FALSE(is_found(pattern, path)) << path;
  }
}

}  // namespace
}  // namespace agent_access::tools

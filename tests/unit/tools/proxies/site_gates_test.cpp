#include "tools/proxies/site_gates.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "tools/proxies/proxy_table.hpp"

namespace agent_access::tools {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

content::Gate gate_of(std::string prefix, std::vector<std::string> methods = {"GET"}, std::size_t scope = 1) {
  return {.prefix = std::move(prefix),
          .title = "Data",
          .description = "Measurements.",
          .methods = std::move(methods),
          .scope = scope};
}

content::Settings settings_with(std::vector<content::Gate> gates) {
  content::Settings settings;
  settings.base_urls = {*base::parse_base_url("https://example.com")};
  settings.access.scopes = {{"read:extended", "Read the profile."}, {"read:papers", "Read the papers."}};
  settings.access.gates = std::move(gates);
  return settings;
}

bool is_found(std::string_view pattern, const std::string& target) {
  static constexpr auto kFlags = std::regex::ECMAScript | std::regex::icase;
  return std::regex_search(target, std::regex(std::string(pattern), kFlags));
}

TEST(GatesOfSite, HaveLongerPrefixesFirstAndHeadWithGet) {
  const auto gates = gates_of_site(settings_with({gate_of("/a/"), gate_of("/a/b/", {"PUT"}, 0), gate_of("/c/")}));
  ASSERT_EQ(gates.size(), 3U);
  EXPECT_EQ(gates[0].prefix, "/a/b/");
  EXPECT_EQ(gates[0].scope, "read:extended");
  EXPECT_FALSE(gates[0].is_for_reading());
  EXPECT_EQ(gates[1].prefix, "/a/");
  EXPECT_EQ(gates[1].scope, "read:papers");
  EXPECT_THAT(gates[1].methods, ElementsAre("GET", "HEAD"));
  EXPECT_TRUE(gates[1].is_for_reading());
}

TEST(GatePattern, QuotesDotsAndHoldsThePrefixWithoutItsLastSlash) {
  const auto gates = gates_of_site(settings_with({gate_of("/a.b/"), gate_of("/c/d/")}));
  EXPECT_EQ(gate_pattern(gates[0]), R"(^/a\.b([/?#]|$))");
  EXPECT_EQ(pattern_of_gates(gates), R"(^/a\.b([/?#]|$)|^/c/d([/?#]|$))");
}

TEST(ProblemsOfGates, NameWhatNoProxyCouldUse) {
  app::Config config;
  EXPECT_THAT(problems_of_gates(config, settings_with({gate_of("/data/")})), IsEmpty());
  config.policy.trusted.networks.clear();
  EXPECT_THAT(problems_of_gates(config, settings_with({})), IsEmpty());
  EXPECT_THAT(problems_of_gates(config, settings_with({gate_of("/a%20b/")})),
              ElementsAre(HasSubstr("limits.trusted_proxies: is empty"), HasSubstr("the prefix /a%20b/; use letters")));
}

TEST(RenderProxy, RefusesGatesForApache) {
  for (const auto& proxy : proxy_table()) {
    const auto site = render_proxy(proxy, {}, settings_with({gate_of("/data/")}), {});
    EXPECT_EQ(site.has_value(), proxy.name != "apache") << proxy.name;
    if (site) continue;
    EXPECT_THAT(site.error(), ElementsAre(HasSubstr("gates: no module of Apache in Debian")));
  }
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

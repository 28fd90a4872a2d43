#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "tools/proxies/proxy_site.hpp"

namespace agent_access::tools {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Settings with which HAProxy on another machine works.
app::Config reachable() {
  app::Config config;
  config.listen_address = "0.0.0.0:8080";
  config.listen_admin = "[::]:9464";
  config.policy.trusted.networks.push_back(*base::Network::parse("10.0.0.10/32"));
  return config;
}

const std::vector<Replica> kTwo{{"one", {"10.0.0.11", 8080}}, {"two", {"10.0.0.12", 8080}}};

TEST(ParseReplica, ReadsNameAndAddress) {
  const auto one = parse_replica("one=10.0.0.11:8080");
  ASSERT_TRUE(one);
  EXPECT_EQ(one->name, "one");
  EXPECT_EQ(net::to_text(one->service), "10.0.0.11:8080");
  const auto six = parse_replica("replica_6-b=[fd00::12]:80");
  ASSERT_TRUE(six);
  EXPECT_EQ(six->name, "replica_6-b");
  EXPECT_EQ(net::to_text(six->service), "[fd00::12]:80");
  EXPECT_EQ(complaint_about_replica("one=10.0.0.11:8080"), "");
}

TEST(ParseReplica, NamesAReplicaByItsAddress) {
  for (const auto& [text, name, service] :
       {std::array{"10.0.0.11:8080", "10.0.0.11", "10.0.0.11:8080"},
        std::array{"10.0.0.11", "10.0.0.11", "10.0.0.11:0"}, std::array{"[fd00::12]", "fd00::12", "[fd00::12]:0"},
        std::array{"one=10.0.0.11", "one", "10.0.0.11:0"}}) {
    const auto replica = parse_replica(text);
    ASSERT_TRUE(replica) << text;
    EXPECT_EQ(replica->name, name);
    EXPECT_EQ(net::to_text(replica->service), service);
  }
}

TEST(ParseReplica, RefusesAWrongNameAndWhatHasNoAddress) {
  EXPECT_EQ(complaint_about_replica("two:8080"),
            "a proxy cannot connect to \"two:8080\"; write its address, such as 10.0.0.11:8080");
  for (const auto* text : {"=10.0.0.11:8080", "o ne=10.0.0.11:8080", "o\nne=10.0.0.11:8080", "\xC3\xA9=10.0.0.11:8080"})
    EXPECT_THAT(complaint_about_replica(text),
                testing::StartsWith("a name has letters, digits, hyphens and underscores"))
        << text;
  EXPECT_NE(complaint_about_replica(std::string(65, 'a') + "=10.0.0.11:8080"), "");
  EXPECT_EQ(complaint_about_replica(std::string(64, 'a') + "=10.0.0.11:8080"), "");
  for (const auto* text : {"one=", "one=10.0.0.11:0", "one=two:8080", "one=0.0.0.0:8080", "one=[::]:8080", "one=[::]",
                           "one=fd00::12:8080", "one=10.0.0.11:8080 check", "0.0.0.0", ""})
    EXPECT_THAT(complaint_about_replica(text), testing::StartsWith("a proxy cannot connect to ")) << text;
}

TEST(ProblemsOfReplicas, AreNoneWithoutReplicasWithSuitableSettingsAndOnThisMachine) {
  EXPECT_THAT(problems_of_replicas(app::Config{}, {}), IsEmpty());
  EXPECT_THAT(problems_of_replicas(reachable(), kTwo), IsEmpty());
  const std::vector<Replica> here{{"one", {"127.0.0.1", 8080}}, {"two", {"::1", 8080}}};
  EXPECT_THAT(problems_of_replicas(app::Config{}, here), IsEmpty());
}

TEST(ProblemsOfReplicas, NameWhatAProxyOnAnotherMachineNeeds) {
  EXPECT_THAT(problems_of_replicas(app::Config{}, kTwo),
              ElementsAre("listen.address: a proxy on another machine cannot connect to 127.0.0.1:8080; set it to "
                          "\"0.0.0.0:8080\"",
                          "listen.admin: a proxy on another machine cannot connect to 127.0.0.1:9464; set it to "
                          "\"0.0.0.0:9464\", and let only the proxy and Prometheus connect to it",
                          "limits.trusted_proxies: has addresses of this machine only; add that of the proxy, or all "
                          "clients share one limit"));
}

TEST(ProblemsOfReplicas, NeedTheAdminListener) {
  auto config = reachable();
  config.listen_admin = "";
  EXPECT_THAT(problems_of_replicas(config, kTwo),
              ElementsAre("listen.admin: without it a proxy cannot know which replica is ready; set it, such as to "
                          "\"0.0.0.0:9464\""));
}

TEST(ProblemsOfReplicas, RefuseEqualNamesAndAddresses) {
  const std::vector<Replica> names{{"one", {"10.0.0.11", 8080}}, {"one", {"10.0.0.12", 8080}}};
  EXPECT_THAT(problems_of_replicas(reachable(), names),
              ElementsAre("--replica: two replicas are named one; give each a name of its own"));
  const std::vector<Replica> addresses{{"one", {"10.0.0.11", 8080}}, {"two", {"10.0.0.11", 8081}}};
  EXPECT_THAT(
      problems_of_replicas(reachable(), addresses),
      ElementsAre("--replica: two replicas have the address 10.0.0.11; give each an address of its own, because "
                  "health checks use the port of listen.admin at it"));
}

}  // namespace
}  // namespace agent_access::tools

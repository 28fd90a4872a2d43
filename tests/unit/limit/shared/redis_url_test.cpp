#include "limit/shared/redis_url.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/bytes.hpp"

namespace agent_access::limit {
namespace {

std::string password_of(const RedisTarget& target) { return std::string(base::text_of(target.password.reveal())); }

TEST(RedisUrl, OfAHostHasDefaults) {
  const auto target = parse_redis_url("redis://cache.internal");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->hosts.front().name, "cache.internal");
  EXPECT_EQ(target->hosts.front().port, 6379);
  EXPECT_EQ(target->path, "");
  EXPECT_EQ(target->user, "");
  EXPECT_EQ(target->password.size(), 0U);
  EXPECT_EQ(target->database, 0U);
}

TEST(RedisUrl, MayNameEverything) {
  const auto target = parse_redis_url("redis://limits:p%40ss%2Fw%3Ard@192.0.2.7:7000/3");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->hosts.front().name, "192.0.2.7");
  EXPECT_EQ(target->hosts.front().port, 7000);
  EXPECT_EQ(target->user, "limits");
  EXPECT_EQ(password_of(*target), "p@ss/w:rd");
  EXPECT_EQ(target->database, 3U);
}

TEST(RedisUrl, MayHaveAPasswordAlone) {
  const auto target = parse_redis_url("redis://:hunter2@[2001:db8::1]:6380/");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->hosts.front().name, "2001:db8::1");
  EXPECT_EQ(target->hosts.front().port, 6380);
  EXPECT_EQ(target->user, "");
  EXPECT_EQ(password_of(*target), "hunter2");
}

TEST(RedisUrl, MayNameSeveralHosts) {
  const auto target = parse_redis_url("redis://:secret@one:7001,[2001:db8::1],192.0.2.7:7003/2");
  ASSERT_TRUE(target);
  ASSERT_EQ(target->hosts.size(), 3U);
  EXPECT_EQ(target->hosts[0].name, "one");
  EXPECT_EQ(target->hosts[0].port, 7001);
  EXPECT_EQ(target->hosts[1].name, "2001:db8::1");
  EXPECT_EQ(target->hosts[1].port, 6379);
  EXPECT_EQ(target->hosts[2].name, "192.0.2.7");
  EXPECT_EQ(target->hosts[2].port, 7003);
  EXPECT_EQ(target->database, 2U);
  EXPECT_EQ(parse_redis_url("redis://a,b,c,d,e,f,g,h")->hosts.size(), 8U);
}

TEST(RedisUrl, MayAskForTls) {
  EXPECT_FALSE(parse_redis_url("redis://cache")->has_tls);
  const auto system = parse_redis_url("rediss://cache:6380/1");
  ASSERT_TRUE(system);
  EXPECT_TRUE(system->has_tls);
  EXPECT_EQ(system->ca_file, "");
  EXPECT_EQ(system->hosts.front().port, 6380);
  EXPECT_EQ(system->database, 1U);
  EXPECT_EQ(parse_redis_url("rediss://limits:p@cache?ca=/etc/ssl/redis-ca.pem")->ca_file, "/etc/ssl/redis-ca.pem");
}

TEST(RedisUrl, MayNameAUnixSocket) {
  const auto target = parse_redis_url("unix://limits:secret@/run/redis/redis.sock?db=2");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, "/run/redis/redis.sock");
  EXPECT_TRUE(target->hosts.empty());
  EXPECT_EQ(target->user, "limits");
  EXPECT_EQ(password_of(*target), "secret");
  EXPECT_EQ(target->database, 2U);
}

TEST(RedisUrl, IsRefusedWithTheRightFault) {
  const std::vector<std::pair<std::string, UrlFault>> cases = {
      {"", UrlFault::unknown_scheme},
      {"127.0.0.1:6379", UrlFault::unknown_scheme},
      {"REDIS://host", UrlFault::unknown_scheme},
      {"http://host", UrlFault::unknown_scheme},
      {"rediss://host?", UrlFault::bad_ca},
      {"rediss://host?ca=", UrlFault::bad_ca},
      {"rediss://host?ca=relative.pem", UrlFault::bad_ca},
      {"rediss://host/1?db=2", UrlFault::bad_ca},
      {"redis://host?ca=/ca.pem", UrlFault::bad_host},
      {"redis://host/1?ca=/ca.pem", UrlFault::bad_database},
      {"redis://one,", UrlFault::bad_host},
      {"redis://,two", UrlFault::bad_host},
      {"redis://one:6379,two:0", UrlFault::bad_port},
      {"redis://a,b,c,d,e,f,g,h,i", UrlFault::too_many_hosts},
      {"redis://name@host", UrlFault::bad_credentials},
      {"redis://name:@host", UrlFault::bad_credentials},
      {"redis://:%zz@host", UrlFault::bad_credentials},
      {"redis://:%4@host", UrlFault::bad_credentials},
      {"redis://:a%00b@host", UrlFault::bad_credentials},
      {"redis://", UrlFault::bad_host},
      {"redis:///3", UrlFault::bad_host},
      {"redis://ho st", UrlFault::bad_host},
      {"redis://[2001:db8::1", UrlFault::bad_host},
      {"redis://[2001:db8::1]6379", UrlFault::bad_host},
      {"redis://[]", UrlFault::bad_host},
      {"redis://" + std::string(254, 'a'), UrlFault::bad_host},
      {"redis://host:", UrlFault::bad_port},
      {"redis://host:0", UrlFault::bad_port},
      {"redis://host:65536", UrlFault::bad_port},
      {"redis://host:+1", UrlFault::bad_port},
      {"redis://host/x", UrlFault::bad_database},
      {"redis://host/65536", UrlFault::bad_database},
      {"redis://host/1/2", UrlFault::bad_database},
      {"unix://run/redis.sock", UrlFault::bad_path},
      {"unix:///", UrlFault::bad_path},
      {"unix:///" + std::string(107, 'a'), UrlFault::bad_path},
      {"unix:///a?database=1", UrlFault::bad_database},
      {"unix:///a?db=", UrlFault::bad_database},
      {"redis://" + std::string(2048, 'a'), UrlFault::too_long},
  };
  for (const auto& [url, fault] : cases) {
    const auto target = parse_redis_url(url);
    ASSERT_FALSE(target) << url;
    EXPECT_EQ(target.error(), fault) << url;
  }
}

TEST(RedisUrl, AcceptsTheLongestSocketPath) { EXPECT_TRUE(parse_redis_url("unix:///" + std::string(106, 'a'))); }

TEST(RedisUrl, IsShownWithoutItsPassword) {
  EXPECT_EQ(show_redis_url("redis://cache:6379/1"), "redis://cache:6379/1");
  EXPECT_EQ(show_redis_url("redis://limits:secret@cache:6379/1"), "redis://limits:***@cache:6379/1");
  EXPECT_EQ(show_redis_url("redis://:s@ec:ret@cache"), "redis://:***@cache");
  EXPECT_EQ(show_redis_url("unix://limits:secret@/run/redis.sock"), "unix://limits:***@/run/redis.sock");
  EXPECT_EQ(show_redis_url("redis://secret@cache"), "redis://***@cache");
  EXPECT_EQ(show_redis_url(""), "");
}

TEST(RedisUrl, FaultsAreDescribedWithoutTheUrl) {
  EXPECT_EQ(describe(UrlFault::bad_ca),
            "may have only ?ca= and an absolute path at its end, as in rediss://cache:6380?ca=/etc/ssl/redis-ca.pem");
}

}  // namespace
}  // namespace agent_access::limit

#include "limit/shared/redis_url.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/bytes.hpp"

namespace agent_access::limit {
namespace {

TEST(RedisUrl, GivesEveryPartOfATargetAndDefaults) {
  const struct {
    std::string url;
    std::vector<std::pair<std::string, int>> hosts;
    std::string path;
    std::string user;
    std::string password;
    unsigned database = 0;
    bool has_tls = false;
    std::string ca_file{};
  } rows[] = {
      {"redis://cache.internal", {{"cache.internal", 6379}}, "", "", ""},
      {"redis://limits:p%40ss%2Fw%3Ard@192.0.2.7:7000/3", {{"192.0.2.7", 7000}}, "", "limits", "p@ss/w:rd", 3},
      {"redis://:hunter2@[2001:db8::1]:6380/", {{"2001:db8::1", 6380}}, "", "", "hunter2"},
      {"redis://:secret@one:7001,[2001:db8::1],192.0.2.7:7003/2",
       {{"one", 7001}, {"2001:db8::1", 6379}, {"192.0.2.7", 7003}},
       "",
       "",
       "secret",
       2},
      {"rediss://cache:6380/1", {{"cache", 6380}}, "", "", "", 1, true},
      {"rediss://limits:p@cache?ca=/etc/ssl/redis-ca.pem",
       {{"cache", 6379}},
       "",
       "limits",
       "p",
       0,
       true,
       "/etc/ssl/redis-ca.pem"},
      {"unix://limits:secret@/run/redis/redis.sock?db=2", {}, "/run/redis/redis.sock", "limits", "secret", 2},
      {"unix:///" + std::string(106, 'a'), {}, "/" + std::string(106, 'a'), "", ""},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.url);
    const auto target = parse_redis_url(row.url);
    ASSERT_TRUE(target);
    std::vector<std::pair<std::string, int>> hosts;
    for (const auto& host : target->hosts) hosts.emplace_back(host.name, host.port);
    EXPECT_EQ(hosts, row.hosts);
    EXPECT_EQ(target->path, row.path);
    EXPECT_EQ(target->user, row.user);
    EXPECT_EQ(base::text_of(target->password.reveal()), row.password);
    EXPECT_EQ(target->database, row.database);
    EXPECT_EQ(target->has_tls, row.has_tls);
    EXPECT_EQ(target->ca_file, row.ca_file);
  }
  EXPECT_EQ(parse_redis_url("redis://a,b,c,d,e,f,g,h")->hosts.size(), 8U);
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

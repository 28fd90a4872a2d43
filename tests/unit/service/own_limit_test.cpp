// The limit of one gated document beside the general one, at the endpoints.
#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

using namespace std::chrono_literals;

/// A folder with twenty requests in two minutes, and a document with the general limit of ten requests a minute.
class OwnLimitServiceTest : public ServiceTest {
 protected:
  OwnLimitServiceTest() { adopt(10); }
  void adopt(std::int64_t general) {
    SnapshotChange change;
    change.access.scopes = {{"read:extended", "Read the extended CV and availability profile."}};
    change.access.documents = {
        {.path = "/api/agent/other.json", .source = "other.json", .title = "Other", .description = "Another document."},
        {.path = "/api/agent/papers/",
         .source = "papers",
         .title = "Papers",
         .description = "Papers as PDF.",
         .limit = content::ResourceLimit{20, 120s}}};
    change.limits.requests = general;
    change.limits.resource_limits = {std::nullopt, limit::ResourceLimit::of("/api/agent/papers/", 20, 120s)};
    change_to(change);
  }
  static void expect_own(const Answer& answer, const std::string& remaining, const std::string& reset) {
    EXPECT_EQ(answer.field("RateLimit-Limit"), "20");
    EXPECT_EQ(answer.field("RateLimit-Remaining"), remaining);
    EXPECT_EQ(answer.field("RateLimit-Reset"), reset);
    EXPECT_EQ(answer.field("RateLimit-Policy"), R"("/api/agent/papers/";q=20;w=120, "default";q=10;w=60)");
    EXPECT_EQ(answer.field("RateLimit"), "\"/api/agent/papers/\";r=" + remaining + ";t=" + reset);
  }
};

TEST_F(OwnLimitServiceTest, IsThatOfAllPathsBelowTheFolder) {
  expect_own(get("/api/agent/papers/a.pdf"), "19", "6");
  expect_own(get("/api/agent/papers/"), "18", "12");
  for (const char* const path : {"/api/agent/other.json", "/api/agent/papers", "/api/agent/full-profile"}) {
    EXPECT_EQ(get(path).field("RateLimit-Policy"), R"("default";q=10;w=60)") << path;
  }
}

TEST_F(OwnLimitServiceTest, IsUsedUpAlone) {
  for (int i = 0; i < 20; ++i) EXPECT_NE(get("/api/agent/papers/a.pdf").status, 429);
  const Answer refused = get("/api/agent/papers/a.pdf");
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.error(), "rate_limited");
  EXPECT_EQ(refused.field("Retry-After"), "6");
  EXPECT_EQ(refused.trace.reason, "rate_limited_address");
  EXPECT_EQ(refused.trace.resource, "/api/agent/papers/");
  expect_own(refused, "0", "6");
  EXPECT_EQ(get("/api/site.json").field("RateLimit"), R"("default";r=9;t=6)");
}

TEST_F(OwnLimitServiceTest, AppliesWithoutAGeneralLimit) {
  adopt(0);
  const Answer answer = get("/api/agent/papers/a.pdf");
  EXPECT_EQ(answer.field("RateLimit-Policy"), R"("/api/agent/papers/";q=20;w=120)");
  EXPECT_EQ(answer.field("RateLimit"), R"("/api/agent/papers/";r=19;t=6)");
  EXPECT_EQ(get("/api/site.json").field("RateLimit-Policy"), "");
}

TEST_F(OwnLimitServiceTest, IsChargedInEverySpellingOfTheAddress) {
  expect_own(get("/%61pi/agent/papers/a%2Epdf"), "19", "6");
  expect_own(get("/api/agent/papers/a.pdf"), "18", "12");
}

TEST_F(OwnLimitServiceTest, IsNotChargedForPreflights) {
  EXPECT_EQ(send(http::Method::options, "/api/agent/papers/a.pdf",
                 {{"Origin", "https://a.test"}, {"Access-Control-Request-Method", "GET"}})
                .field("RateLimit"),
            "");
  expect_own(get("/api/agent/papers/a.pdf"), "19", "6");
}

TEST_F(OwnLimitServiceTest, NamesTheDocumentOfARequestInItsOutcome) {
  EXPECT_EQ(get("/api/agent/papers/a.pdf").trace.resource, "/api/agent/papers/");
  EXPECT_EQ(get("/api/agent/other.json").trace.resource, "/api/agent/other.json");
  EXPECT_EQ(get("/api/agent/other.jso").trace.resource, "");
  EXPECT_EQ(get("/api/agent/full-profile").trace.resource, "");
}

}  // namespace
}  // namespace agent_access::test

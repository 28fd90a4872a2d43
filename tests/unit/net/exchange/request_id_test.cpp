#include "net/exchange/request_id.hpp"
#include "net/exchange/worker_resources.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace agent_access::net {
namespace {

TEST(RequestIds, FollowSplitmix64) {
  // The published first outputs of splitmix64 from seed 1234567.
  RequestIds ids(1234567);
  EXPECT_EQ(text_of(ids.next()), "599ed017fb08fc85");  // 6457827717110365317
  EXPECT_EQ(text_of(ids.next()), "2c73f08458540fa5");  // 3203168211198807973
}

TEST(RequestIds, AreSixteenLowerCaseHexCharactersAndDistinct) {
  RequestIds ids = RequestIds::seeded();
  std::set<std::string> seen;
  for (int count = 0; count < 1000; ++count) {
    const RequestId id = ids.next();
    EXPECT_EQ(text_of(id).find_first_not_of("0123456789abcdef"), std::string_view::npos);
    EXPECT_TRUE(seen.emplace(text_of(id)).second);
  }
}

TEST(RequestIds, DifferBetweenWorkers) {
  EXPECT_NE(text_of(RequestIds::seeded().next()), text_of(RequestIds::seeded().next()));
}

std::string named(const std::vector<std::pair<std::string, std::string>>& fields) {
  std::vector<http::Field> views;
  for (const auto& [name, value] : fields) views.push_back({name, value});
  http::Request request;
  request.fields = views;
  const auto id = named_request_id(request);
  return id ? std::string(text_of(*id)) : "none";
}

TEST(NamedRequestId, IsThatOfTheOnlyField) {
  EXPECT_EQ(named({{"Host", "example.com"}, {"x-request-id", "5f1d0c2ab7e49361"}}), "5f1d0c2ab7e49361");
  EXPECT_EQ(named({{"X-Request-ID", "6F1C2A0E-3b1d-4a57-9c8e-2d4b7f0a9e31"}}), "6F1C2A0E-3b1d-4a57-9c8e-2d4b7f0a9e31");
  EXPECT_EQ(named({{"X-Request-Id", "a.b_c-1"}}), "a.b_c-1");
  EXPECT_EQ(named({{"X-Request-Id", std::string(40, 'a')}}), std::string(40, 'a'));
}

TEST(NamedRequestId, CountsEqualCopiesOnce) {
  EXPECT_EQ(named({{"X-Request-Id", "a1"}, {"x-request-id", "a1"}}), "a1");
  EXPECT_EQ(named({{"X-Request-Id", "a1, a1"}}), "a1");
}

TEST(NamedRequestId, IsNoneForAnotherForm) {
  EXPECT_EQ(named({}), "none");
  for (const std::string& text :
       std::vector<std::string>{"", std::string(41, 'a'), "MuKa2L_re7c2XnUBy4AsZwDFg0GvMF34YnzHU35kDng", "a b", "a\"b",
                                "a,b", "a:b", "\xC3\xBC"}) {
    EXPECT_EQ(named({{"X-Request-Id", text}}), "none") << text;
  }
  EXPECT_EQ(named({{"X-Request-Id", "a"}, {"X-Request-Id", "b"}}), "none");
  EXPECT_EQ(named({{"X-Request-Id", "a"}, {"X-Request-Id", "a"}, {"X-Request-Id", "b"}}), "none");
}

TEST(DateLine, IsAWholeFieldLine) {
  DateLine line;
  const std::string text(line.current());
  EXPECT_EQ(text.size(), 37U);
  EXPECT_TRUE(text.starts_with("Date: "));
  EXPECT_TRUE(text.ends_with(" GMT\r\n"));
}

}  // namespace
}  // namespace agent_access::net

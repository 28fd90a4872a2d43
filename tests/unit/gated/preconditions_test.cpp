#include "gated/preconditions.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace agent_access::gated {
namespace {

constexpr std::string_view kTag = "\"1a-5\"";
constexpr std::time_t kModified = 784111777;
constexpr std::string_view kSame = "Sun, 06 Nov 1994 08:49:37 GMT";
constexpr std::string_view kBefore = "Sun, 06 Nov 1994 08:49:36 GMT";
constexpr std::string_view kAfter = "Sun, 06 Nov 1994 08:49:38 GMT";

http::Request request_with(const std::vector<http::Field>& fields) {
  http::Request request;
  request.fields = fields;
  return request;
}

std::string_view evaluate(const std::vector<http::Field>& fields) {
  switch (evaluate_preconditions(request_with(fields), {kTag, kModified})) {
    case Precondition::holds:
      return "holds";
    case Precondition::not_modified:
      return "not modified";
    case Precondition::failed:
      return "failed";
  }
  return "?";
}

/// `age`: of the last change, in seconds.
bool permits(const std::vector<http::Field>& fields, std::time_t age = 3600) {
  return permits_range(request_with(fields), {kTag, kModified}, kModified + age);
}

TEST(Preconditions, HoldWithoutAField) { EXPECT_EQ(evaluate({{"Accept", "*/*"}}), "holds"); }

TEST(Preconditions, IfNoneMatchComparesWeakly) {
  EXPECT_EQ(evaluate({{"If-None-Match", kTag}}), "not modified");
  EXPECT_EQ(evaluate({{"If-None-Match", "W/\"1a-5\""}}), "not modified");
  EXPECT_EQ(evaluate({{"if-none-match", "\"x\", \"1a-5\""}}), "not modified");
  EXPECT_EQ(evaluate({{"If-None-Match", "*"}}), "not modified");
  EXPECT_EQ(evaluate({{"If-None-Match", "\"1a-6\""}}), "holds");
}

TEST(Preconditions, IfModifiedSinceComparesSeconds) {
  EXPECT_EQ(evaluate({{"If-Modified-Since", kSame}}), "not modified");
  EXPECT_EQ(evaluate({{"If-Modified-Since", kAfter}}), "not modified");
  EXPECT_EQ(evaluate({{"If-Modified-Since", kBefore}}), "holds");
  EXPECT_EQ(evaluate({{"If-Modified-Since", "yesterday"}}), "holds");
  EXPECT_EQ(evaluate({{"If-Modified-Since", kSame}, {"If-Modified-Since", kSame}}), "holds");
}

TEST(Preconditions, IfNoneMatchReplacesIfModifiedSince) {
  EXPECT_EQ(evaluate({{"If-None-Match", "\"other\""}, {"If-Modified-Since", kSame}}), "holds");
  EXPECT_EQ(evaluate({{"If-None-Match", kTag}, {"If-Modified-Since", kBefore}}), "not modified");
}

TEST(Preconditions, IfMatchComparesStrongly) {
  EXPECT_EQ(evaluate({{"If-Match", kTag}}), "holds");
  EXPECT_EQ(evaluate({{"If-Match", "\"x\", \"1a-5\""}}), "holds");
  EXPECT_EQ(evaluate({{"If-Match", "*"}}), "holds");
  EXPECT_EQ(evaluate({{"If-Match", "\"x\""}, {"If-Match", kTag}}), "holds");
  EXPECT_EQ(evaluate({{"If-Match", "W/\"1a-5\""}}), "failed");
  EXPECT_EQ(evaluate({{"If-Match", "W/\"1a-5\", \"1a-5\""}}), "holds");
  EXPECT_EQ(evaluate({{"If-Match", "\"1a-6\""}}), "failed");
  EXPECT_EQ(evaluate({{"If-Match", ""}}), "failed");
}

TEST(Preconditions, IfUnmodifiedSinceComparesSeconds) {
  EXPECT_EQ(evaluate({{"If-Unmodified-Since", kSame}}), "holds");
  EXPECT_EQ(evaluate({{"If-Unmodified-Since", kAfter}}), "holds");
  EXPECT_EQ(evaluate({{"If-Unmodified-Since", kBefore}}), "failed");
  EXPECT_EQ(evaluate({{"If-Unmodified-Since", "yesterday"}}), "holds");
}

TEST(Preconditions, IfMatchReplacesIfUnmodifiedSinceAndComesFirst) {
  EXPECT_EQ(evaluate({{"If-Match", kTag}, {"If-Unmodified-Since", kBefore}}), "holds");
  EXPECT_EQ(evaluate({{"If-None-Match", kTag}, {"If-Match", "\"other\""}}), "failed");
  EXPECT_EQ(evaluate({{"If-Modified-Since", kSame}, {"If-Unmodified-Since", kBefore}}), "failed");
}

TEST(PermitsRange, OnlyForTheSameBytes) {
  EXPECT_TRUE(permits({}));
  EXPECT_TRUE(permits({{"If-Range", kTag}}));
  EXPECT_FALSE(permits({{"If-Range", "\"1a-6\""}}));
  EXPECT_FALSE(permits({{"If-Range", "W/\"1a-5\""}}));
  EXPECT_FALSE(permits({{"If-Range", "*"}}));
  EXPECT_FALSE(permits({{"If-Range", kTag}, {"If-Range", kTag}}));
}

TEST(PermitsRange, ForTheDateOfTheLastChangeIfASecondHasPassed) {
  EXPECT_TRUE(permits({{"If-Range", kSame}}));
  EXPECT_TRUE(permits({{"If-Range", kSame}}, 1));
  EXPECT_FALSE(permits({{"If-Range", kSame}}, 0));
  EXPECT_FALSE(permits({{"If-Range", kBefore}}));
  EXPECT_FALSE(permits({{"If-Range", kAfter}}));
  EXPECT_FALSE(permits({{"If-Range", kSame}, {"If-Range", kSame}}));
}

}  // namespace
}  // namespace agent_access::gated

#include "http/preconditions.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace agent_access::http {
namespace {

constexpr std::string_view kTag = "\"abc-gzip\"";

TEST(NamesEtag, FindsTheTagInAList) {
  for (const auto* value : {"\"abc-gzip\"", "W/\"abc-gzip\"", "*", " * ", "\"x\", \"abc-gzip\"", "\"x\",W/\"abc-gzip\"",
                            "\"a,b\" , \"abc-gzip\"", ",, \"abc-gzip\"", "\"\",\"abc-gzip\""}) {
    EXPECT_TRUE(names_etag(value, kTag, Comparison::weak)) << value;
  }
}

TEST(NamesEtag, RefusesEverythingElse) {
  for (const auto* value : {"", " ", "\"abc\"", "abc-gzip", "\"abc-gzip", "w/\"abc-gzip\"", "*, \"x\"", "**", "W/",
                            "\"ABC-GZIP\"", "x \"abc-gzip\"", "\"x\" y, \"abc-gzip\"", "\"x, \"abc-gzip\"\""}) {
    EXPECT_FALSE(names_etag(value, kTag, Comparison::weak)) << value;
  }
}

TEST(NamesEtag, FindsNoWeakTagByStrongComparison) {
  for (const auto* value : {"\"abc-gzip\"", "*", "W/\"x\", \"abc-gzip\"", "W/\"abc-gzip\",\"abc-gzip\""}) {
    EXPECT_TRUE(names_etag(value, kTag, Comparison::strong)) << value;
  }
  for (const auto* value : {"W/\"abc-gzip\"", "\"x\", W/\"abc-gzip\"", "\"abc\"", ""}) {
    EXPECT_FALSE(names_etag(value, kTag, Comparison::strong)) << value;
  }
}

TEST(NamesEtag, OfNothingIsTheAsteriskAlone) {
  EXPECT_TRUE(names_etag("*", "", Comparison::strong));
  for (const auto* value : {"", "\"\"", "W/\"\"", "\"x\""})
    EXPECT_FALSE(names_etag(value, "", Comparison::weak)) << value;
}

using Lines = std::vector<Field>;

constexpr std::time_t kModified = 784'111'777;  // Sun, 06 Nov 1994 08:49:37 GMT

Precondition of(const Lines& fields, std::string_view etag = kTag) {
  Request request;
  request.fields = fields;
  return precondition_of(request, etag, kModified);
}

TEST(PreconditionOf, HoldsWithoutFieldsAndIgnoresIfModifiedSince) {
  EXPECT_EQ(of({}), Precondition::holds);
  EXPECT_EQ(of({{"If-Modified-Since", "Fri, 31 Dec 9999 23:59:59 GMT"}}), Precondition::holds);
}

TEST(PreconditionOf, FailsIfTheRepresentationMayHaveChangedSinceADate) {
  for (const auto* since : {"Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:38 GMT",
                            "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"}) {
    EXPECT_EQ(of({{"If-Unmodified-Since", since}}), Precondition::holds) << since;
  }
  for (const auto* since : {"Sun, 06 Nov 1994 08:49:36 GMT", "Thu, 01 Jan 1970 00:00:00 GMT",
                            "Sunday, 06-Nov-94 08:49:36 GMT", "Sun Nov  6 08:49:36 1994"}) {
    EXPECT_EQ(of({{"if-unmodified-since", since}}), Precondition::fails) << since;
  }
}

TEST(PreconditionOf, IgnoresWhatIsNoSingleDate) {
  for (const auto* text :
       {"", "yesterday", "0", "784111776", "Sun, 06 Nov 1994 08:49:36", "Sun, 06 Nov 1994 08:49:36 GMT ",
        "Mon, 06 Nov 1994 08:49:36 GMT", "Sun, 6 Nov 1994 08:49:36 GMT", "sun, 06 nov 1994 08:49:36 GMT",
        "Sun, 31 Feb 1994 08:49:36 GMT", "Sun, 06 Nov 1994 08:49:36 GMT, Sun, 06 Nov 1994 08:49:36 GMT"}) {
    EXPECT_EQ(of({{"If-Unmodified-Since", text}}), Precondition::holds) << text;
  }
  const Field past = {"If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:00 GMT"};
  EXPECT_EQ(of({past, past}), Precondition::holds);
}

TEST(PreconditionOf, ReadsADateOnlyWithoutIfMatch) {
  const Field past = {"If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:00 GMT"};
  EXPECT_EQ(of({past, {"If-Match", "\"abc-gzip\""}}), Precondition::holds);
  EXPECT_EQ(of({past, {"If-None-Match", "\"abc-gzip\""}}), Precondition::fails);
  EXPECT_EQ(of({past}, ""), Precondition::fails);
}

TEST(PreconditionOf, ReadsEveryFieldLine) {
  EXPECT_EQ(of({{"If-None-Match", "\"x\""}, {"if-none-match", "\"abc-gzip\""}}), Precondition::not_modified);
  EXPECT_EQ(of({{"If-None-Match", "\"x\""}, {"If-None-Match", "\"y\""}}), Precondition::holds);
  EXPECT_EQ(of({{"If-Match", "\"x\""}, {"if-match", "\"abc-gzip\""}}), Precondition::holds);
  EXPECT_EQ(of({{"If-Match", "\"abc-gzip\""}, {"If-Match", "\"x\""}}), Precondition::holds);
  EXPECT_EQ(of({{"If-Match", "\"x\""}, {"If-Match", "\"y\""}}), Precondition::fails);
  EXPECT_EQ(of({{"If-Match", ""}}), Precondition::fails);
}

TEST(PreconditionOf, ReadsIfMatchFirst) {
  EXPECT_EQ(of({{"If-None-Match", "\"abc-gzip\""}, {"If-Match", "\"x\""}}), Precondition::fails);
  EXPECT_EQ(of({{"If-None-Match", "\"abc-gzip\""}, {"If-Match", "\"abc-gzip\""}}), Precondition::not_modified);
  EXPECT_EQ(of({{"If-None-Match", "\"x\""}, {"If-Match", "*"}}), Precondition::holds);
}

TEST(PreconditionOf, ComparesIfMatchStronglyAndIfNoneMatchWeakly) {
  EXPECT_EQ(of({{"If-Match", "W/\"abc-gzip\""}}), Precondition::fails);
  EXPECT_EQ(of({{"If-None-Match", "W/\"abc-gzip\""}}), Precondition::not_modified);
}

TEST(PreconditionOf, IsTrueForAResourceWithoutATagOnlyByTheAsterisk) {
  EXPECT_EQ(of({{"If-Match", "*"}}, ""), Precondition::holds);
  EXPECT_EQ(of({{"If-Match", "\"x\""}}, ""), Precondition::fails);
}

}  // namespace
}  // namespace agent_access::http

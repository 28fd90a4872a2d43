#include "http/conditional.hpp"

#include <gtest/gtest.h>

#include <array>

namespace agent_access::http {
namespace {

constexpr std::string_view kTag = "\"abc-gzip\"";

TEST(NamesEtag, FindsTheTagInAList) {
  for (const auto* value : {"\"abc-gzip\"", "W/\"abc-gzip\"", "*", " * ", "\"x\", \"abc-gzip\"", "\"x\",W/\"abc-gzip\"",
                            "\"a,b\" , \"abc-gzip\"", ",, \"abc-gzip\"", "\"\",\"abc-gzip\""}) {
    EXPECT_TRUE(names_etag(value, kTag)) << value;
  }
}

TEST(NamesEtag, RefusesEverythingElse) {
  for (const auto* value : {"", " ", "\"abc\"", "abc-gzip", "\"abc-gzip", "w/\"abc-gzip\"", "*, \"x\"", "**", "W/",
                            "\"ABC-GZIP\"", "x \"abc-gzip\"", "\"x\" y, \"abc-gzip\"", "\"x, \"abc-gzip\"\""}) {
    EXPECT_FALSE(names_etag(value, kTag)) << value;
  }
}

TEST(IsNotModified, ReadsEveryFieldLine) {
  constexpr std::array<Field, 2> kFields = {{{"If-None-Match", "\"x\""}, {"if-none-match", "\"abc-gzip\""}}};
  Request request;
  EXPECT_FALSE(is_not_modified(request, kTag));
  request.fields = kFields;
  EXPECT_TRUE(is_not_modified(request, kTag));
  EXPECT_FALSE(is_not_modified(request, "\"other\""));
}

}  // namespace
}  // namespace agent_access::http

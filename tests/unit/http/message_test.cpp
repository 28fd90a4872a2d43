#include "http/message.hpp"

#include <gtest/gtest.h>

#include <array>

namespace agent_access::http {
namespace {

TEST(EqualNames, IgnoresAsciiCaseOnly) {
  EXPECT_TRUE(equal_names("Content-Type", "content-TYPE"));
  EXPECT_TRUE(equal_names("If-None-Match", "If-None-Match"));
  EXPECT_TRUE(equal_names("", ""));
  EXPECT_FALSE(equal_names("Content-Type", "Content-Typ"));
  EXPECT_FALSE(equal_names("Content-Type", "Content-Tyqe"));
  EXPECT_FALSE(equal_names("a[", "a{"));
  EXPECT_FALSE(equal_names("[a", "{a"));
  EXPECT_FALSE(equal_names("@", "`"));
  EXPECT_FALSE(equal_names("bab", "aab"));
  EXPECT_TRUE(equal_names("Z", "z"));
  EXPECT_FALSE(equal_names("\xC3\x84", "\xC3\xA4"));
}

TEST(Request, FindsTheFirstFieldAndCountsAll) {
  constexpr std::array<Field, 3> kFields = {{{"accept", "a"}, {"X-Other", ""}, {"Accept", "b"}}};
  Request request;
  request.fields = kFields;
  EXPECT_EQ(request.field("ACCEPT"), "a");
  EXPECT_EQ(request.count("ACCEPT"), 2U);
  EXPECT_EQ(request.field("x-other"), "");
  EXPECT_EQ(request.count("x-other"), 1U);
  EXPECT_EQ(request.count("Absent"), 0U);
  EXPECT_EQ(request.field("Absent"), "");
}

TEST(Response, HoldsTheMemoryOfItsStringsAndThoseOfItsOutcome) {
  Response response;
  const std::size_t empty = response.held_bytes();
  response.body.reserve(500);
  EXPECT_EQ(response.held_bytes(), empty - std::string().capacity() + response.body.capacity());
  const std::size_t without = response.held_bytes();
  response.outcome.token_id.reserve(500);
  EXPECT_EQ(response.held_bytes(), without - std::string().capacity() + response.outcome.token_id.capacity());
}

TEST(Response, ResetGivesAFresh200) {
  Response response;
  response.status = 404;
  response.add_field("Allow", "GET");
  response.constant_fields = "A: b\r\n";
  response.constant_body = "x";
  response.body = "y";
  response.body_owner = std::make_shared<int>(1);
  response.omit_body = true;
  response.connection = Connection::close;
  response.outcome.route = Route::token;
  EXPECT_EQ(response.fields, "Allow: GET\r\n");
  EXPECT_EQ(response.content_length(), 2U);
  response.reset();
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.fields, "");
  EXPECT_EQ(response.constant_fields, "");
  EXPECT_EQ(response.content_length(), 0U);
  EXPECT_EQ(response.body_owner, nullptr);
  EXPECT_FALSE(response.omit_body);
  EXPECT_EQ(response.connection, Connection::keep);
  EXPECT_EQ(response.outcome.route, Route::unknown);
}

TEST(ReasonPhrase, IsThatOfTheStandard) {
  EXPECT_EQ(reason_phrase(200), "OK");
  EXPECT_EQ(reason_phrase(201), "Created");
  EXPECT_EQ(reason_phrase(202), "Accepted");
  EXPECT_EQ(reason_phrase(421), "Misdirected Request");
  EXPECT_EQ(reason_phrase(431), "Request Header Fields Too Large");
  EXPECT_EQ(reason_phrase(299), "Unknown");
}

TEST(IsMediaType, IgnoresCaseAndParameters) {
  for (const auto* value :
       {"application/json", "Application/JSON", "application/json;charset=utf-8",
        "application/json ; charset=\"UTF-8\"", "application/json; a=b; c=d", "application/json "}) {
    EXPECT_TRUE(is_media_type(value, "application/json")) << value;
  }
}

TEST(IsMediaType, RefusesSimilarTypes) {
  for (const auto* value : {"", "application", "application/jso", "application/jsonx", "application/json+ld",
                            "application/json, text/plain", "text/json", " application/json", "application /json",
                            "application/json charset=utf-8"}) {
    EXPECT_FALSE(is_media_type(value, "application/json")) << value;
  }
}

}  // namespace
}  // namespace agent_access::http

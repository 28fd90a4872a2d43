#include "net/http1/request_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

namespace agent_access::net {
namespace {

class RequestReaderTest : public testing::Test {
 protected:
  void receive(std::string_view bytes) {
    std::ranges::copy(bytes, reader_.buffer().room().begin());
    reader_.buffer().received(bytes.size());
  }
  /// The path of the next request, "more" or "refused".
  std::string_view next() {
    const RequestReader::Result body = reader_.next(head_);
    if (!body) return "refused";
    return *body ? head_.path : "more";
  }

  Limits limits_;
  Head head_;
  RequestReader reader_{limits_};
};

TEST_F(RequestReaderTest, SkipsOneEmptyLineBeforeEachRequest) {
  receive("\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(next(), "/a");
  reader_.finish();
  EXPECT_EQ(next(), "/b");
  reader_.finish();
  EXPECT_EQ(next(), "more");
}

TEST_F(RequestReaderTest, SkipsALineThatComesInParts) {
  receive("\r");
  EXPECT_EQ(next(), "more");
  receive("\n");
  EXPECT_EQ(next(), "more");
  receive("GET /a HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(next(), "/a");
}

TEST_F(RequestReaderTest, HoldsNothingAfterAnEmptyLine) {
  receive("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx\r\n");
  EXPECT_EQ(next(), "/a");
  reader_.finish();
  EXPECT_EQ(next(), "more");
  EXPECT_TRUE(reader_.buffer().unread().empty());
}

TEST_F(RequestReaderTest, RefusesASecondEmptyLine) {
  receive("\r\n");
  EXPECT_EQ(next(), "more");
  receive("\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(next(), "refused");
}

TEST_F(RequestReaderTest, TakesNoEmptyLineFromABody) {
  receive("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n");
  EXPECT_EQ(next(), "more");
  receive("\r\nxy");
  const RequestReader::Result body = reader_.next(head_);
  ASSERT_TRUE(body.has_value());
  EXPECT_EQ(*body, "\r\nxy");
}

TEST_F(RequestReaderTest, RefusesOtherLineEndsBeforeARequest) {
  for (const std::string_view bytes : {"\nGET", "\r\r\n", "\r\n\n", "\r\n \r\n"}) {
    RequestReader reader(limits_);
    std::ranges::copy(bytes, reader.buffer().room().begin());
    reader.buffer().received(bytes.size());
    EXPECT_FALSE(reader.next(head_).has_value()) << bytes;
  }
}

}  // namespace
}  // namespace agent_access::net

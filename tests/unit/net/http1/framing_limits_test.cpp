#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "net/http1/framing.hpp"

namespace agent_access::net {
namespace {

using http::RequestError;

HeadResult parse(const std::string& bytes, const Limits& limits = {}) {
  Head head;
  return parse_head(bytes, limits, head);
}

bool is_accepted(const HeadResult& result) { return std::holds_alternative<HeadSize>(result); }
bool is_incomplete(const HeadResult& result) { return std::holds_alternative<Incomplete>(result); }
bool is_fault(const HeadResult& result, RequestError fault) {
  const auto* found = std::get_if<RequestError>(&result);
  return found != nullptr && *found == fault;
}

/// A request line of exactly `size` bytes before its CR LF.
std::string request_line(std::size_t size) { return "GET /" + std::string(size - 14, 'a') + " HTTP/1.1"; }

/// A head whose field lines, each with CR LF, take exactly `size` bytes.
std::string head_with_block(std::size_t size) {
  const std::string start = "Host: a\r\nX: ";
  return "GET / HTTP/1.1\r\n" + start + std::string(size - start.size() - 2, 'b') + "\r\n\r\n";
}

std::string head_with_fields(std::size_t count) {
  std::string head = "GET / HTTP/1.1\r\nHost: a\r\n";
  for (std::size_t index = 1; index < count; ++index) head += "X: 1\r\n";
  return head + "\r\n";
}

TEST(FramingLimits, AcceptsARequestLineAtTheLimit) {
  EXPECT_TRUE(is_accepted(parse(request_line(8192) + "\r\nHost: a\r\n\r\n")));
  EXPECT_TRUE(is_fault(parse(request_line(8193) + "\r\nHost: a\r\n\r\n"), RequestError::target_too_long));
}

TEST(FramingLimits, RefusesARequestLineAtTheFirstByteAboveTheLimit) {
  EXPECT_TRUE(is_incomplete(parse(std::string(8192, 'a'))));
  EXPECT_TRUE(is_fault(parse(std::string(8193, 'a')), RequestError::target_too_long));
  EXPECT_TRUE(is_incomplete(parse(std::string(8192, 'a') + "\r")));
}

TEST(FramingLimits, AcceptsAHeaderBlockAtTheLimit) {
  EXPECT_TRUE(is_accepted(parse(head_with_block(8192))));
  EXPECT_TRUE(is_fault(parse(head_with_block(8193)), RequestError::headers_too_large));
}

TEST(FramingLimits, CountsTheBlockOverManyLines) {
  Limits limits;
  limits.header_block = 21;  // "Host: a\r\n" and two of "X: 1\r\n"
  EXPECT_TRUE(is_accepted(parse(head_with_fields(3), limits)));
  EXPECT_TRUE(is_fault(parse(head_with_fields(4), limits), RequestError::headers_too_large));
  for (std::size_t block = 0; block < 21; ++block) {
    limits.header_block = block;
    EXPECT_TRUE(is_fault(parse(head_with_fields(3), limits), RequestError::headers_too_large)) << block;
  }
}

TEST(FramingLimits, RefusesAFieldAboveTheLimitBeforeItEnds) {
  const std::string start = "GET / HTTP/1.1\r\nX: ";
  EXPECT_TRUE(is_incomplete(parse(start + std::string(8187, 'a'))));
  EXPECT_TRUE(is_fault(parse(start + std::string(8188, 'a')), RequestError::headers_too_large));
}

TEST(FramingLimits, AcceptsAtMostAHundredFields) {
  EXPECT_TRUE(is_accepted(parse(head_with_fields(100))));
  EXPECT_TRUE(is_fault(parse(head_with_fields(101)), RequestError::headers_too_large));
}

TEST(FramingLimits, AcceptsANameOfAtMost256Characters) {
  const std::string start = "GET / HTTP/1.1\r\nHost: a\r\n";
  EXPECT_TRUE(is_accepted(parse(start + std::string(256, 'n') + ": 1\r\n\r\n")));
  EXPECT_TRUE(is_fault(parse(start + std::string(257, 'n') + ": 1\r\n\r\n"), RequestError::headers_too_large));
}

TEST(FramingLimits, ComparesTheDeclaredLengthWithTheBodyLimit) {
  Limits limits;
  limits.body = 4;
  EXPECT_TRUE(is_accepted(parse("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n", limits)));
  EXPECT_TRUE(
      is_fault(parse("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n", limits), RequestError::body_too_large));
}

TEST(FramingLimits, GivesTheSameResultAtEveryPrefixOfALongStream) {
  Limits limits;
  limits.request_line = 40;
  limits.header_block = 60;
  const std::string streams[] = {request_line(41) + "\r\n", head_with_block(61), head_with_fields(20)};
  const RequestError faults[] = {RequestError::target_too_long, RequestError::headers_too_large,
                                 RequestError::headers_too_large};
  for (std::size_t stream = 0; stream < 3; ++stream) {
    bool decided = false;
    for (std::size_t size = 0; size <= streams[stream].size(); ++size) {
      const HeadResult result = parse(streams[stream].substr(0, size), limits);
      EXPECT_TRUE(decided ? is_fault(result, faults[stream])
                          : is_incomplete(result) || is_fault(result, faults[stream]));
      decided = decided || !is_incomplete(result);
    }
    EXPECT_TRUE(decided);
  }
}

}  // namespace
}  // namespace agent_access::net

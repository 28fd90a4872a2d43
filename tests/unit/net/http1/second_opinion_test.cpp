// Beast's reading must differ in nothing: one part of a good reading is changed at a time.
#include "net/http1/second_opinion.hpp"

#include <gtest/gtest.h>

#include <string>

namespace agent_access::net {
namespace {

const std::string kBytes = "POST /a?b HTTP/1.1\r\nHost: example.com\r\nContent-Length: 5\r\n\r\n";

/// What kBytes says.
Head reading() {
  Head head;
  head.method_text = "POST";
  head.target = "/a?b";
  head.minor_version = 1;
  head.fields = {{"Host", "example.com"}, {"Content-Length", "5"}};
  head.content_length = 5;
  return head;
}

TEST(SecondOpinion, AgreesWithWhatTheBytesSay) { EXPECT_TRUE(beast_agrees(reading(), kBytes)); }

TEST(SecondOpinion, SeesAnotherRequestLine) {
  Head head = reading();
  head.method_text = "PUT";
  EXPECT_FALSE(beast_agrees(head, kBytes));
  head = reading();
  head.target = "/a";
  EXPECT_FALSE(beast_agrees(head, kBytes));
  head = reading();
  head.minor_version = 0;
  EXPECT_FALSE(beast_agrees(head, kBytes));
}

TEST(SecondOpinion, SeesAnotherNameOrValue) {
  Head head = reading();
  head.fields[0].name = "Hosts";
  EXPECT_FALSE(beast_agrees(head, kBytes));
  head = reading();
  head.fields[1].value = "50";
  EXPECT_FALSE(beast_agrees(head, kBytes));
}

TEST(SecondOpinion, SeesAFieldTooManyOrTooFew) {
  Head head = reading();
  head.fields.push_back({"X", "1"});
  EXPECT_FALSE(beast_agrees(head, kBytes));
  head.fields.resize(1);
  EXPECT_FALSE(beast_agrees(head, kBytes));
}

TEST(SecondOpinion, SeesAnotherLength) {
  Head head = reading();
  head.content_length = 0;
  EXPECT_FALSE(beast_agrees(head, kBytes));
  head.content_length = 6;
  EXPECT_FALSE(beast_agrees(head, kBytes));
}

TEST(SecondOpinion, SeesAnotherEnd) {
  EXPECT_FALSE(beast_agrees(reading(), kBytes + "GET / HTTP/1.1\r\n"));
  EXPECT_FALSE(beast_agrees(reading(), std::string_view(kBytes).substr(0, kBytes.size() - 1)));
  EXPECT_FALSE(beast_agrees(reading(), std::string_view(kBytes).substr(0, kBytes.find('\n') + 1)));
  EXPECT_FALSE(beast_agrees(reading(), ""));
}

TEST(SecondOpinion, SeesChunks) {
  const std::string bytes = "POST /a?b HTTP/1.1\r\nHost: example.com\r\nTransfer-Encoding: chunked\r\n\r\n";
  Head head = reading();
  head.fields[1] = {"Transfer-Encoding", "chunked"};
  head.content_length = 0;
  EXPECT_FALSE(beast_agrees(head, bytes));
  head.chunked = true;
  EXPECT_TRUE(beast_agrees(head, bytes));
}

TEST(SecondOpinion, SeesThatNothingIsChunked) {
  Head head = reading();
  head.chunked = true;
  EXPECT_FALSE(beast_agrees(head, kBytes));
}

TEST(SecondOpinion, TakesNoLengthForNone) {
  const std::string bytes = "POST /a?b HTTP/1.1\r\nHost: example.com\r\n\r\n";
  Head head = reading();
  head.fields.pop_back();
  head.content_length = 0;
  EXPECT_TRUE(beast_agrees(head, bytes));
}

TEST(SecondOpinion, TakesNoAnswerForARequest) {
  EXPECT_FALSE(beast_agrees(reading(), "HTTP/1.1 200 OK\r\nHost: example.com\r\nContent-Length: 5\r\n\r\n"));
}

}  // namespace
}  // namespace agent_access::net

#include "tools/client/client.hpp"

#include <gtest/gtest.h>

#include <string>

namespace agent_access::tools {
namespace {

TEST(AnswerCollector, KeepsStatusFieldsInTheirOrderAndBody) {
  AnswerCollector answer;
  for (const char* const line : {"HTTP/1.1 404 Not Found\r\n", "A:  b \t\r\n", "c:d:e\r\n", "A:\r\n"}) {
    EXPECT_TRUE(answer.take_line(line)) << line;
    EXPECT_FALSE(answer.has_head()) << line;
  }
  EXPECT_TRUE(answer.take_line("\r\n"));
  EXPECT_TRUE(answer.has_head());
  EXPECT_TRUE(answer.take_body("one, "));
  EXPECT_TRUE(answer.take_body("two"));
  const ClientResponse& response = answer.response();
  EXPECT_EQ(response.status, 404U);
  ASSERT_EQ(response.fields.size(), 3U);
  EXPECT_EQ(response.fields[0].name, "A");
  EXPECT_EQ(response.fields[0].value, "b");
  EXPECT_EQ(response.fields[1].name, "c");
  EXPECT_EQ(response.fields[1].value, "d:e");
  EXPECT_EQ(response.fields[2].value, "");
  EXPECT_EQ(response.body, "one, two");
  EXPECT_FALSE(answer.fault());
}

TEST(AnswerCollector, DropsInterimHeads) {
  AnswerCollector answer;
  for (const char* const line : {"HTTP/1.1 103 Early Hints\r\n", "Link: x\r\n", "\r\n", "HTTP/1.1 200\r\n", "\r\n"}) {
    EXPECT_TRUE(answer.take_line(line)) << line;
  }
  EXPECT_TRUE(answer.has_head());
  EXPECT_EQ(answer.response().status, 200U);
  EXPECT_EQ(answer.response().count("Link"), 0U);
}

TEST(AnswerCollector, FailsAtTheEighthInterimResponse) {
  AnswerCollector answer;
  for (int i = 0; i < 8; ++i) {
    EXPECT_TRUE(answer.take_line("HTTP/1.1 100 Continue\r\n"));
    EXPECT_EQ(answer.take_line("\r\n"), i < 7) << i;
  }
  EXPECT_TRUE(answer.is_interim_only());
  EXPECT_EQ(answer.fault(), ClientFaultKind::broken);
}

TEST(AnswerCollector, JoinsAFoldedValue) {
  AnswerCollector answer;
  for (const char* const line : {"HTTP/1.1 200 OK\r\n", "X: a\r\n", " \tb\r\n", "\r\n"}) {
    EXPECT_TRUE(answer.take_line(line)) << line;
  }
  EXPECT_EQ(answer.response().field("X"), "a b");
}

TEST(AnswerCollector, RefusesLinesThatAreNotAHead) {
  for (const char* const first : {"\r\n", "SSH-2.0-Example\r\n", "HTTP/1.1\r\n", "HTTP/1.1 OK\r\n", "HTTP/1.1 20\r\n",
                                  "HTTP/1.1 2000 OK\r\n", "HTTP/1.1 -20 OK\r\n"}) {
    AnswerCollector answer;
    EXPECT_FALSE(answer.take_line(first)) << first;
    EXPECT_EQ(answer.fault(), ClientFaultKind::broken) << first;
  }
  for (const char* const second : {"no colon\r\n", ": a\r\n", " folded\r\n"}) {
    AnswerCollector answer;
    EXPECT_TRUE(answer.take_line("HTTP/1.1 200 OK\r\n"));
    EXPECT_FALSE(answer.take_line(second)) << second;
    EXPECT_EQ(answer.fault(), ClientFaultKind::broken) << second;
  }
}

TEST(AnswerCollector, RefusesABodyBeforeAHead) {
  AnswerCollector answer;
  EXPECT_FALSE(answer.take_body("x"));
  EXPECT_EQ(answer.fault(), ClientFaultKind::broken);
}

TEST(AnswerCollector, AcceptsAHeadOfAtMost64Kibibytes) {
  const std::string status = "HTTP/1.1 200 OK\r\n";
  const std::string field = "X: " + std::string(65'536 - 17 - 5, 'x') + "\r\n";
  AnswerCollector answer;
  EXPECT_TRUE(answer.take_line(status));
  EXPECT_TRUE(answer.take_line(field));
  EXPECT_FALSE(answer.take_line("\r\n"));
  EXPECT_EQ(answer.fault(), ClientFaultKind::too_large);
}

TEST(AnswerCollector, AcceptsABodyOfAtMostOneMebibyte) {
  AnswerCollector answer;
  EXPECT_TRUE(answer.take_line("HTTP/1.1 200 OK\r\n"));
  EXPECT_TRUE(answer.take_line("\r\n"));
  EXPECT_TRUE(answer.take_body(std::string(1'048'575, 'x')));
  EXPECT_TRUE(answer.take_body("x"));
  EXPECT_FALSE(answer.take_body("x"));
  EXPECT_EQ(answer.fault(), ClientFaultKind::too_large);
}

TEST(AnswerCollector, CountsTrailersTowardsTheLimitAndDropsThem) {
  AnswerCollector answer;
  EXPECT_TRUE(answer.take_line("HTTP/1.1 200 OK\r\n"));
  EXPECT_TRUE(answer.take_line("\r\n"));
  EXPECT_TRUE(answer.take_body("x"));
  EXPECT_TRUE(answer.take_line("X: y\r\n"));
  EXPECT_TRUE(answer.response().fields.empty());
  EXPECT_FALSE(answer.take_line(std::string(65'536, 'x')));
  EXPECT_EQ(answer.fault(), ClientFaultKind::too_large);
}

}  // namespace
}  // namespace agent_access::tools

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "net/running.hpp"

namespace agent_access::test {
namespace {

struct Refusal {
  std::string stream;
  int status;
  std::string_view error;
};

const std::string kSmuggled = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n";

std::vector<Refusal> smuggling_streams() {
  const std::string post = "POST /echo HTTP/1.1\r\nHost: a\r\n";
  return {
      {post + "Transfer-Encoding: xchunked\r\n\r\n" + kSmuggled, 501, "not_implemented"},
      {post + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n" + kSmuggled, 501, "not_implemented"},
      {post + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Transfer-Encoding: \"chunked\"\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Transfer-Encoding:\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post +
           "Transfer-Encoding: \xa0"
           "chunked\r\n\r\n" +
           kSmuggled,
       400, "invalid_request"},
      {post + "Transfer-Encoding: ,chunked\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Transfer-Encoding: identity\r\nContent-Length: 4\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Transfer-Encoding: chunked\r\n\r\n0\r\nAuthorization: Bearer x\r\n\r\n" + kSmuggled, 400,
       "invalid_request"},
      {post + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Transfer-Encoding: chunked;q=1\r\n\r\n0\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Transfer-Encoding: chunked\r\n\r\n0;\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Transfer-Encoding: chunked\r\n\r\n0;a=\"\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Transfer-Encoding: chunked\r\n\r\n0 \r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Transfer-Encoding: chunked\r\n\r\n0\n\n" + kSmuggled, 400, "invalid_request"},
      {post + "Transfer-Encoding: chunked\r\n\r\n0\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Transfer-Encoding: chunked\r\n\r\n1\r\nxx\r\n0\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Transfer-Encoding: chunked\r\n\r\n2\r\nx\r\n0\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + kSmuggled, 400,
       "invalid_request"},
      {post + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Transfer-Encoding:\tchunked\r\n\r\n0\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {"POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "TE:\r\n chunked\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "X: y\r\n Content-Length: 38\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Content-Length: 0\r\nContent-Length: 36\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Content-Length: 0, 0\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Content-Length: +0\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Content-Length: 0x0\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Content-Length: -0\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {post + "Content_Length: 36\r\nContent-Length: 0\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {"GET / HTTP/1.1\nHost: a\n\n" + kSmuggled, 400, "invalid_request"},
      {"GET / HTTP/1.1\r\nHost: a\r\n\n" + kSmuggled, 400, "invalid_request"},
      {"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {"GET / HTTP/1.1\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {"GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {"\r\n\r\n" + kSmuggled, 400, "invalid_request"},
      {"\n" + kSmuggled, 400, "invalid_request"},
      {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + kSmuggled, 505, ""},
  };
}

void expect_refusal(const Refusal& refusal) {
  Running running;
  const auto client = running.connect();
  client->send(refusal.stream);
  const auto answer = client->receive();
  ASSERT_TRUE(answer) << refusal.stream.substr(0, 200);
  EXPECT_EQ(answer->status, refusal.status) << refusal.stream.substr(0, 200);
  EXPECT_EQ(answer->field("Content-Type"), "application/json");
  EXPECT_EQ(answer->field("Connection"), "close");
  EXPECT_EQ(answer->field("Cache-Control"), "no-store");
  EXPECT_NE(answer->body.find("\"error_description\":\""), std::string::npos);
  if (!refusal.error.empty()) {
    EXPECT_NE(answer->body.find("\"error\":\"" + std::string(refusal.error) + "\""), std::string::npos) << answer->body;
  }
  EXPECT_TRUE(client->is_at_end());
  const auto records = running.events().records();
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records.front().path, "");
  EXPECT_EQ(records.front().method, "OTHER");
}

TEST(Refusal, GivesASmugglingStreamOneResponseAndCloses) {
  for (const Refusal& refusal : smuggling_streams()) expect_refusal(refusal);
}

TEST(Refusal, HasAStatusForEachLimit) {
  std::string many = "GET / HTTP/1.1\r\nHost: a\r\n";
  for (int field = 0; field < 100; ++field) many += "X: 1\r\n";
  const std::string get = "GET / HTTP/1.1\r\nHost: a\r\n";
  expect_refusal({"GET /" + std::string(9000, 'a') + " HTTP/1.1\r\n", 414, "uri_too_long"});
  expect_refusal({get + "X: " + std::string(17000, 'a') + "\r\n\r\n", 431, "headers_too_large"});
  expect_refusal({many + "\r\n", 431, "headers_too_large"});
  expect_refusal({get + "Content-Length: 16385\r\n\r\n", 413, "payload_too_large"});
  expect_refusal({get + "Transfer-Encoding: chunked\r\n\r\n4001\r\n", 413, "payload_too_large"});
  expect_refusal({get + "Expect: 200-ok\r\n\r\n", 417, ""});
}

TEST(Refusal, IsSentInsteadOf100Continue) {
  expect_refusal({"POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 99999\r\n\r\n", 413,
                  "payload_too_large"});
}

TEST(Refusal, ReachesAClientThatIsStillSending) {
  // 40 KiB follow the head: without a lingering close their arrival would reset the connection.
  expect_refusal({"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 40960\r\n\r\n" + std::string(40960, 'x'), 413,
                  "payload_too_large"});
}

TEST(Refusal, ReachesAClientThatSendsMoreThanIsRead) {
  Running running;
  const auto client = running.connect();
  const std::string body(512 * 1024, 'x');
  EXPECT_TRUE(client->send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 524288\r\n\r\n" + body));
  const auto answer = client->receive();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 413);
  EXPECT_TRUE(client->is_at_end());  // not a reset
  EXPECT_TRUE(client->send("more"));
}

TEST(Refusal, StopsReadingAfterALingeringClose) {
  Running running;
  const auto client = running.connect();
  client->send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n");
  const std::string more(64 * 1024, 'x');
  int blocks = 0;
  while (client->send(more) && blocks < 1000) ++blocks;
  EXPECT_LT(blocks, 1000);
  EXPECT_TRUE(running.events().wait_until([](const Events& events) { return events.closed() == 1; }));
}

TEST(Refusal, OfAHeadRequestHasNoBody) {
  Running running;
  const auto client = running.connect();
  client->send("HEAD / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n");
  const auto answer = client->receive(Client::Asked::head_only);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 501);
  EXPECT_TRUE(client->is_at_end());
}

}  // namespace
}  // namespace agent_access::test

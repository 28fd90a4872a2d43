#include <gtest/gtest.h>

#include <string>

#include "net/running.hpp"

namespace agent_access::test {
namespace {

TEST(Session, RespondsAndKeepsTheConnection) {
  Running running;
  const auto client = running.connect();
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(client->send(kGet));
    const auto answer = client->receive();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 200);
    EXPECT_EQ(answer->body, "hello");
    EXPECT_EQ(answer->field("Content-Type"), "text/plain");
    EXPECT_EQ(answer->field("Content-Length"), "5");
    EXPECT_EQ(answer->field("Date")->size(), 29U);
    EXPECT_FALSE(answer->field("Connection"));
  }
}

TEST(Session, GivesHandlerClientAndObserverTheSameRequestId) {
  Running running;
  const auto client = running.connect();
  client->send("GET /id?q HTTP/1.1\r\nHost: a\r\n\r\n");
  const auto answer = client->receive();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->body.size(), 16U);
  EXPECT_EQ(answer->field("X-Request-Id"), answer->body);
  ASSERT_TRUE(running.events().wait_until([](const Events& events) { return events.records().size() == 1; }));
  const Record record = running.events().records().front();
  EXPECT_EQ(record.request_id, answer->body);
  EXPECT_EQ(record.method, "GET");
  EXPECT_EQ(record.path, "/id");
  EXPECT_EQ(record.peer, "127.0.0.1");
  EXPECT_EQ(record.status, 200);
}

TEST(Session, RespondsTheSameWhereverTheRequestIsSplit) {
  expect_bodies_at_every_split("POST /echo?q HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\n\r\nhello, world",
                               {"POST q hello, world"});
}

TEST(Session, AcceptsTheLargestRequestThatTheLimitsAllow) {
  Running running;
  const auto client = running.connect();
  const std::string line = "POST /echo?" + std::string(8192 - 20, 'q') + " HTTP/1.1\r\n";
  const std::string start = "Host: a\r\nContent-Length: 16384\r\nX: ";
  const std::string body(16384, 'b');
  const std::string request = line + start + std::string(16384 - start.size() - 2, 'x') + "\r\n\r\n" + body;
  for (int round = 0; round < 2; ++round) {
    ASSERT_TRUE(client->send(request));
    const auto answer = client->receive();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->body, "POST " + std::string(8192 - 20, 'q') + " " + body);
  }
}

TEST(Session, IgnoresWhatFollowsConnectionClose) {
  Running running;
  const auto client = running.connect();
  client->send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\nGET /after HTTP/1.1\r\nHost: a\r\n\r\n");
  const std::string stream = client->receive_all();
  EXPECT_EQ(count_answers(stream), 1U);
  EXPECT_TRUE(stream.ends_with("hello")) << stream;
  EXPECT_EQ(running.events().records().size(), 1U);
}

TEST(Session, ClosesWhenTheHandlerAsksForIt) {
  Running running;
  const auto client = running.connect();
  client->send("GET /close HTTP/1.1\r\nHost: a\r\n\r\n" + kGet);
  EXPECT_EQ(client->answer().field("Connection"), "close");
  EXPECT_TRUE(client->is_at_end());
}

TEST(Session, ClosesAfterTheConfiguredNumberOfRequests) {
  net::Limits limits;
  limits.requests_per_connection = 3;
  Running running(with_limits(limits));
  const auto client = running.connect();
  client->send(kGet + kGet + kGet + kGet);
  EXPECT_FALSE(client->answer().field("Connection"));
  EXPECT_FALSE(client->answer().field("Connection"));
  EXPECT_EQ(client->answer().field("Connection"), "close");
  EXPECT_TRUE(client->is_at_end());
}

TEST(Session, SendsNo100ContinueWhenTheBodyHasArrived) {
  Running running;
  const auto client = running.connect();
  client->send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\nbody");
  EXPECT_EQ(client->answer().body, "POST  body");
}

TEST(Session, SendsNo100ContinueToHttp10) {
  Running running;
  const auto client = running.connect();
  client->send("POST /echo HTTP/1.0\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
  running.synchronise();
  client->send("body");
  const std::string stream = client->receive_all();
  EXPECT_EQ(count_answers(stream), 1U);
  EXPECT_TRUE(stream.ends_with("POST  body")) << stream;
}

TEST(Session, RespondsToAClientThatHasFinishedSending) {
  Running running;
  const auto client = running.connect();
  client->send(kGet + kGet);
  client->shutdown_send();
  EXPECT_EQ(count_answers(client->receive_all()), 2U);
}

TEST(Session, ClosesWhenTheClientDisconnectsMidRequest) {
  Running running;
  {
    const auto client = running.connect();
    client->send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbo");
    running.synchronise();
  }
  EXPECT_TRUE(running.events().wait_until([](const Events& events) { return events.closed() == 1; }));
  const auto records = running.events().records();
  ASSERT_FALSE(records.empty());
  for (const Record& record : records) EXPECT_EQ(record.path, "/none") << "a record of the probe";
}

TEST(Session, Returns500ForAnExceptionAndKeepsServing) {
  Running running;
  const auto bystander = running.connect();
  bystander->send(kGet);
  ASSERT_TRUE(bystander->receive());
  const auto client = running.connect();
  client->send("GET /throw HTTP/1.1\r\nHost: a\r\n\r\n" + kGet);
  const auto answer = client->receive();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 500);
  EXPECT_EQ(answer->field("Content-Type"), "application/json");
  EXPECT_NE(answer->body.find("\"error\":\"server_error\""), std::string::npos) << answer->body;
  EXPECT_EQ(answer->body.find("a bug"), std::string::npos);
  EXPECT_EQ(answer->field("Connection"), "close");
  EXPECT_TRUE(client->is_at_end());
  bystander->send(kGet);
  EXPECT_EQ(bystander->answer().status, 200);
}

TEST(Session, SendsAResponseLargerThanAnySocketBuffer) {
  Running running;
  const auto client = running.connect();
  client->send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n" + kGet);
  const auto answer = client->receive();
  ASSERT_TRUE(answer);
  EXPECT_TRUE(answer->body == std::string(kLargeBody, 'x'));
  EXPECT_EQ(client->answer().body, "hello");
}

}  // namespace
}  // namespace agent_access::test

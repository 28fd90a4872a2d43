#include "net/exchange/outbox.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace agent_access::net {
namespace {

struct Pair {
  Pair() {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()) != 0) throw std::bad_alloc();
    ours = Descriptor(ends[0]);
    theirs = Descriptor(ends[1]);
  }
  std::string received() const {
    std::string all;
    std::array<char, 4096> bytes;
    for (ssize_t got = 0; (got = ::recv(theirs.number(), bytes.data(), bytes.size(), 0)) > 0;) {
      all.append(bytes.data(), static_cast<std::size_t>(got));
    }
    return all;
  }
  Descriptor ours;
  Descriptor theirs;
};

class Recorder final : public http::Observer {
 public:
  void on_response_sent(const http::Answered& answered) noexcept override {
    ids.emplace_back(answered.request_id);
    statuses.push_back(answered.response.status);
  }
  std::vector<std::string> ids;
  std::vector<int> statuses;
};

RequestId id_of(char letter) {
  RequestId id;
  id.bytes.fill(letter);
  id.size = 16;
  return id;
}

void add_answer(Outbox& outbox, char letter, std::string body, Persistence persistence = Persistence::implied) {
  Outgoing& answer = outbox.add();
  answer.request_id = id_of(letter);
  answer.method = http::Method::get;
  answer.response.body = std::move(body);
  outbox.seal(answer, "Date: D\r\n", persistence);
}

std::string sent_text(Outbox& outbox) {
  const Pair pair;
  EXPECT_EQ(outbox.send(pair.ours.number()), Outbox::Sent::all);
  return pair.received();
}

TEST(Outbox, AddsItsFieldsToThoseOfTheHandler) {
  Outbox outbox;
  Outgoing& answer = outbox.add();
  answer.request_id = id_of('a');
  answer.response.status = 201;
  answer.response.constant_fields = "A: 1\r\n";
  answer.response.fields = "B: 2\r\n";
  answer.response.constant_body = "left";
  answer.response.body = "right";
  outbox.seal(answer, "Date: D\r\n", Persistence::ends);
  EXPECT_EQ(sent_text(outbox),
            "HTTP/1.1 201 Created\r\nDate: D\r\nA: 1\r\nB: 2\r\nContent-Length: 9\r\n"
            "X-Request-Id: aaaaaaaaaaaaaaaa\r\nConnection: close\r\n\r\nleftright");
}

TEST(Outbox, SendsKeepAliveWhenAsked) {
  Outbox outbox;
  add_answer(outbox, 'a', "x", Persistence::announced);
  EXPECT_EQ(sent_text(outbox),
            "HTTP/1.1 200 OK\r\nDate: D\r\nContent-Length: 1\r\nX-Request-Id: aaaaaaaaaaaaaaaa\r\n"
            "Connection: keep-alive\r\n\r\nx");
}

TEST(Outbox, OmitsTheBodyOfHeadButStatesItsLength) {
  Outbox outbox;
  Outgoing& answer = outbox.add();
  answer.request_id = id_of('a');
  answer.method = http::Method::head;
  answer.response.body = "12345";
  outbox.seal(answer, "", Persistence::implied);
  EXPECT_EQ(sent_text(outbox), "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Request-Id: aaaaaaaaaaaaaaaa\r\n\r\n");
}

TEST(Outbox, NeverGives204And304ABodyOrALength) {
  for (const int status : {204, 304}) {
    Outbox outbox;
    Outgoing& answer = outbox.add();
    answer.request_id = id_of('a');
    answer.response.status = static_cast<std::uint16_t>(status);
    answer.response.body = "must not appear";
    outbox.seal(answer, "", Persistence::implied);
    const std::string text = sent_text(outbox);
    EXPECT_TRUE(text.ends_with("\r\nX-Request-Id: aaaaaaaaaaaaaaaa\r\n\r\n")) << text;
    EXPECT_EQ(text.find("Content-Length"), std::string::npos) << text;
  }
}

TEST(Outbox, SendsSeveralResponsesInOrderAndReportsEachOnce) {
  Outbox outbox;
  Recorder recorder;
  add_answer(outbox, 'a', "1");
  add_answer(outbox, 'b', "2");
  const std::string text = sent_text(outbox);
  EXPECT_LT(text.find("aaaaaaaaaaaaaaaa"), text.find("bbbbbbbbbbbbbbbb"));
  outbox.finish("127.0.0.1", recorder, SteadyTime{});
  EXPECT_EQ(recorder.ids, (std::vector<std::string>{"aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb"}));
  EXPECT_TRUE(outbox.empty());
  outbox.finish("127.0.0.1", recorder, SteadyTime{});
  EXPECT_EQ(recorder.ids.size(), 2U);
}

TEST(Outbox, ResumesAfterAFullSocket) {
  const Pair pair;
  Outbox outbox;
  std::string expected;
  for (char letter = 'a'; letter <= 'h'; ++letter) {
    const std::string body(300'000, letter);
    add_answer(outbox, letter, body);
    expected += "HTTP/1.1 200 OK\r\nDate: D\r\nContent-Length: 300000\r\nX-Request-Id: " + std::string(16, letter) +
                "\r\n\r\n" + body;
  }
  std::string received;
  int blocked = 0;
  for (;;) {
    const Outbox::Sent sent = outbox.send(pair.ours.number());
    received += pair.received();
    if (sent == Outbox::Sent::all) break;
    ASSERT_EQ(sent, Outbox::Sent::blocked);
    ++blocked;
  }
  EXPECT_GT(blocked, 1);
  EXPECT_EQ(outbox.sent_bytes(), expected.size());
  EXPECT_TRUE(received == expected);
}

TEST(Outbox, FailsWithoutASignalWhenThePeerHasClosed) {
  Pair pair;
  pair.theirs = Descriptor();
  Outbox outbox;
  add_answer(outbox, 'a', "x");
  EXPECT_EQ(outbox.send(pair.ours.number()), Outbox::Sent::failed);
}

TEST(Outbox, IsFullByBytesOrByCount) {
  Outbox by_bytes;
  add_answer(by_bytes, 'a', std::string(32 * 1024, 'x'));
  EXPECT_TRUE(by_bytes.full());
  Outbox by_count;
  for (int count = 0; count < 63; ++count) add_answer(by_count, 'a', "");
  EXPECT_FALSE(by_count.full());
  add_answer(by_count, 'a', "");
  EXPECT_TRUE(by_count.full());
}

TEST(Outbox, ReleasesTheSnapshotAfterTheResponse) {
  Outbox outbox;
  auto snapshot = std::make_shared<const std::string>("document");
  Outgoing& answer = outbox.add();
  answer.request_id = id_of('a');
  answer.response.constant_body = *snapshot;
  answer.response.body_owner = snapshot;
  outbox.seal(answer, "", Persistence::implied);
  EXPECT_EQ(snapshot.use_count(), 2);
  outbox.clear();
  EXPECT_EQ(snapshot.use_count(), 1);
}

}  // namespace
}  // namespace agent_access::net

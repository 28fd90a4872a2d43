// The client with a listener on the loopback interface, port 0: what it sends, and how it handles
// responses that are late, too long, malformed or missing.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <thread>

#include "tools/client/client.hpp"
#include "unit/tools/client/fault_kind.hpp"

namespace agent_access::tools {
namespace {

using namespace std::chrono_literals;

/// Accepts one connection, reads until `until`, sends `answer`, and closes. With an empty `answer`
/// the connection stays open until the peer closes it.
class OneShotServer {
 public:
  explicit OneShotServer(std::string answer, std::string until = "\r\n\r\n")
      : answer_(std::move(answer)),
        until_(std::move(until)),
        listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* plain = reinterpret_cast<sockaddr*>(&address);
    ready_ = ::bind(listener_, plain, size) == 0 && ::listen(listener_, 1) == 0 &&
             ::getsockname(listener_, plain, &size) == 0;
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  OneShotServer(const OneShotServer&) = delete;
  OneShotServer& operator=(const OneShotServer&) = delete;
  ~OneShotServer() {
    ::shutdown(listener_, SHUT_RDWR);
    if (thread_.joinable()) thread_.join();
    ::close(listener_);
  }

  [[nodiscard]] std::string url(const std::string& target = "/") const {
    return "http://127.0.0.1:" + std::to_string(port_) + target;
  }
  [[nodiscard]] std::string received() {
    thread_.join();
    return received_;
  }
  [[nodiscard]] bool ready() const { return ready_; }

 private:
  void serve() {
    const int peer = ::accept(listener_, nullptr, nullptr);
    if (peer < 0) return;
    char chunk[4096];
    for (ssize_t got = 1; got > 0 && (answer_.empty() || received_.find(until_) == std::string::npos);) {
      got = ::recv(peer, chunk, sizeof(chunk), 0);
      if (got > 0) received_.append(chunk, static_cast<std::size_t>(got));
    }
    for (std::size_t sent = 0; sent < answer_.size();) {
      const auto now = ::send(peer, answer_.data() + sent, answer_.size() - sent, MSG_NOSIGNAL);
      if (now <= 0) break;
      sent += static_cast<std::size_t>(now);
    }
    ::close(peer);
  }

  std::string answer_;
  std::string until_;
  std::string received_;
  int listener_;
  std::uint16_t port_ = 0;
  bool ready_ = false;
  std::thread thread_;
};

TEST(Exchange, SendsExactlyTheRequest) {
  OneShotServer server("HTTP/1.1 201 Created\r\nContent-Length: 2\r\nX-A: b\r\n\r\nok", "hello");
  ASSERT_TRUE(server.ready());
  const auto response = fetch({.method = "POST",
                               .url = server.url("/a?b"),
                               .fields = {{"Accept", "application/json"}},
                               .body = "hello",
                               .host = "other.example"});
  ASSERT_TRUE(response.has_value()) << response.error().detail;
  EXPECT_EQ(response->status, 201U);
  EXPECT_EQ(response->body, "ok");
  EXPECT_EQ(response->field("x-a"), "b");
  EXPECT_EQ(server.received(),
            "POST /a?b HTTP/1.1\r\nHost: other.example\r\nAccept: application/json\r\nContent-Length: 5\r\n"
            "Connection: close\r\n\r\nhello");
}

TEST(Exchange, SendsTheHostOfTheUrl) {
  OneShotServer server("HTTP/1.1 204 No Content\r\n\r\n");
  const auto url = server.url();
  ASSERT_TRUE(fetch({.url = url}).has_value());
  EXPECT_EQ(server.received(),
            "GET / HTTP/1.1\r\nHost: " + url.substr(7, url.size() - 8) + "\r\nConnection: close\r\n\r\n");
}

TEST(Exchange, AddsNoFields) {
  OneShotServer server("HTTP/1.1 204 No Content\r\n\r\n");
  const auto url = server.url("/a/../b/./c?d=%2e");
  ASSERT_TRUE(fetch({.method = "POST", .url = url, .fields = {{"X-Empty", ""}}}).has_value());
  const auto host = url.substr(7, url.find('/', 7) - 7);
  EXPECT_EQ(server.received(), "POST /a/../b/./c?d=%2e HTTP/1.1\r\nHost: " + host +
                                   "\r\nX-Empty:\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
}

TEST(Exchange, IgnoresProxiesOfTheEnvironment) {
  OneShotServer server("HTTP/1.1 204 No Content\r\n\r\n");
  ASSERT_EQ(::setenv("http_proxy", "http://127.0.0.1:1/", 1), 0);
  const auto response = fetch({.url = server.url()});
  ::unsetenv("http_proxy");
  ASSERT_TRUE(response.has_value()) << response.error().detail;
  EXPECT_EQ(response->status, 204U);
}

TEST(Exchange, ReadsNoBodyAfterHead) {
  OneShotServer server("HTTP/1.1 200 OK\r\nContent-Length: 1048577\r\n\r\n");
  const auto response = fetch({.method = "HEAD", .url = server.url()});
  ASSERT_TRUE(response.has_value()) << response.error().detail;
  EXPECT_EQ(response->field("Content-Length"), "1048577");
  EXPECT_EQ(response->body, "");
}

TEST(Exchange, ReadsOneResponseAsItWasSent) {
  const struct {
    std::string answer;
    unsigned status;
    std::string body;
  } rows[] = {
      {"HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx", 200, "x"},
      {"HTTP/1.1 200 OK\r\n\r\nall up to the end", 200, "all up to the end"},
      {"HTTP/1.1 200 OK\r\n\r\n" + std::string(1'048'576, 'a'), 200, std::string(1'048'576, 'a')},
      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", 200, "abc"},
      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX: y\r\n\r\n", 200, "abc"},
      {"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc", 200, "abc"},
      {"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n", 302, ""},
  };
  for (const auto& [answer, status, body] : rows) {
    SCOPED_TRACE(answer.substr(0, 100));
    OneShotServer server(answer);
    const auto response = fetch({.url = server.url(), .fields = {{"Accept-Encoding", "gzip"}}});
    ASSERT_TRUE(response.has_value()) << response.error().detail;
    EXPECT_EQ(response->status, status);
    EXPECT_TRUE(response->body == body);
    EXPECT_EQ(response->count("X"), 0U) << "a trailer is no field";
  }
}

TEST(Exchange, RefusesAResponseOverTheLimit) {
  const std::string ok = "HTTP/1.1 200 OK\r\n";
  std::string many_lines;
  for (int i = 0; i < 700; ++i) many_lines += "X: " + std::string(95, 'a') + "\r\n";
  for (const auto& rest : {
           std::string("Content-Length: 1048577\r\n\r\n"), "\r\n" + std::string(1'048'577, 'a'),
           "X: " + std::string(70'000, 'a') + "\r\n\r\n", many_lines,
           "X: " + std::string(110'000, 'a'),  // libcurl limits a line without an end to 100 KiB
       }) {
    OneShotServer server(ok + rest);
    EXPECT_EQ(kind_of({.url = server.url()}), ClientFaultKind::too_large) << rest.substr(0, 100);
  }
}

TEST(Exchange, RefusesATruncatedResponseAndWhatIsNotHttp) {
  for (const char* const answer : {"HTTP/1.1 200 OK\r\nX: a\r\n", "HTTP/1.1 200 OK\r\nX: a", "HTTP/1.1 200 OK",
                                   "HTTP/1.1", "HTTP/1.1 103 Early Hints\r\n\r\n",
                                   "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfour", "SSH-2.0-Example\r\n\r\n"}) {
    OneShotServer server(answer);
    EXPECT_EQ(kind_of({.url = server.url()}), ClientFaultKind::broken) << answer;
  }
}

TEST(Exchange, RefusesEndlessInterimResponses) {
  std::string interim;
  for (int i = 0; i < 8; ++i) interim += "HTTP/1.1 103 Early Hints\r\n\r\n";
  OneShotServer server(interim + "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  const auto response = fetch({.url = server.url()});
  ASSERT_FALSE(response.has_value());
  EXPECT_TRUE(response.error().detail.ends_with(" sends only interim responses")) << response.error().detail;
}

TEST(Exchange, EndsAtItsDeadline) {
  OneShotServer server("");
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(kind_of({.url = server.url(), .timeout = 50ms}), ClientFaultKind::timeout);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
}

TEST(Exchange, EndsAtItsDeadlineDuringTheTlsHandshake) {
  OneShotServer server("");
  EXPECT_EQ(kind_of({.url = "https" + server.url().substr(4), .timeout = 50ms}), ClientFaultKind::timeout);
}

TEST(Exchange, ReportsThatNothingListens) {
  std::string url;
  {
    OneShotServer gone("x");
    url = gone.url();
  }
  const auto response = fetch({.url = url});
  ASSERT_FALSE(response.has_value());
  EXPECT_EQ(response.error().kind, ClientFaultKind::refused);
  EXPECT_NE(response.error().detail.find("nothing listens at 127.0.0.1:"), std::string::npos);
}

TEST(Exchange, ReportsAnUnreadableFileOfAuthorities) {
  OneShotServer server("");
  const auto response = fetch({.url = "https" + server.url().substr(4), .ca_file = "/nonexistent.pem"});
  ASSERT_FALSE(response.has_value());
  EXPECT_EQ(response.error().kind, ClientFaultKind::tls);
  EXPECT_TRUE(response.error().detail.starts_with("cannot read the file of certificate authorities for 127.0.0.1:"))
      << response.error().detail;
}

// No label of a name is longer than 63 characters: no DNS server is queried.
TEST(Exchange, ReportsAnUnknownHost) {
  const auto response = fetch({.url = "http://" + std::string(64, 'a') + ".test/"});
  ASSERT_FALSE(response.has_value());
  EXPECT_EQ(response.error().kind, ClientFaultKind::unknown_host);
  EXPECT_TRUE(response.error().detail.starts_with("cannot find " + std::string(64, 'a') + ".test: "))
      << response.error().detail;
}

TEST(Exchange, ReportsAServerWithoutTls) {
  OneShotServer server("HTTP/1.1 400 Bad Request\r\n\r\n", "\x16\x03");
  EXPECT_EQ(kind_of({.url = "https" + server.url().substr(4)}), ClientFaultKind::tls);
}

}  // namespace
}  // namespace agent_access::tools

/// \file
/// A running server with a small handler whose paths each do one thing, and a record of what its observers reported.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "net/loopback.hpp"
#include "net/server.hpp"

namespace agent_access::test {

struct Record {
  std::string method;
  std::string path;
  std::string peer;
  std::string request_id;
  int status;
};

/// Shared by the observers of all workers.
class Events {
 public:
  [[nodiscard]] std::vector<Record> records() const;
  [[nodiscard]] std::size_t opened() const;
  [[nodiscard]] std::size_t closed() const;
  [[nodiscard]] std::size_t accept_failures() const;
  /// Waits for the condition; false if it does not hold in time.
  [[nodiscard]] bool wait_until(const std::function<bool(const Events&)>& condition,
                                std::chrono::milliseconds patience = std::chrono::seconds(10)) const;

  void add(Record record);
  void open();
  void close();
  void fail_accept();
  void refuse(http::Refused cap);
  void shed();
  /// Called by the worker after each connection that it sheds.
  void when_shed(std::function<void()> call) { when_shed_ = std::move(call); }
  [[nodiscard]] std::vector<http::Refused> refusals() const;
  [[nodiscard]] std::size_t sheds() const;
  void end_handshake(http::Handshake outcome);
  [[nodiscard]] std::vector<http::Handshake> handshakes() const;

 private:
  template <class Change>
  void change(Change change);
  mutable std::recursive_mutex mutex_;
  mutable std::condition_variable_any changed_;
  std::vector<Record> records_;
  std::size_t opened_ = 0;
  std::size_t closed_ = 0;
  std::size_t accept_failures_ = 0;
  std::vector<http::Handshake> handshakes_;
  std::vector<http::Refused> refusals_;
  std::size_t sheds_ = 0;
  std::function<void()> when_shed_ = [] {};
};

/// Paths: "/" returns hello; "/echo" "METHOD query body"; "/id" the request id; "/throw" throws; "/large" is
/// kLargeBody bytes; "/close" closes the connection; "/none" is 204.
[[nodiscard]] std::unique_ptr<http::Handler> make_test_handler();

inline constexpr std::size_t kLargeBody = 16 * 1024 * 1024;

class Running {
 public:
  /// One worker on a free loopback port, unless the options say otherwise.
  explicit Running(net::ServerOptions options = {});

  [[nodiscard]] net::Server& server() { return *server_; }
  [[nodiscard]] Events& events() { return *events_; }
  [[nodiscard]] std::uint16_t port() const { return server_->port(); }
  [[nodiscard]] std::unique_ptr<Client> connect(std::string_view source = "127.0.0.1") const {
    return std::make_unique<Client>(port(), source);
  }
  /// Returns when the (single) worker has handled what was sent before on other connections: its loop handles ready
  /// connections in the order in which they became ready.
  void synchronise();
  void stop_and_wait();

 private:
  std::shared_ptr<Events> events_ = std::make_shared<Events>();
  std::unique_ptr<net::Server> server_;
  std::unique_ptr<Client> probe_;
};

/// Waits until exactly these handshakes have ended; false if that does not happen in time.
[[nodiscard]] bool has_handshakes(Running& running, const std::vector<http::Handshake>& expected);

/// Sends `requests` on one connection in two parts, for every place between two of their bytes, and expects responses
/// with these bodies.
void expect_bodies_at_every_split(std::string_view requests, const std::vector<std::string>& bodies);

[[nodiscard]] base::TrustedProxies trusting(std::initializer_list<std::string_view> networks);

[[nodiscard]] net::ServerOptions with_limits(const net::Limits& limits);

}  // namespace agent_access::test

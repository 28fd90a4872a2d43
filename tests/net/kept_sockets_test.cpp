// Listening sockets that outlive a server: connections wait in their queues for the next one.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <memory>
#include <vector>

#include "net/io/sockets.hpp"
#include "net/running.hpp"

namespace agent_access::test {
namespace {

/// Duplicates, as a service manager has them.
class Keeper {
 public:
  explicit Keeper(const std::vector<int>& sockets) {
    for (const int socket : sockets) numbers.push_back(::fcntl(socket, F_DUPFD_CLOEXEC, 0));
  }
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;
  ~Keeper() {
    for (const int number : numbers) ::close(number);
  }
  std::vector<int> numbers;
};

net::ServerOptions with_threads(std::size_t threads) {
  net::ServerOptions options;
  options.listen = {"127.0.0.1", 0};
  options.threads = threads;
  return options;
}

/// Whether a server with `threads`, given the sockets of one with two, answers what was sent between both.
void expect_that_nothing_is_lost(std::size_t threads) {
  auto first = std::make_unique<Running>(with_threads(2));
  const auto port = first->port();
  const Keeper keeper(first->server().opened());
  ASSERT_EQ(keeper.numbers.size(), 2U);
  first.reset();

  std::vector<std::unique_ptr<Client>> waiting;
  for (int number = 0; number < 20; ++number) {
    waiting.push_back(std::make_unique<Client>(port, "127.0.0.1"));
    ASSERT_TRUE(waiting.back()->send(kGet));
  }
  auto options = with_threads(threads);
  options.kept = keeper.numbers;
  Running second(options);
  EXPECT_EQ(second.port(), port);
  EXPECT_TRUE(second.server().opened().empty());
  for (const auto& client : waiting) EXPECT_EQ(client->answer().body, "hello");
}

TEST(KeptSockets, ServeWhatWaitedWithOneForEachWorker) { expect_that_nothing_is_lost(2); }

TEST(KeptSockets, ServeWhatWaitedWithAnotherNumberOfWorkers) {
  expect_that_nothing_is_lost(1);
  expect_that_nothing_is_lost(3);
}

TEST(IsListeningOn, ComparesAddressAndPort) {
  const auto sockets = net::listen_on({"127.0.0.1", 0}, 1);
  const int socket = sockets->front().number();
  const auto port = net::bound_port(socket);
  EXPECT_TRUE(net::is_listening_on(socket, {"127.0.0.1", port}));
  EXPECT_FALSE(net::is_listening_on(socket, {"127.0.0.2", port}));
  EXPECT_FALSE(net::is_listening_on(socket, {"0.0.0.0", port}));
  EXPECT_FALSE(net::is_listening_on(socket, {"::1", port}));
  EXPECT_FALSE(net::is_listening_on(socket, {"127.0.0.1", static_cast<std::uint16_t>(port ^ 1U)}));
  ::shutdown(socket, SHUT_RDWR);
  EXPECT_FALSE(net::is_listening_on(socket, {"127.0.0.1", port}));
  EXPECT_FALSE(net::is_listening_on(STDERR_FILENO, {"127.0.0.1", port}));
}

TEST(IsListeningOn, ComparesAddressesOfIPv6) {
  const auto sockets = net::listen_on({"::1", 0}, 1);
  if (!sockets) GTEST_SKIP() << "skipped: this machine has no IPv6";
  const int socket = sockets->front().number();
  EXPECT_TRUE(net::is_listening_on(socket, {"::1", net::bound_port(socket)}));
  EXPECT_FALSE(net::is_listening_on(socket, {"::", net::bound_port(socket)}));
  EXPECT_FALSE(net::is_listening_on(socket, {"127.0.0.1", net::bound_port(socket)}));
}

}  // namespace
}  // namespace agent_access::test

#include "app/serve/sockets.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "net/io/sockets.hpp"

namespace agent_access::app {
namespace {

/// A process that was started with descriptor 3 and more: sockets of a service manager, which has duplicates.
class Passed {
 public:
  /// One socket for each name.
  explicit Passed(const std::vector<std::string>& names) {
    auto sockets = net::listen_on({"127.0.0.1", 0}, names.size());
    std::string all;
    for (std::size_t index = 0; index < names.size(); ++index) {
      const int number = 3 + static_cast<int>(index);
      // What stood at this number before is put back at the end.
      saved_.push_back(::fcntl(number, F_DUPFD_CLOEXEC, 200));
      managers.push_back(::fcntl((*sockets)[index].number(), F_DUPFD_CLOEXEC, 100));
    }
    port = net::bound_port(managers.front());
    sockets->clear();
    for (std::size_t index = 0; index < names.size(); ++index) {
      ::dup2(managers[index], 3 + static_cast<int>(index));
      all.append(index == 0 ? "" : ":").append(names[index]);
    }
    environment = {{"LISTEN_PID", std::to_string(::getpid())},
                   {"LISTEN_FDS", std::to_string(names.size())},
                   {"LISTEN_FDNAMES", all}};
  }
  Passed(const Passed&) = delete;
  Passed& operator=(const Passed&) = delete;
  ~Passed() {
    for (std::size_t index = 0; index < managers.size(); ++index) {
      const int number = 3 + static_cast<int>(index);
      ::close(managers[index]);
      ::close(number);
      if (saved_[index] >= 0) ::dup2(saved_[index], number);
      if (saved_[index] >= 0) ::close(saved_[index]);
    }
  }

  [[nodiscard]] net::Endpoint endpoint() const { return {"127.0.0.1", port}; }
  /// Whether the duplicate of the manager accepts connections.
  [[nodiscard]] bool is_listening() const { return net::is_listening_on(managers.front(), endpoint()); }

  std::vector<int> managers;
  std::uint16_t port = 0;
  Environment environment;

 private:
  std::vector<int> saved_;
};

TEST(KeptSockets, AreUsedAtTheSameAddress) {
  const Passed passed({"kept", "kept"});
  KeptSockets sockets(passed.environment);
  EXPECT_EQ(sockets.take(passed.endpoint()), (std::vector<int>{3, 4}));
  sockets.start_succeeded();
}

TEST(KeptSockets, StayOpenAfterTheStart) {
  const Passed passed({"kept"});
  {
    KeptSockets sockets(passed.environment);
    EXPECT_FALSE(sockets.take(passed.endpoint()).empty());
    sockets.start_succeeded();
  }
  EXPECT_TRUE(passed.is_listening());
}

TEST(KeptSockets, RefuseConnectionsAtAnAddressThatIsNotServedAnyMore) {
  const Passed passed({"kept"});
  KeptSockets sockets(passed.environment);
  EXPECT_TRUE(sockets.take({"127.0.0.2", passed.port}).empty());
  EXPECT_FALSE(passed.is_listening());
  // A server can listen there at once, although the manager has not closed its duplicate yet.
  EXPECT_TRUE(net::listen_on({"127.0.0.1", passed.port}, 1));
}

TEST(KeptSockets, RefuseConnectionsAfterAStartThatFailed) {
  const Passed passed({"kept"});
  {
    const KeptSockets sockets(passed.environment);
  }
  EXPECT_FALSE(passed.is_listening());
}

TEST(KeptSockets, YieldToASocketUnit) {
  const Passed passed({"kept", "agent-access.socket"});
  KeptSockets sockets(passed.environment);
  EXPECT_TRUE(sockets.take(passed.endpoint()).empty());
  EXPECT_FALSE(passed.is_listening());
  EXPECT_TRUE(net::is_listening_on(4, passed.endpoint()));
}

TEST(KeptSockets, AreNoneWithoutAServiceManager) {
  KeptSockets sockets(Environment{});
  EXPECT_TRUE(sockets.take({"127.0.0.1", 8080}).empty());
}

}  // namespace
}  // namespace agent_access::app

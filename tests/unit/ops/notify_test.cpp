#include "ops/notify.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::ops {
namespace {

// The socket of a service manager, bound to an abstract name of this process.
class Manager {
 public:
  Manager()
      : name_("@agent-access-test-" + std::to_string(::getpid())),
        fd_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path + 1, name_.data() + 1, name_.size() - 1);
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name_.size());
    EXPECT_EQ(::bind(fd_, static_cast<const sockaddr*>(static_cast<const void*>(&address)), length), 0);
  }
  ~Manager() { ::close(fd_); }
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string next() const {
    std::array<char, 512> buffer{};
    const ssize_t count = ::recv(fd_, buffer.data(), buffer.size(), MSG_DONTWAIT);
    return count < 0 ? "nothing came" : std::string(buffer.data(), static_cast<std::size_t>(count));
  }

 private:
  std::string name_;
  int fd_;
};

TEST(Notifier, SendsEachMessageInTheFormOfTheProtocol) {
  const Manager manager;
  const Notifier notifier(manager.name());
  EXPECT_TRUE(notifier.ready("Serving 2 hosts"));
  EXPECT_EQ(manager.next(), "READY=1\nSTATUS=Serving 2 hosts");
  EXPECT_TRUE(notifier.reloading(std::chrono::microseconds{123456789}));
  EXPECT_EQ(manager.next(), "RELOADING=1\nMONOTONIC_USEC=123456789");
  EXPECT_TRUE(notifier.stopping());
  EXPECT_EQ(manager.next(), "STOPPING=1");
  EXPECT_TRUE(notifier.watchdog());
  EXPECT_EQ(manager.next(), "WATCHDOG=1");
}

TEST(Notifier, KeepsAStatusToOneAssignment) {
  const Manager manager;
  EXPECT_TRUE(Notifier(manager.name()).ready("ok\nMAINPID=1"));
  EXPECT_EQ(manager.next(), "READY=1\nSTATUS=ok");
}

TEST(Notifier, SendsNothingWithoutAManager) { EXPECT_TRUE(Notifier("").stopping()); }

TEST(Notifier, ReportsThatNobodyListens) {
  EXPECT_FALSE(Notifier("@agent-access-test-nobody").stopping());
  EXPECT_FALSE(Notifier("relative").stopping());
  EXPECT_FALSE(Notifier("/" + std::string(200, 'x')).stopping());
}

TEST(WatchdogLimit, IsTheValueOfTheManagerForThisProcess) {
  EXPECT_EQ(watchdog_limit(42, "42", "30000000"), std::chrono::seconds{30});
  EXPECT_EQ(watchdog_limit(42, "", "1500"), std::chrono::microseconds{1500});
  EXPECT_EQ(watchdog_limit(42, "43", "30000000"), std::nullopt);
  EXPECT_EQ(watchdog_limit(42, "x", "30000000"), std::nullopt);
  for (const auto* text : {"", "0", "x", "-1", "1s", "99999999999999999999"}) {
    EXPECT_EQ(watchdog_limit(42, "42", text), std::nullopt) << text;
  }
}

TEST(ListenDescriptors, CountFromThreeAndHaveTheirPlaceByTheirName) {
  using Numbers = std::vector<int>;
  const struct {
    std::string_view count;
    std::string_view names;
    Numbers service;
    Numbers admin;
  } rows[] = {
      {"0", "", {}, {}},
      {"2", "", {3, 4}, {}},
      {"3", "agent-access.socket:admin:agent-access.socket", {3, 5}, {4}},
      {"1", "admin", {}, {3}},
      // Another name that begins so, and fewer names than descriptors.
      {"2", "administration", {3, 4}, {}},
  };
  for (const auto& [count, names, service, admin] : rows) {
    const auto found = listen_descriptors(42, "42", count, names);
    EXPECT_EQ(found.service, service) << names;
    EXPECT_EQ(found.admin, admin) << names;
  }
}

TEST(ListenDescriptors, AreNoneForAnotherProcessOrWithoutANumber) {
  EXPECT_TRUE(listen_descriptors(42, "43", "2", "").service.empty());
  for (const auto* text : {"", "x", "1x", " 1", "-1", "+1", "513", "99999999999999999999"}) {
    EXPECT_TRUE(listen_descriptors(42, "42", text, "").service.empty()) << text;
  }
  EXPECT_TRUE(listen_descriptors(42, "", "1", "").service.empty());
  EXPECT_TRUE(listen_descriptors(42, "42 ", "1", "").service.empty());
}

}  // namespace
}  // namespace agent_access::ops

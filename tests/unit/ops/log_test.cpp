#include "ops/log.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace agent_access::ops {
namespace {

using std::chrono::steady_clock;

class Pipe {
 public:
  Pipe() { EXPECT_EQ(::pipe2(ends_.data(), O_CLOEXEC), 0); }
  ~Pipe() {
    close_reader();
    close_writer();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  [[nodiscard]] int reader() const { return ends_[0]; }
  [[nodiscard]] int writer() const { return ends_[1]; }
  void close_reader() { close_end(0); }
  void close_writer() { close_end(1); }
  // Everything up to the end of the stream; closes the writing end first.
  std::string rest() {
    close_writer();
    std::string text;
    std::array<char, 4096> piece{};
    for (ssize_t count = 0; (count = ::read(reader(), piece.data(), piece.size())) > 0;) {
      text.append(piece.data(), static_cast<std::size_t>(count));
    }
    return text;
  }

 private:
  void close_end(std::size_t index) {
    if (ends_[index] >= 0) ::close(ends_[index]);
    ends_[index] = -1;
  }
  std::array<int, 2> ends_{-1, -1};
};

// Fills a pipe to its last byte and leaves the descriptor blocking, as a stuck log collector does.
void fill(int fd) {
  const int flags = ::fcntl(fd, F_GETFL);
  ASSERT_EQ(::fcntl(fd, F_SETFL, flags | O_NONBLOCK), 0);
  const std::string page(4096, '#');
  while (::write(fd, page.data(), page.size()) > 0) {
  }
  ASSERT_EQ(::fcntl(fd, F_SETFL, flags), 0);
}

// Whether the condition holds, now or within ten seconds.
bool eventually(const std::function<bool()>& condition) {
  const auto limit = steady_clock::now() + std::chrono::seconds{10};
  while (!condition()) {
    if (steady_clock::now() >= limit) return false;
    std::this_thread::yield();
  }
  return true;
}

bool is_writable(int fd) {
  pollfd entry{.fd = fd, .events = POLLOUT, .revents = 0};
  return ::poll(&entry, 1, 0) == 1;
}

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(Log, HasWrittenTheLinesBeforeAFlush) {
  Pipe pipe;
  Log log(pipe.writer(), Level::info, LogFormat::text);
  for (const std::string_view event : {"first", "second"}) {
    log.write(Level::info, event, {});
    log.flush();
    std::array<char, 256> line{};
    pollfd waiting{.fd = pipe.reader(), .events = POLLIN, .revents = 0};
    ASSERT_EQ(::poll(&waiting, 1, 0), 1) << event;
    const auto size = ::read(pipe.reader(), line.data(), line.size());
    EXPECT_TRUE(std::string_view(line.data(), static_cast<std::size_t>(size)).contains(event));
  }
}

TEST(Log, DoesNotWaitForeverForAFlush) {
  Pipe pipe;
  fill(pipe.writer());
  Log log(pipe.writer(), Level::info, LogFormat::text);
  log.write(Level::info, "stuck", {});
  log.flush();
  pipe.close_reader();
}

TEST(Log, OmitsLinesBelowItsLevel) {
  Pipe pipe;
  {
    Log log(pipe.writer(), Level::warn, LogFormat::json);
    EXPECT_FALSE(log.enabled(Level::info));
    EXPECT_TRUE(log.enabled(Level::warn));
    log.write(Level::info, "quiet", {});
    log.write(Level::warn, "loud", {});
  }
  const std::string text = pipe.rest();
  EXPECT_EQ(text.find("quiet"), std::string::npos);
  EXPECT_NE(text.find("loud"), std::string::npos);
}

TEST(Log, KeepsEveryLineOfManyThreadsWhole) {
  Pipe pipe;
  std::string text;
  std::thread reader([&] {
    std::array<char, 4096> piece{};
    for (ssize_t count = 0; (count = ::read(pipe.reader(), piece.data(), piece.size())) > 0;) {
      text.append(piece.data(), static_cast<std::size_t>(count));
    }
  });
  {
    Log log(pipe.writer(), Level::info, LogFormat::json, 8192);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&log] {
        for (int line = 0; line < 1000; ++line)
          log.write(Level::info, "line", {{"padding", std::string_view("0123456789")}});
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(log.dropped(), 0U);
  }
  pipe.close_writer();
  reader.join();
  EXPECT_EQ(lines_of(text), 4000U);
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find('\n', start);
    const std::string line = text.substr(start, end - start);
    ASSERT_TRUE(line.starts_with(R"({"time":")") && line.ends_with(R"("padding":"0123456789"})")) << line;
    start = end + 1;
  }
}

TEST(Log, DropsAndCountsLinesForABlockedDescriptorAndEndsInTime) {
  static auto& pipe = *new Pipe;  // never closed: the thread that the log leaves behind waits for it
  fill(pipe.writer());
  auto log = std::make_unique<Log>(pipe.writer(), Level::info, LogFormat::json, 16);
  const auto start = steady_clock::now();
  for (int line = 0; line < 10'000; ++line) log->write(Level::info, "stuck", {});
  EXPECT_LT(steady_clock::now() - start, std::chrono::seconds{5});
  EXPECT_GE(log->dropped(), 1U);
  const auto stop = steady_clock::now();
  log.reset();
  const auto waited = steady_clock::now() - stop;
  EXPECT_GE(waited, std::chrono::milliseconds{900});
  EXPECT_LT(waited, std::chrono::milliseconds{2500});
}

TEST(Log, ContinuesWhenABlockedDescriptorIsReadAgain) {
  Pipe pipe;
  fill(pipe.writer());
  std::string text;
  {
    Log log(pipe.writer(), Level::info, LogFormat::json);
    log.write(Level::info, "late", {});
    std::array<char, 65536> buffer{};
    while (text.find("late") == std::string::npos) {
      const ssize_t count = ::read(pipe.reader(), buffer.data(), buffer.size());
      ASSERT_GT(count, 0);
      text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    EXPECT_EQ(log.dropped(), 0U);
  }
}

TEST(Log, CountsLinesForAReaderThatIsGone) {
  Pipe pipe;
  pipe.close_reader();
  Log log(pipe.writer(), Level::info, LogFormat::json);
  log.write(Level::info, "nobody", {});
  // While the log lives it has no deadline: a thread that waited for the reader would never count the line.
  EXPECT_TRUE(eventually([&] { return log.dropped() == 1; }));
}

TEST(Log, WritesMoreThanASocketBufferHolds) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  const int room = 4096;  // less than the lines that are written at once
  ASSERT_EQ(::setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &room, sizeof(room)), 0);
  std::string text;
  std::atomic<std::ptrdiff_t> lines = 0;
  std::thread reader;
  {
    Log log(ends[0], Level::info, LogFormat::json);
    const std::string value(2000, 'v');
    for (int line = 0; line < 1000; ++line) log.write(Level::info, "line", {{"value", std::string_view(value)}});
    EXPECT_TRUE(eventually([&] { return !is_writable(ends[0]); })) << "the socket is full";
    reader = std::thread([&] {
      std::array<char, 4096> piece{};
      for (ssize_t count = 0; (count = ::read(ends[1], piece.data(), piece.size())) > 0;) {
        text.append(piece.data(), static_cast<std::size_t>(count));
        lines += std::count(piece.begin(), piece.begin() + count, '\n');
      }
    });
    EXPECT_TRUE(eventually([&] { return lines == 1000; }));
    EXPECT_EQ(log.dropped(), 0U);
  }
  ::close(ends[0]);
  reader.join();
  ::close(ends[1]);
  EXPECT_EQ(lines_of(text), 1000U);
  EXPECT_EQ(text.find("\n\n"), std::string::npos);
}

TEST(Log, WritesToAFileInOrder) {
  const int file = ::open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  ASSERT_GE(file, 0);
  {
    Log log(file, Level::info, LogFormat::json);
    for (std::int64_t line = 0; line < 2000; ++line) log.write(Level::info, "line", {{"number", line}});
    EXPECT_EQ(log.dropped(), 0U);
  }
  std::string text(1UL << 20U, '\0');
  const ssize_t size = ::pread(file, text.data(), text.size(), 0);
  ASSERT_GT(size, 0);
  text.resize(static_cast<std::size_t>(size));
  EXPECT_EQ(lines_of(text), 2000U);
  std::size_t place = 0;
  for (int line = 0; line < 2000; ++line) {
    place = text.find("\"number\":" + std::to_string(line) + "}\n", place);
    ASSERT_NE(place, std::string::npos) << line;
  }
  ::close(file);
}

TEST(Log, CountsLinesThatADescriptorRefuses) {
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  ASSERT_GE(full, 0);
  {
    Log log(full, Level::info, LogFormat::json);
    log.write(Level::info, "no_space", {});
    EXPECT_TRUE(eventually([&] { return log.dropped() == 1; }));
  }
  ::close(full);
}

}  // namespace
}  // namespace agent_access::ops

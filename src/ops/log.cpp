#include "ops/log.hpp"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "ops/line.hpp"

namespace agent_access::ops {
namespace {

constexpr std::chrono::seconds kFlushLimit{1};
constexpr std::chrono::milliseconds kGather{5};  // one wake-up and one write for the lines of this time
constexpr std::size_t kLineBytes = 400;          // room for a line: an access line has some 390
constexpr std::size_t kStackBytes = 8192;        // a line that may be longer than this is rendered on the heap

/// The coarse clock: up to some milliseconds late, but much cheaper.
LogTime now() noexcept {
  timespec time{};
  ::clock_gettime(CLOCK_REALTIME_COARSE, &time);
  return LogTime(std::chrono::floor<std::chrono::milliseconds>(std::chrono::seconds(time.tv_sec) +
                                                               std::chrono::nanoseconds(time.tv_nsec)));
}

/// Lines on their way to a descriptor. Threads append to one buffer, and the thread of run() writes the other one
/// meanwhile: whoever appends waits for a copy of one line at most. When the descriptor blocks that thread for too long
/// at the end, the thread is detached and keeps this alive.
class Writer {
 public:
  Writer(int fd, std::size_t queue) : fd_(fd), room_(queue * kLineBytes) {
    waiting_.reserve(room_);
    writing_.reserve(room_);
  }

  void push(std::string_view line) noexcept {
    {
      const std::scoped_lock lock(mutex_);
      if (line.size() > room_ - waiting_.size()) return drop(1);
      waiting_.append(line);
      // Only the first line wakes the thread: it looks again when it has written.
      if (pushed_++ != written_) return;
    }
    ready_.notify_one();
  }

  void drop(std::uint64_t lines) noexcept { dropped_.fetch_add(lines, std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t dropped() const noexcept { return dropped_.load(std::memory_order_relaxed); }

  /// The body of the thread.
  void run() noexcept {
    std::unique_lock lock(mutex_);
    while (true) {
      ready_.wait(lock, [this] { return pushed_ != written_ || is_stopping_; });
      if (pushed_ == written_) break;
      ready_.wait_for(lock, kGather, [this] { return is_stopping_; });
      const std::uint64_t end = pushed_;
      std::swap(waiting_, writing_);
      lock.unlock();
      write_all(writing_);
      writing_.clear();
      lock.lock();
      written_ = end;
      ended_.notify_all();
    }
    has_ended_ = true;
    ended_.notify_all();
  }

  void flush() {
    std::unique_lock lock(mutex_);
    static_cast<void>(ended_.wait_for(lock, kFlushLimit, [this, end = pushed_] { return written_ >= end; }));
  }

  /// True when the thread has ended within the limit.
  [[nodiscard]] bool stop() {
    std::unique_lock lock(mutex_);
    is_stopping_ = true;
    ready_.notify_one();
    return ended_.wait_for(lock, kFlushLimit, [this] { return has_ended_; });
  }

 private:
  void write_some(std::string_view& text) noexcept;
  void write_all(std::string_view text) noexcept;

  const int fd_;
  const std::size_t room_;
  std::atomic<std::uint64_t> dropped_{0};
  std::mutex mutex_;  // guards what follows, but for `writing_` and `is_line_open_`
  std::condition_variable ready_;
  std::condition_variable ended_;
  std::string waiting_;
  std::uint64_t pushed_ = 0;   // lines
  std::uint64_t written_ = 0;  // lines of these that were written or lost
  bool is_stopping_ = false;
  bool has_ended_ = false;
  std::string writing_;        // used by the thread only
  bool is_line_open_ = false;  // likewise: a line was cut by an error, and the next write starts on a new line
};

/// Waits for a descriptor that blocks. Leaves in `text` what the descriptor refuses.
void Writer::write_some(std::string_view& text) noexcept {
  while (!text.empty()) {
    const ssize_t count = ::write(fd_, text.data(), text.size());
    if (count > 0) {
      is_line_open_ = text[static_cast<std::size_t>(count) - 1] != '\n';
      text.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      // Another process that has the descriptor may have set O_NONBLOCK.
      pollfd entry{.fd = fd_, .events = POLLOUT, .revents = 0};
      ::poll(&entry, 1, -1);
    } else if (errno != EINTR) {
      return;
    }
  }
}

void Writer::write_all(std::string_view text) noexcept {
  std::string_view line_end = is_line_open_ ? "\n" : "";
  write_some(line_end);
  write_some(text);
  drop(static_cast<std::uint64_t>(std::ranges::count(text, '\n')));
}

/// The main thread handles signals; SIGPIPE of a closed log must not end the program.
std::thread start_without_signals(const std::shared_ptr<Writer>& writer) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    std::thread thread([writer] { writer->run(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return thread;
  } catch (...) {
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    throw;
  }
}

}  // namespace

struct Log::State {
  State(int fd, Level least_level, LogFormat line_format, std::size_t queue)
      : least(least_level),
        format(line_format),
        color(line_format == LogFormat::text && ::isatty(fd) == 1 ? AnsiColor::on : AnsiColor::off),
        writer(std::make_shared<Writer>(fd, queue)),
        thread(start_without_signals(writer)) {}

  Level least;
  LogFormat format;
  AnsiColor color;
  std::shared_ptr<Writer> writer;
  std::thread thread;
};

Log::Log(int fd, Level level, LogFormat format, std::size_t queue)
    : state_(std::make_unique<State>(fd, level, format, queue)) {}

Log::~Log() { state_->writer->stop() ? state_->thread.join() : state_->thread.detach(); }

void Log::flush() { state_->writer->flush(); }

bool Log::enabled(Level level) const noexcept { return level >= state_->least; }

std::uint64_t Log::dropped() const noexcept { return state_->writer->dropped(); }

void Log::write(Level level, std::string_view event, std::initializer_list<LogField> fields) noexcept {
  if (!enabled(level)) return;
  try {
    std::array<char, kStackBytes> usual;
    std::string large;
    char* room = usual.data();
    if (const std::size_t most = most_bytes(event, fields); most > usual.size()) {
      large.resize(most);
      room = large.data();
    }
    const std::size_t size = state_->format == LogFormat::json
                                 ? write_json_line(room, now(), level, event, fields)
                                 : write_text_line(room, now(), level, event, fields, state_->color);
    state_->writer->push({room, size});
  } catch (...) {
    state_->writer->drop(1);  // out of memory
  }
}

}  // namespace agent_access::ops

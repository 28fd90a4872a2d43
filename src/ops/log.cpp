#include "ops/log.hpp"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <span>
#include <string>
#include <thread>

#include "ops/line.hpp"
#include "ops/line_queue.hpp"

namespace agent_access::ops {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;

constexpr std::chrono::seconds kFlushLimit{1};
constexpr int kPollMilliseconds = 50;
constexpr std::chrono::milliseconds kGather{5};  // lines of so long are written at once: a wake and a write for all
constexpr std::size_t kPiece = 4096;             // PIPE_BUF: a pipe that polls writable takes so much without blocking
constexpr std::size_t kBatch = 64UL << 10U;      // lines joined into one buffer
constexpr std::size_t kSpares = 16;

LogTime now() noexcept {
  return std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

// Shared by the Log and its writer thread. The thread is left behind when the descriptor does not let go of it in time,
// and keeps this alive.
class Writer {
 public:
  Writer(int fd, std::size_t queue) : fd_(fd), queue_(queue) {}

  void push(std::string& line) noexcept {
    if (!queue_.push(line)) {
      dropped_.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    ring();
  }

  void drop() noexcept { dropped_.fetch_add(1, std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t dropped() const noexcept { return dropped_.load(std::memory_order_relaxed); }

  void run() noexcept;

  // True when the thread has ended within the limit.
  [[nodiscard]] bool stop() {
    std::unique_lock lock(mutex_);
    deadline_ = std::chrono::steady_clock::now() + kFlushLimit;
    stopping_.store(true, std::memory_order_release);
    ring();
    return ended_.wait_until(lock, deadline_ + std::chrono::milliseconds{kPollMilliseconds}, [this] { return done_; });
  }

 private:
  [[nodiscard]] bool given_up() const {
    return stopping_.load(std::memory_order_acquire) && std::chrono::steady_clock::now() >= deadline_;
  }
  [[nodiscard]] bool write_all(std::string_view text);
  [[nodiscard]] bool wait_writable() const;
  [[nodiscard]] ssize_t write_piece(std::string_view text) noexcept;
  void drain() noexcept;
  /// Wakes the thread if it sleeps: the first line does, those that come while it gathers do not.
  void ring() noexcept {
    if (!rung_.exchange(true, std::memory_order_acq_rel)) rung_.notify_one();
  }

  int fd_;
  bool is_socket_ = true;  // until it turns out to be none

  LineQueue queue_;
  std::atomic<bool> rung_{false};
  std::atomic<bool> stopping_{false};
  std::atomic<std::uint64_t> dropped_{0};
  SteadyTime deadline_;  // written before stopping_, read after it
  std::mutex mutex_;     // guards done_
  std::condition_variable ended_;
  bool done_ = false;
  bool line_open_ = false;  // a line was cut by an error: the next write starts on a new line
};

bool Writer::wait_writable() const {
  while (!given_up()) {
    pollfd entry{.fd = fd_, .events = POLLOUT, .revents = 0};
    const int ready = ::poll(&entry, 1, kPollMilliseconds);
    if (ready > 0) return (entry.revents & (POLLERR | POLLNVAL)) == 0;
    if (ready < 0 && errno != EINTR) return false;
  }
  return false;
}

ssize_t Writer::write_piece(std::string_view text) noexcept {
  // The journal's stream is a socket: it can be asked not to block whatever its flags are.
  if (is_socket_) {
    const ssize_t sent = ::send(fd_, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent >= 0 || errno != ENOTSOCK) return sent;
    is_socket_ = false;
  }
  return ::write(fd_, text.data(), text.size());
}

bool Writer::write_all(std::string_view text) {
  while (!text.empty()) {
    if (!wait_writable()) return false;
    const ssize_t written = write_piece(text.substr(0, kPiece));
    if (written < 0) {
      if (errno == EINTR || errno == EAGAIN) continue;
      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
    line_open_ = true;
  }
  line_open_ = false;
  return true;
}

// A line for which there is no memory now stays in the queue until the next one rings.
void Writer::drain() noexcept {
  std::string batch;
  while (true) {
    batch.clear();
    if (line_open_) batch += '\n';
    std::uint64_t lines = 0;
    try {
      while (batch.size() < kBatch && queue_.pop(batch)) ++lines;
    } catch (const std::bad_alloc&) {  // what is in the batch already is written
    }
    if (lines == 0) return;
    if (!write_all(batch)) dropped_.fetch_add(lines, std::memory_order_relaxed);
  }
}

void Writer::run() noexcept {
  while (true) {
    rung_.wait(false, std::memory_order_acquire);
    if (!stopping_.load(std::memory_order_acquire)) std::this_thread::sleep_for(kGather);
    // In this order: who pushes a line from here on rings again.
    rung_.exchange(false, std::memory_order_acq_rel);
    const bool last = stopping_.load(std::memory_order_acquire);
    drain();
    if (last) break;
  }
  const std::lock_guard lock(mutex_);
  done_ = true;
  ended_.notify_all();
}

// A string that keeps its storage from line to line. It is not thread_local: that registers a destructor with the first
// line of each thread, and glibc ends the process when there is no memory for it.
struct alignas(64) Spare {
  std::atomic<bool> is_lent{false};
  std::string line;
};

// Threads begin to look at different spares, so that they do not meet.
std::size_t place_of_thread() noexcept {
  static std::atomic<std::size_t> threads{0};
  thread_local const std::size_t place = threads.fetch_add(1, std::memory_order_relaxed);
  return place;
}

class Borrowed {
 public:
  explicit Borrowed(std::span<Spare> spares) noexcept {
    const std::size_t first = place_of_thread();
    for (std::size_t index = 0; index < spares.size(); ++index) {
      Spare& spare = spares[(first + index) % spares.size()];
      if (spare.is_lent.load(std::memory_order_relaxed)) continue;
      if (spare.is_lent.exchange(true, std::memory_order_acquire)) continue;
      spare_ = &spare;
      return;
    }
  }
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;
  ~Borrowed() {
    if (spare_ != nullptr) spare_->is_lent.store(false, std::memory_order_release);
  }
  [[nodiscard]] std::string& line() noexcept { return spare_ != nullptr ? spare_->line : own_; }

 private:
  Spare* spare_ = nullptr;
  std::string own_;  // when more threads write at once than there are spares
};

// Signals belong to the thread that waits for them; SIGPIPE of a closed log must not end the program.
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
        colour(line_format == LogFormat::text && ::isatty(fd) == 1 ? Colour::on : Colour::off),
        writer(std::make_shared<Writer>(fd, queue)),
        thread(start_without_signals(writer)) {}

  Level least;
  LogFormat format;
  Colour colour;
  std::shared_ptr<Writer> writer;
  std::array<Spare, kSpares> spares;
  std::thread thread;
};

Log::Log(int fd, Level level, LogFormat format, std::size_t queue)
    : state_(std::make_unique<State>(fd, level, format, queue)) {}

Log::~Log() {
  if (state_->writer->stop()) {
    state_->thread.join();
  } else {
    state_->thread.detach();
  }
}

bool Log::enabled(Level level) const noexcept { return level >= state_->least; }

std::uint64_t Log::dropped() const noexcept { return state_->writer->dropped(); }

void Log::write(Level level, std::string_view event, std::initializer_list<LogField> fields) noexcept {
  if (!enabled(level)) return;
  try {
    Borrowed borrowed(state_->spares);
    std::string& line = borrowed.line();
    line.clear();
    if (state_->format == LogFormat::json) {
      append_json_line(line, now(), level, event, fields);
    } else {
      append_text_line(line, now(), level, event, fields, state_->colour);
    }
    state_->writer->push(line);
  } catch (...) {
    state_->writer->drop();  // out of memory
  }
}

}  // namespace agent_access::ops

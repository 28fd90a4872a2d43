#include "ops/log.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
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

namespace agent_access::ops {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;

constexpr std::chrono::seconds kFlushLimit{1};
constexpr int kPollMilliseconds = 50;
constexpr std::chrono::milliseconds kGather{5};  // one wake-up and one write for the lines of this time
constexpr std::size_t kPiece = 4096;             // PIPE_BUF: what a pipe that polls writable accepts without blocking
constexpr std::size_t kBatch = 60UL << 10U;      // joined lines; with one more line still below a pipe's 64 KiB
constexpr std::size_t kLineBytes = 400;          // queue space for a line: an access line has some 390
constexpr std::size_t kSpares = 16;

/// How much a descriptor accepts without blocking. O_NONBLOCK is not set, because other processes may share the flag.
enum class Sink : std::uint8_t {
  file,    // everything: poll would not wait for a busy disk either
  socket,  // everything, such as the journal's stream: each send has MSG_DONTWAIT
  pipe,    // its capacity, when it is empty
  other,   // kPiece, when it polls writable
};

Sink kind_of(int fd) noexcept {
  struct stat status{};
  if (::fstat(fd, &status) != 0) return Sink::other;
  if (S_ISREG(status.st_mode)) return Sink::file;
  if (S_ISSOCK(status.st_mode)) return Sink::socket;
  return S_ISFIFO(status.st_mode) ? Sink::pipe : Sink::other;
}

/// The coarse clock: up to some milliseconds late, but much cheaper.
LogTime now() noexcept {
  timespec time{};
  ::clock_gettime(CLOCK_REALTIME_COARSE, &time);
  return LogTime(std::chrono::floor<std::chrono::milliseconds>(std::chrono::seconds(time.tv_sec) +
                                                               std::chrono::nanoseconds(time.tv_nsec)));
}

// Shared by the Log and its writer thread. When the descriptor blocks the thread for too long at the end, the thread is
// detached and keeps this alive.
class Writer {
 public:
  Writer(int fd, std::size_t queue) : fd_(fd), sink_(kind_of(fd)), queue_(queue * kLineBytes) {}

  void push(std::string_view line) noexcept {
    if (!queue_.push(line)) {
      dropped_.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    wake();
  }

  void drop() noexcept { dropped_.fetch_add(1, std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t dropped() const noexcept { return dropped_.load(std::memory_order_relaxed); }

  void run() noexcept;

  void flush() {
    std::unique_lock lock(mutex_);
    const auto wanted = ++flushes_wanted_;
    wake();
    static_cast<void>(ended_.wait_for(lock, kFlushLimit, [&] { return flushes_done_ >= wanted; }));
  }

  // True when the thread has ended within the limit.
  [[nodiscard]] bool stop() {
    std::unique_lock lock(mutex_);
    deadline_ = std::chrono::steady_clock::now() + kFlushLimit;
    stopping_.store(true, std::memory_order_release);
    wake();
    return ended_.wait_until(lock, deadline_ + std::chrono::milliseconds{kPollMilliseconds}, [this] { return done_; });
  }

 private:
  [[nodiscard]] bool deadline_passed() const {
    return stopping_.load(std::memory_order_acquire) && std::chrono::steady_clock::now() >= deadline_;
  }
  [[nodiscard]] bool write_all(std::string_view text);
  [[nodiscard]] std::size_t known_room() const noexcept;
  [[nodiscard]] bool wait_writable() const;
  [[nodiscard]] ssize_t write_piece(std::string_view text) const noexcept;
  void drain() noexcept;
  void tell_of_flush(std::uint64_t wanted) noexcept;
  /// Wakes the thread if it sleeps. Only the first line does; lines that follow while it gathers need not.
  void wake() noexcept {
    if (!is_woken_.exchange(true, std::memory_order_acq_rel)) is_woken_.notify_one();
  }

  int fd_;
  Sink sink_;
  LineQueue queue_;
  std::string batch_;  // used by the writer thread only
  std::atomic<bool> is_woken_{false};
  std::atomic<bool> stopping_{false};
  std::atomic<std::uint64_t> dropped_{0};
  SteadyTime deadline_;  // written before stopping_, read after it
  std::mutex mutex_;     // guards done_ and flushes_done_
  std::condition_variable ended_;
  bool done_ = false;
  std::atomic<std::uint64_t> flushes_wanted_{0};
  std::uint64_t flushes_done_ = 0;
  std::uint64_t flushes_told_ = 0;  // used by the writer thread only
  bool line_open_ = false;          // a line was cut by an error: the next write starts on a new line
};

// The bytes that a write accepts without blocking, 0 when that is not known. Cheaper than poll, which only ensures
// kPiece.
std::size_t Writer::known_room() const noexcept {
  if (sink_ == Sink::file || sink_ == Sink::socket) return std::string_view::npos;
  if (sink_ == Sink::other) return 0;
  int held = 0;
  if (::ioctl(fd_, FIONREAD, &held) != 0 || held != 0) return 0;
  return static_cast<std::size_t>(std::max(::fcntl(fd_, F_GETPIPE_SZ), 0));
}

bool Writer::wait_writable() const {
  while (!deadline_passed()) {
    pollfd entry{.fd = fd_, .events = POLLOUT, .revents = 0};
    const int ready = ::poll(&entry, 1, kPollMilliseconds);
    if (ready > 0) return (entry.revents & (POLLERR | POLLNVAL)) == 0;
    if (ready < 0 && errno != EINTR) return false;
  }
  return false;
}

ssize_t Writer::write_piece(std::string_view text) const noexcept {
  if (sink_ == Sink::socket) return ::send(fd_, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  return ::write(fd_, text.data(), text.size());
}

bool Writer::write_all(std::string_view text) {
  bool is_full = false;
  while (!text.empty()) {
    std::size_t room = is_full ? 0 : known_room();
    if (deadline_passed() || (room == 0 && !wait_writable())) return false;
    if (room == 0) room = kPiece;
    const ssize_t written = write_piece(text.substr(0, room));
    is_full = written < 0 && errno == EAGAIN;
    if (written < 0) {
      if (errno == EINTR || is_full) continue;
      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
    line_open_ = true;
  }
  line_open_ = false;
  return true;
}

// A line for which there is no memory now stays in the queue until the next line wakes the thread.
void Writer::drain() noexcept {
  while (true) {
    batch_.clear();
    std::uint64_t lines = 0;
    try {
      if (line_open_) batch_ += '\n';
      while (batch_.size() < kBatch && queue_.pop(batch_)) ++lines;
    } catch (const std::bad_alloc&) {  // what is in the batch already is written
    }
    if (lines == 0) return;
    if (!write_all(batch_)) dropped_.fetch_add(lines, std::memory_order_relaxed);
  }
}

void Writer::tell_of_flush(std::uint64_t wanted) noexcept {
  if (flushes_told_ == wanted) return;
  flushes_told_ = wanted;
  const std::lock_guard lock(mutex_);
  flushes_done_ = wanted;
  ended_.notify_all();
}

void Writer::run() noexcept {
  while (true) {
    is_woken_.wait(false, std::memory_order_acquire);
    if (!stopping_.load(std::memory_order_acquire)) std::this_thread::sleep_for(kGather);
    // Reset before the queue is read: a line pushed from here on wakes the thread again.
    is_woken_.exchange(false, std::memory_order_acq_rel);
    const bool last = stopping_.load(std::memory_order_acquire);
    const auto wanted = flushes_wanted_.load();
    drain();
    tell_of_flush(wanted);
    if (last) break;
  }
  const std::lock_guard lock(mutex_);
  done_ = true;
  ended_.notify_all();
}

// A string that keeps its storage from line to line. It is not thread_local: that registers a destructor with the
/// first line of each thread, and glibc ends the process when there is no memory for it.
struct alignas(64) Spare {
  std::atomic<bool> is_lent{false};
  std::string line;
};

// Each thread starts its search at another spare, which avoids contention.
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

// The main thread handles signals; SIGPIPE of a closed log must not end the program.
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
  std::array<Spare, kSpares> spares;
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
    Borrowed borrowed(state_->spares);
    std::string& line = borrowed.line();
    line.clear();
    if (state_->format == LogFormat::json) {
      append_json_line(line, now(), level, event, fields);
    } else {
      append_text_line(line, now(), level, event, fields, state_->color);
    }
    state_->writer->push(line);
  } catch (...) {
    state_->writer->drop();  // out of memory
  }
}

}  // namespace agent_access::ops

#include "ops/process_facts.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <ctime>
#include <filesystem>
#include <string>
#include <system_error>

namespace agent_access::ops {
namespace {

constexpr double kMicro = 1e-6;
constexpr double kNano = 1e-9;

/// The start of a file of /proc, which is enough for one line; empty when it cannot be read.
std::string start_of(const char* path) {
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  std::array<char, 1024> buffer{};
  const ssize_t count = ::read(file, buffer.data(), buffer.size());
  ::close(file);
  return {buffer.data(), count < 0 ? 0 : static_cast<std::size_t>(count)};
}

std::optional<std::uint64_t> number_at_start(std::string_view text) noexcept {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  return number;
}

double seconds_of(const timeval& time) noexcept {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * kMicro;
}

double seconds_on(clockid_t clock) noexcept {
  timespec time{};
  ::clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * kNano;
}

std::optional<std::uint64_t> count_descriptors() {
  std::error_code error;
  std::uint64_t count = 0;
  std::filesystem::directory_iterator entry("/proc/self/fd", error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) ++count;
  if (error || count == 0) return std::nullopt;
  return count - 1;  // without the one of this search
}

/// The time of the boot follows from two clocks: /proc/stat, which has it, is hidden by ProcSubset=pid.
std::optional<double> start_time() {
  const auto ticks = parse_start_ticks(start_of("/proc/self/stat"));
  const long ticks_a_second = ::sysconf(_SC_CLK_TCK);
  if (!ticks || ticks_a_second <= 0) return std::nullopt;
  const double booted = seconds_on(CLOCK_REALTIME) - seconds_on(CLOCK_BOOTTIME);
  return booted + static_cast<double>(*ticks) / static_cast<double>(ticks_a_second);
}

}  // namespace

std::optional<MemoryPages> parse_statm(std::string_view text) noexcept {
  const auto total = number_at_start(text);
  const std::size_t space = text.find(' ');
  if (!total || space == std::string_view::npos) return std::nullopt;
  const auto resident = number_at_start(text.substr(space + 1));
  if (!resident) return std::nullopt;
  return MemoryPages{*total, *resident};
}

std::optional<std::uint64_t> parse_start_ticks(std::string_view stat) noexcept {
  constexpr int kSpacesBefore = 20;  // of field 22 behind the name, which ends with the last parenthesis
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string_view::npos) return std::nullopt;
  stat.remove_prefix(name_end);
  for (int count = 0; count < kSpacesBefore; ++count) {
    const std::size_t space = stat.find(' ');
    if (space == std::string_view::npos) return std::nullopt;
    stat.remove_prefix(space + 1);
  }
  return number_at_start(stat);
}

ProcessFacts read_process_facts() {
  ProcessFacts facts;
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) == 0)
    facts.cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) facts.most_descriptors = limit.rlim_cur;
  facts.open_descriptors = count_descriptors();
  const long page = ::sysconf(_SC_PAGESIZE);
  if (const auto pages = parse_statm(start_of("/proc/self/statm")); pages && page > 0) {
    facts.virtual_bytes = pages->total * static_cast<std::uint64_t>(page);
    facts.resident_bytes = pages->resident * static_cast<std::uint64_t>(page);
  }
  facts.start_time = start_time();
  return facts;
}

}  // namespace agent_access::ops

#include "tools/import/bibutils.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "base/descriptor.hpp"
#include "base/text.hpp"
#include "tools/import/foreign_text.hpp"

namespace agent_access::tools {

namespace {

using SteadyClock = std::chrono::steady_clock;
using Arguments = std::vector<std::string>;

constexpr std::chrono::seconds kLongestRun{20};
constexpr std::size_t kMostOutput = std::size_t{16} * 1024 * 1024;
constexpr std::size_t kMostComplaints = std::size_t{64} * 1024;

/// A file without a name, for the input and the complaints of a program: neither waits for the other side.
base::Descriptor unnamed_file(std::string_view content) {
  base::Descriptor file(::memfd_create("import", MFD_CLOEXEC));
  for (std::string_view rest = content; file.number() >= 0 && !rest.empty();) {
    const auto written = ::write(file.number(), rest.data(), rest.size());
    if (written <= 0) return base::Descriptor(-1);
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  if (file.number() >= 0) ::lseek(file.number(), 0, SEEK_SET);
  return file;
}

std::string content_of(const base::Descriptor& file, std::size_t limit) {
  std::string content(limit, '\0');
  const auto size = ::pread(file.number(), content.data(), content.size(), 0);
  content.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
  return content;
}

/// A started program. It is killed if it has not been waited for.
class Child {
 public:
  Child(const Arguments& arguments, int input, int output, int complaints) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, complaints, STDERR_FILENO);
    std::vector<char*> pointers;
    for (const auto& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
    pointers.push_back(nullptr);
    std::array<char*, 2> environment{kLocale.data(), nullptr};
    error_ = ::posix_spawnp(&process_, pointers[0], &actions, &attributes, pointers.data(), environment.data());
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    static_cast<void>(wait());
  }

  /// 0 if it was started, else the reason.
  [[nodiscard]] int error() const noexcept { return error_; }
  /// Its exit status; nothing if a signal ended it.
  std::optional<int> wait() noexcept {
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return WIFEXITED(status) ? std::optional(WEXITSTATUS(status)) : std::nullopt;
  }

 private:
  static inline std::array<char, 15> kLocale{"LC_ALL=C.UTF-8"};
  pid_t process_ = -1;
  int error_ = 0;
};

/// All that the program prints until it closes its output; nothing if that is too much or takes too long.
std::optional<std::string> read_all(const base::Descriptor& pipe) {
  const auto end = SteadyClock::now() + kLongestRun;
  std::string all;
  std::array<char, 64UL * 1024> piece{};
  while (all.size() <= kMostOutput) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - SteadyClock::now());
    pollfd watched{.fd = pipe.number(), .events = POLLIN, .revents = 0};
    if (left.count() <= 0 || ::poll(&watched, 1, static_cast<int>(left.count())) == 0) return std::nullopt;
    const auto size = ::read(pipe.number(), piece.data(), piece.size());
    if (size == 0) return all;
    if (size < 0 && errno != EINTR) return std::nullopt;
    if (size > 0) all.append(piece.data(), static_cast<std::size_t>(size));
  }
  return std::nullopt;
}

/// The lines of standard error without those that count.
void note_complaints(std::string_view text, std::vector<ImportNote>& notes) {
  constexpr std::size_t kMost = 20;
  std::size_t count = 0;
  while (!text.empty() && count < kMost) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = plain_text(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    // The type comes from the file itself.
    const bool is_about_type = line.contains("Did not recognize type") || line.starts_with("Defaulting to ");
    if (line.empty() || line.contains(": Processed ") || is_about_type) continue;
    add_note(notes, {.sentence = line});
    ++count;
  }
}

base::Result<std::string, std::string> run(const Arguments& arguments, std::string_view input,
                                           std::vector<ImportNote>& notes) {
  const auto& program = arguments.front();
  std::array<int, 2> ends{-1, -1};
  const auto stdin_file = unnamed_file(input);
  const auto complaints = unnamed_file({});
  if (stdin_file.number() < 0 || complaints.number() < 0 || ::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return base::Failure("cannot run " + program + ": no memory or descriptors");
  }
  const base::Descriptor output(ends[0]);
  base::Descriptor of_child(ends[1]);
  Child child(arguments, stdin_file.number(), of_child.number(), complaints.number());
  of_child = base::Descriptor(-1);
  if (child.error() == ENOENT) {
    return base::Failure<std::string>("needs the programs of the package bibutils; run: sudo apt install bibutils");
  }
  if (child.error() != 0) return base::Failure("cannot run " + program);
  auto all = read_all(output);
  if (!all) return base::Failure(program + " took longer than 20 seconds or printed more than 16 MiB; split the file");
  const auto status = child.wait();
  note_complaints(content_of(complaints, kMostComplaints), notes);
  if (status != 0) return base::Failure(program + " failed" + (notes.empty() ? "" : ": " + notes.back().sentence));
  return std::move(*all);
}

bool is_biblatex(std::string_view text) {
  const auto lower = base::lower_case(text);
  for (const std::string_view field : {"date", "journaltitle"}) {
    for (auto at = lower.find(field); at != std::string::npos; at = lower.find(field, at + 1)) {
      const auto rest = base::trim_white_space(std::string_view(lower).substr(at + field.size(), 20));
      const bool is_whole = at > 0 && !base::is_alphanumeric(lower[at - 1]);
      if (is_whole && rest.starts_with('=')) return true;
    }
  }
  return false;
}

}  // namespace

base::Result<std::string, std::string> normalized_ris(std::string_view text, ImportFormat format,
                                                      std::vector<ImportNote>& notes) {
  Arguments first{format == ImportFormat::ris ? "ris2xml" : is_biblatex(text) ? "biblatex2xml" : "bib2xml"};
  if (!base::is_utf8(text)) first.insert(first.end(), {"-i", "iso8859_1"});
  auto xml = run(first, text, notes);
  if (!xml) return xml;
  return run({"xml2ris"}, *xml, notes);
}

}  // namespace agent_access::tools

#include "tools/visits/line_source.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <memory>
#include <utility>

#include "app/text/value_text.hpp"
#include "app/text/words.hpp"
#include "base/ascii.hpp"
#include "base/descriptor.hpp"
#include "tools/visits/log_reader.hpp"

namespace agent_access::tools {
namespace {

constexpr std::size_t kPiece = std::size_t{64} * 1024;
constexpr int kNoSuchCommand = 127;
constexpr const char* kNoJournal = "there is no journalctl here; name log files, or - for standard input";
/// What journalctl prints instead of lines.
constexpr std::string_view kNoEntries = "-- No entries --";
/// How other compressed files begin, and what reads them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kCompressed = {
    {{"\x28\xb5\x2f\xfd", "zstdcat"}, {"\xfd\x37\x7a\x58", "xzcat"}}};

struct GzipCloser {
  void operator()(gzFile file) const noexcept { gzclose(file); }
};

/// Cuts a stream of bytes into lines.
class LineCutter {
 public:
  explicit LineCutter(const LineSink& sink) : sink_(sink) {}

  void add(std::string_view piece) {
    while (!piece.empty()) {
      const std::size_t end = piece.find('\n');
      const std::string_view part = piece.substr(0, end);
      // One byte more than is allowed: such a line is recognized as too long.
      kept_.append(part.substr(0, kLongestLine + 1 - std::min(kept_.size(), kLongestLine + 1)));
      if (end == std::string_view::npos) return;
      finish();
      piece.remove_prefix(end + 1);
    }
  }
  /// The last line may have no line feed.
  void end() {
    if (!kept_.empty()) finish();
  }

 private:
  void finish() {
    sink_.line(kept_);
    kept_.clear();
  }

  const LineSink& sink_;
  std::string kept_;
};

std::string reason_of(int error_number) { return std::strerror(error_number); }

/// The last line of what a command prints; nothing if it prints none or fails.
std::optional<std::string> last_line_of(const std::string& command) {
  std::FILE* const pipe = ::popen(command.c_str(), "re");
  if (pipe == nullptr) return std::nullopt;
  std::optional<std::string> last;
  const auto read = read_lines(::fileno(pipe), "the output", {.line = [&](std::string_view line) { last = line; }});
  return ::pclose(pipe) == 0 && read ? last : std::nullopt;
}

/// journalctl succeeds for any unit, and without a journal. A unit that has written nothing in this time is no error.
base::Result<void, std::string> explain_no_line(const std::string& unit) {
  const auto state = last_line_of("exec systemctl show -p LoadState --value " + unit + " 2>/dev/null");
  if (state == "not-found") {
    return base::Failure("there is no unit " + unit +
                         " here, and the journal has no line of it; name another with --unit, or log files");
  }
  if (!last_line_of("exec journalctl --no-pager -q -o cat -n 1 2>/dev/null")) {
    return base::Failure<std::string>(
        "there is no journal here, or this user may not read it (root and the group systemd-journal may); name log "
        "files, or - for standard input");
  }
  if (!state || state->empty()) {
    return base::Failure("the journal has no line of the unit " + unit +
                         ", and systemd does not run here; name another with --unit, or log files");
  }
  return {};
}

}  // namespace

base::Result<void, std::string> read_lines(int descriptor, std::string_view name, const LineSink& sink) {
  // A gzFile also reads what is not compressed, and closes what it reads.
  const std::unique_ptr<gzFile_s, GzipCloser> file(gzdopen(::fcntl(descriptor, F_DUPFD_CLOEXEC, 0), "rb"));
  if (!file) return base::Failure("cannot read " + std::string(name) + ": " + reason_of(errno));
  LineCutter lines(sink);
  const auto piece = std::make_unique<std::array<char, kPiece>>();
  for (std::uint64_t bytes = 0;;) {
    const int count = gzread(file.get(), piece->data(), static_cast<unsigned>(piece->size()));
    int fault = Z_OK;
    gzerror(file.get(), &fault);
    if (fault == Z_ERRNO) return base::Failure("cannot read " + std::string(name) + ": " + reason_of(errno));
    if (fault != Z_OK || count < 0) {
      return base::Failure(std::string(name) +
                           " is damaged, or cut; what is left of it: zcat FILE | agent-access report -");
    }
    const std::string_view text(piece->data(), static_cast<std::size_t>(count));
    for (const auto& [mark, program] : kCompressed) {
      if (bytes != 0 || !text.starts_with(mark)) continue;
      return base::Failure(std::string(name) + " is compressed; try: " + std::string(program) +
                           " FILE | agent-access report -");
    }
    if (text.empty()) break;
    bytes += text.size();
    lines.add(text);
    if (sink.has_read) sink.has_read(bytes);
  }
  lines.end();
  return {};
}

base::Result<void, std::string> read_log_file(const std::string& path, const LineSink& sink) {
  if (path == "-") return read_lines(STDIN_FILENO, "standard input", sink);
  const base::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) return base::Failure("cannot open " + app::shown(path) + ": " + reason_of(errno));
  return read_lines(file.number(), app::shown(path), sink);
}

bool is_unit_name(std::string_view name) noexcept {
  const auto allowed = [](char c) {
    return base::is_alphanumeric(c) || std::string_view(":-_.@").find(c) != std::string_view::npos;
  };
  return !name.empty() && name.size() < 256 && name.front() != '-' && std::ranges::all_of(name, allowed);
}

std::string journal_command(const JournalQuery& query) {
  std::string command = "exec journalctl --no-pager -o cat -u " + query.unit;
  if (query.since) command += " --since @" + std::to_string(query.since->time_since_epoch().count());
  return command;
}

base::Result<void, std::string> read_journal(const JournalQuery& query, const LineSink& sink) {
  if (!is_unit_name(query.unit)) return base::Failure("\"" + query.unit + "\" is not the name of a unit");
  std::FILE* const pipe = ::popen(journal_command(query).c_str(), "re");
  if (pipe == nullptr && errno == ENOSYS) return base::Failure<std::string>(kNoJournal);
  if (pipe == nullptr) return base::Failure("cannot run journalctl: " + reason_of(errno));
  bool is_empty = true;
  const auto take = [&](std::string_view line) {
    if (line == kNoEntries) return;
    is_empty = false;
    sink.line(line);
  };
  const auto read = read_lines(::fileno(pipe), "the output of journalctl", {.line = take, .has_read = sink.has_read});
  const int status = ::pclose(pipe);
  if (!read) return read;
  if (status == 0 && is_empty) return explain_no_line(query.unit);
  if (status == 0) return {};
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNoSuchCommand) {
    return base::Failure<std::string>(kNoJournal);
  }
  return base::Failure("journalctl failed; name log files, or - for standard input (unit: " + query.unit + ")");
}

bool is_without_unit(std::string_view text) noexcept {
  constexpr std::int64_t kSeptember2001 = 1'000'000'000;
  const auto number = app::parse_number(text);
  return number && *number < kSeptember2001;
}

std::optional<base::Seconds> parse_moment(std::string_view text, base::Seconds now) {
  constexpr std::string_view kDay = "YYYY-MM-DD";
  const auto today = std::chrono::floor<std::chrono::days>(now);
  if (text == "today") return base::Seconds{today};
  if (text == "yesterday") return base::Seconds{today - std::chrono::days{1}};
  if (const auto ago = app::parse_duration(text)) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(*ago);
    // No line is from before 1970; this also prevents an overflow.
    return seconds > now.time_since_epoch() ? base::Seconds{} : now - seconds;
  }
  if (is_without_unit(text)) return std::nullopt;
  if (text.size() != kDay.size() || text.find('-') == std::string_view::npos) return app::parse_time(text);
  return app::parse_time(std::string(text) + "T00:00:00Z");
}

}  // namespace agent_access::tools

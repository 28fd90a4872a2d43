#include "tools/visits/line_source.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <boost/json/object.hpp>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <memory>
#include <vector>

#include "app/text/text.hpp"
#include "base/ascii.hpp"
#include "json/strict_json.hpp"
#include "json/strict_reader.hpp"
#include "tools/visits/line_prefix.hpp"

namespace agent_access::tools {
namespace {

/// Members of each line of the log.
constexpr std::string_view kTime = "time";
constexpr std::string_view kEvent = "event";
/// Of a time without its fraction: "2026-01-31T12:00:00".
constexpr std::size_t kWholeSeconds = 19;

std::string text_of(const boost::json::object& line, std::string_view name) {
  return std::string(json::text_at(line, name));
}

/// "2026-01-02T03:04:05.678Z", whose milliseconds are dropped.
std::optional<base::Seconds> time_of(const boost::json::object& line) {
  const std::string text = text_of(line, kTime);
  if (text.size() <= kWholeSeconds || text[kWholeSeconds] != '.' || text.back() != 'Z') return std::nullopt;
  return app::parse_time(text.substr(0, kWholeSeconds) + "Z");
}

LogLine visit_of(const boost::json::object& line, base::Seconds time) {
  const auto status = json::integer_at(line, "status");
  if (!status || *status < 100 || *status > 999) return Unreadable{};
  return Visit{.time = time,
               .method = text_of(line, "method"),
               .path = text_of(line, "path"),
               .route = text_of(line, "route"),
               .resource = text_of(line, "resource"),
               .status = *status,
               .reason = text_of(line, "reason"),
               .user_agent = text_of(line, "user_agent"),
               .client_name = text_of(line, "client_name")};
}

LogLine left_out_of(const boost::json::object& line, base::Seconds time) {
  const auto lines = json::integer_at(line, "lines");
  if (!lines || *lines < 0) return Unreadable{};
  return LeftOut{time, static_cast<std::uint64_t>(*lines)};
}

/// The object that reaches to the end of the line, behind nothing but what a log writes in front of a line.
std::optional<boost::json::object> object_in(std::string_view line) {
  const std::size_t start = line.find('{');
  if (start == std::string_view::npos || !is_line_prefix(line.substr(0, start))) return std::nullopt;
  return json::parse_strict_object(line.substr(start));
}

bool is_of_this_log(const boost::json::object& line) { return line.contains(kTime) && line.contains(kEvent); }

/// What a worker wrote to the console, in an object of its host: `message` is one text or, of Cloudflare, a list.
void add_messages(const boost::json::object& entry, std::vector<std::string>& texts) {
  for (const std::string_view name : {"message", "Message"}) {
    texts.push_back(text_of(entry, name));
    std::ranges::move(json::texts_at(entry, name), std::back_inserter(texts));
  }
}

/// The line of this log in an object of a host; Cloudflare has a list of entries for each request. Looks nowhere else:
/// clients choose other texts, such as the header fields that stand beside.
std::optional<boost::json::object> line_in(const boost::json::object& host) {
  std::vector<std::string> texts;
  add_messages(host, texts);
  for (const std::string_view name : {"logs", "Logs"}) {
    for (const auto* const entry : json::objects_at(host, name)) add_messages(*entry, texts);
  }
  for (const std::string& text : texts) {
    if (auto object = object_in(text); object && is_of_this_log(*object)) return object;
  }
  return std::nullopt;
}

/// The object in a line that is one string of a list: `wrangler tail` writes each message so.
std::optional<boost::json::object> quoted_object(std::string_view line) {
  line = base::trim_white_space(line);
  if (line.ends_with(',')) line.remove_suffix(1);
  const auto text = line.starts_with("\"{") ? json::parse_strict_json(line) : std::nullopt;
  return text && text->is_string() ? object_in(text->get_string()) : std::nullopt;
}

/// The line of this log or, if there is none, another object.
std::optional<boost::json::object> find_object(std::string_view line) {
  auto object = object_in(line);
  if (!object) return quoted_object(line);
  if (is_of_this_log(*object)) return object;
  auto exported = line_in(*object);
  return exported ? exported : object;
}

/// Of a line that is no JSON: whether it seems to have been a line of this log.
bool is_remainder(std::string_view line) {
  const std::size_t start = line.find('{');
  if (start == std::string_view::npos || !is_line_prefix(line.substr(0, start))) return false;
  line.remove_prefix(start);
  return line.contains(R"("time")") || line.contains(R"("event")");
}

constexpr std::size_t kPiece = std::size_t{64} * 1024;
constexpr int kNoSuchCommand = 127;
/// What journalctl prints instead of lines.
constexpr std::string_view kNoEntries = "-- No entries --";
constexpr std::array<std::string_view, 3> kCompressed = {"\x1f\x8b", "\x28\xb5\x2f\xfd", "\xfd\x37\x7a\x58"};

struct FileCloser {
  void operator()(std::FILE* file) const noexcept { std::fclose(file); }
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
      kept_.append(part.substr(0, kLongestLogLine + 1 - std::min(kept_.size(), kLongestLogLine + 1)));
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

bool is_compressed(std::string_view start) noexcept {
  return std::ranges::any_of(kCompressed, [start](std::string_view mark) { return start.starts_with(mark); });
}

/// The last line of what a command prints; nothing if it prints none or fails.
std::optional<std::string> last_line_of(const std::string& command) {
  std::FILE* const pipe = ::popen(command.c_str(), "re");
  if (pipe == nullptr) return std::nullopt;
  std::optional<std::string> last;
  const auto read = read_lines(pipe, "the output", {.line = [&](std::string_view line) { last = line; }});
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

LogLine read_log_line(std::string_view line) {
  const auto object = line.size() <= kLongestLogLine ? find_object(line) : std::nullopt;
  if (!object) return is_remainder(line) ? LogLine(Unreadable{}) : LogLine(ForeignLine{});
  if (!is_of_this_log(*object)) return ForeignLine{};
  const auto time = time_of(*object);
  const std::string event = text_of(*object, kEvent);
  if (!time || event.empty()) return Unreadable{};
  if (event == "access") return visit_of(*object, *time);
  if (event == "access_left_out") return left_out_of(*object, *time);
  return OtherEvent{};
}

base::Result<void, std::string> read_lines(std::FILE* file, std::string_view name, const LineSink& sink) {
  LineCutter lines(sink);
  const auto piece = std::make_unique<std::array<char, kPiece>>();
  for (std::uint64_t bytes = 0;;) {
    const std::size_t count = std::fread(piece->data(), 1, piece->size(), file);
    const std::string_view text(piece->data(), count);
    if (bytes == 0 && is_compressed(text)) {
      return base::Failure(std::string(name) + " is compressed; try: zcat FILE | agent-access report -");
    }
    bytes += count;
    lines.add(text);
    if (sink.has_read) sink.has_read(bytes);
    if (count == piece->size()) continue;
    if (std::ferror(file) != 0) return base::Failure("cannot read " + std::string(name) + ": " + reason_of(errno));
    lines.end();
    return {};
  }
}

base::Result<void, std::string> read_log_file(const std::string& path, const LineSink& sink) {
  if (path == "-") return read_lines(stdin, "standard input", sink);
  const std::unique_ptr<std::FILE, FileCloser> file(std::fopen(path.c_str(), "re"));
  if (!file) return base::Failure("cannot open " + app::shown(path) + ": " + reason_of(errno));
  return read_lines(file.get(), app::shown(path), sink);
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
  if (pipe == nullptr) return base::Failure("cannot run journalctl: " + reason_of(errno));
  bool is_empty = true;
  const auto take = [&](std::string_view line) {
    if (line == kNoEntries) return;
    is_empty = false;
    sink.line(line);
  };
  const auto read = read_lines(pipe, "the output of journalctl", {.line = take, .has_read = sink.has_read});
  const int status = ::pclose(pipe);
  if (!read) return read;
  if (status == 0 && is_empty) return explain_no_line(query.unit);
  if (status == 0) return {};
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNoSuchCommand) {
    return base::Failure<std::string>("there is no journalctl here; name log files, or - for standard input");
  }
  return base::Failure("journalctl failed; name log files, or - for standard input (unit: " + query.unit + ")");
}

bool is_without_unit(std::string_view text) noexcept {
  constexpr std::int64_t kSeptember2001 = 1'000'000'000;
  const auto number = app::parse_number(text);
  return number && *number < kSeptember2001;
}

std::optional<base::Seconds> parse_moment(std::string_view text, base::Seconds now) {
  constexpr std::size_t kDateSize = 10;
  const auto today = std::chrono::floor<std::chrono::days>(now);
  if (text == "today") return base::Seconds{today};
  if (text == "yesterday") return base::Seconds{today - std::chrono::days{1}};
  if (const auto ago = app::parse_duration(text)) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(*ago);
    // Not before 1970, where no line is; also against an overflow.
    return seconds > now.time_since_epoch() ? base::Seconds{} : now - seconds;
  }
  if (is_without_unit(text)) return std::nullopt;
  if (text.size() != kDateSize || text.find('-') == std::string_view::npos) return app::parse_time(text);
  return app::parse_time(std::string(text) + "T00:00:00Z");
}

}  // namespace agent_access::tools

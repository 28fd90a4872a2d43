#include "tools/visits/log_line.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "app/text/value_text.hpp"
#include "http/client_address.hpp"
#include "json/members.hpp"
#include "json/reader.hpp"
#include "tools/visits/line_prefix.hpp"

namespace agent_access::tools {
namespace {

constexpr LogForm kOwn{"agent-access", R"(log.level = "info")"};
/// Members of each line of the log.
constexpr std::string_view kTime = "time";
constexpr std::string_view kEvent = "event";
/// The length of a time without its fraction: "2026-01-31T12:00:00".
constexpr std::size_t kWholeSeconds = 19;

std::string text_of(const boost::json::object& line, std::string_view name) {
  return std::string(json::text_at(line, name));
}

/// "2026-01-02T03:04:05.678Z", whose milliseconds are dropped.
std::optional<base::Seconds> own_time(const boost::json::object& line) {
  const std::string text = text_of(line, kTime);
  if (text.size() <= kWholeSeconds || text[kWholeSeconds] != '.' || text.back() != 'Z') return std::nullopt;
  return app::parse_time(text.substr(0, kWholeSeconds) + "Z");
}

LogLine own_visit(const boost::json::object& line, base::Seconds time) {
  const auto status = json::integer_at(line, "status");
  if (!status || *status < 100 || *status > 999) return NoVisit::damaged;
  return Visit{.time = time,
               .method = text_of(line, "method"),
               .path = text_of(line, "path"),
               .route = text_of(line, "route"),
               .resource = text_of(line, "resource"),
               .status = *status,
               .reason = text_of(line, "reason"),
               .user_agent = text_of(line, "user_agent"),
               .client_name = text_of(line, "client_name"),
               .form = &kOwn,
               .peer = http::parse_node(json::text_at(line, "client"))};
}

LogLine left_out_of(const boost::json::object& line, base::Seconds time) {
  const auto lines = json::integer_at(line, "lines");
  if (!lines || *lines < 0) return NoVisit::damaged;
  return LeftOut{time, static_cast<std::uint64_t>(*lines)};
}

bool is_of_this_log(const boost::json::object& line) { return line.contains(kTime) && line.contains(kEvent); }

LogLine read_line(const boost::json::object& line) {
  const auto time = own_time(line);
  const auto event = json::text_at(line, kEvent);
  if (!time || event.empty()) return NoVisit::damaged;
  if (event == "access") return own_visit(line, *time);
  if (event == "access_left_out") return left_out_of(line, *time);
  return NoVisit::other_event;
}

/// What a worker wrote to the console, in an object of its host: `message` is one text or, of Cloudflare, a list.
void add_messages(const boost::json::object& entry, std::vector<std::string>& texts) {
  for (const std::string_view name : {"message", "Message"}) {
    texts.push_back(text_of(entry, name));
    std::ranges::move(json::texts_at(entry, name), std::back_inserter(texts));
  }
}

}  // namespace

std::optional<LogLine> read_own_line(const boost::json::object& object) {
  if (is_of_this_log(object)) return read_line(object);
  std::vector<std::string> texts;
  add_messages(object, texts);
  // Cloudflare has a list of entries for each request.
  for (const std::string_view name : {"logs", "Logs"}) {
    for (const auto* const entry : json::objects_at(object, name)) add_messages(*entry, texts);
  }
  for (const std::string& text : texts) {
    const auto line = without_prefix(text);
    if (!line.starts_with('{')) continue;
    if (const auto found = json::read_object(line); found && is_of_this_log(*found)) return read_line(*found);
  }
  return std::nullopt;
}

}  // namespace agent_access::tools

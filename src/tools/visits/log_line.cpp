#include "tools/visits/log_line.hpp"

#include <algorithm>
#include <boost/json/object.hpp>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "app/text/value_text.hpp"
#include "base/ascii.hpp"
#include "json/members.hpp"
#include "json/reader.hpp"
#include "tools/visits/line_prefix.hpp"

namespace agent_access::tools {
namespace {

/// Members of each line of the log.
constexpr std::string_view kTime = "time";
constexpr std::string_view kEvent = "event";
/// The length of a time without its fraction: "2026-01-31T12:00:00".
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
  auto object = json::read_object(line.substr(start));
  return object ? std::optional(std::move(*object)) : std::nullopt;
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
  if (!line.starts_with("\"{")) return std::nullopt;
  const auto text = json::read_json(line);
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

/// Whether a line that is not JSON seems to have been a line of this log.
bool is_remainder(std::string_view line) {
  const std::size_t start = line.find('{');
  if (start == std::string_view::npos || !is_line_prefix(line.substr(0, start))) return false;
  line.remove_prefix(start);
  return line.contains(R"("time")") || line.contains(R"("event")");
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

}  // namespace agent_access::tools

#include "tools/visits/log_line.hpp"

#include <boost/json/object.hpp>
#include <cstddef>
#include <utility>

#include "app/text/text.hpp"
#include "json/members.hpp"
#include "json/strict_value.hpp"

namespace agent_access::tools {
namespace {

/// Members of each line of the log.
constexpr std::string_view kTime = "time";
constexpr std::string_view kEvent = "event";
/// How many braces may stand in front of the object, in the prefix of another log.
constexpr std::size_t kMostStarts = 4;
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

/// The object that reaches to the end of the line.
std::optional<boost::json::object> object_in(std::string_view line) {
  std::size_t start = line.find('{');
  for (std::size_t tries = 0; tries < kMostStarts && start != std::string_view::npos; ++tries) {
    if (auto object = json::parse_strict_object(line.substr(start))) return object;
    start = line.find('{', start + 1);
  }
  return std::nullopt;
}

/// Of a line that is no JSON: whether it seems to have been a line of this log.
bool is_remainder(std::string_view line) {
  const std::size_t start = line.find('{');
  if (start == std::string_view::npos) return false;
  line.remove_prefix(start);
  return line.contains(R"("time")") || line.contains(R"("event")");
}

}  // namespace

LogLine read_log_line(std::string_view line) {
  const auto object = line.size() <= kLongestLogLine ? object_in(line) : std::nullopt;
  if (!object) return is_remainder(line) ? LogLine(Unreadable{}) : LogLine(ForeignLine{});
  if (!object->contains(kTime) || !object->contains(kEvent)) return ForeignLine{};
  const auto time = time_of(*object);
  const std::string event = text_of(*object, kEvent);
  if (!time || event.empty()) return Unreadable{};
  if (event == "access") return visit_of(*object, *time);
  if (event == "access_left_out") return left_out_of(*object, *time);
  return OtherEvent{};
}

}  // namespace agent_access::tools

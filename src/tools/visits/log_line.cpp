#include "tools/visits/log_line.hpp"

#include <boost/json/object.hpp>
#include <cstddef>
#include <utility>

#include "app/text/text.hpp"
#include "json/members.hpp"
#include "json/strict_value.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kStart = R"({"time":")";
/// Of a time without its fraction: "2026-01-31T12:00:00".
constexpr std::size_t kWholeSeconds = 19;

std::string text_of(const boost::json::object& line, std::string_view name) {
  return std::string(json::text_at(line, name));
}

/// "2026-01-02T03:04:05.678Z", whose milliseconds are dropped.
std::optional<base::Seconds> time_of(const boost::json::object& line) {
  const std::string text = text_of(line, "time");
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

}  // namespace

LogLine read_log_line(std::string_view line) {
  const std::size_t start = line.find(kStart);
  if (start == std::string_view::npos) return ForeignLine{};
  if (line.size() > kLongestLogLine) return Unreadable{};
  const auto object = json::parse_strict_object(line.substr(start));
  if (!object) return Unreadable{};
  const auto time = time_of(*object);
  const std::string event = text_of(*object, "event");
  if (!time || event.empty()) return Unreadable{};
  if (event == "access") return visit_of(*object, *time);
  if (event == "access_left_out") return left_out_of(*object, *time);
  return OtherEvent{};
}

}  // namespace agent_access::tools

/// \file
/// What a line of a log says, whatever server wrote it: a visit, or why there is none. All texts of a log are
/// untrusted. Thread safe; pure, but a time without a zone is read in that of this machine (TZ).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/ip_address.hpp"
#include "base/ports.hpp"

namespace agent_access::tools {

/// The form of a line. Constants of the readers.
struct LogForm {
  std::string_view name;
  std::string_view agent_setting;  ///< what puts the User-Agent into such a log
};

/// One answered request.
struct Visit {
  base::Seconds time;
  std::string method;
  std::string path;          ///< without query
  std::string route;         ///< of the own log, as ops::route_name names it; empty otherwise
  std::string resource;      ///< a gated document or gate; empty otherwise
  std::int64_t status = 0;   ///< 0: none was sent
  std::string reason;        ///< of a refusal; empty otherwise
  std::string user_agent;    ///< empty: none
  std::string client_name;   ///< of a registration in the own log; empty otherwise
  const LogForm* form = {};  ///< never null
  /// Who connected; IpAddress{} through a socket of this machine, nothing for what is no address.
  std::optional<base::IpAddress> peer = {};
  std::string forwarded = {};  ///< the field X-Forwarded-For, which anybody may send
};

/// Lines about refusals that log.refusals left out.
struct LeftOut {
  base::Seconds time;
  std::uint64_t lines = 0;
};

/// Why a line is no visit. not_http is a whole line, damaged one that cannot be read; the others are skipped.
enum class NoVisit : std::uint8_t {
  blank,
  comment,
  other_event,
  no_request,
  repeated,
  subrequest,
  sampled,
  foreign,
  out_of_range,
  not_http,
  damaged,
};
/// What such lines are.
inline constexpr auto kNoVisits = std::to_array<std::pair<NoVisit, std::string_view>>({
    {NoVisit::blank, "blank"},
    {NoVisit::comment, "comments"},
    {NoVisit::other_event, "other events of this service"},
    {NoVisit::no_request, "about something else than a request"},
    {NoVisit::repeated, "about a request that another line has"},
    {NoVisit::subrequest, "requests of the site itself"},
    {NoVisit::sampled, "notices of Cloudflare that it left requests out"},
    {NoVisit::foreign, "of other programs"},
    {NoVisit::out_of_range, "outside the time that was asked for"},
    {NoVisit::not_http, "not HTTP, such as TLS at a port without it"},
    {NoVisit::damaged, "damaged, or cut"},
});

using LogLine = std::variant<Visit, LeftOut, NoVisit>;

/// A request in the texts of a server; "-" and "" mean that there is none.
struct RequestTexts {
  std::string time;  ///< of nginx, Apache or HAProxy, RFC 3339 with any offset, or a number since 1970 of any unit
  std::string method;
  std::string target;
  std::string status;
  std::string peer;  ///< an address, perhaps with a port, or "unix:"
  std::string forwarded;
  std::string user_agent;
};

/// Sets method and target of "GET /path HTTP/1.1", whose target may have spaces. False for what is no HTTP.
[[nodiscard]] bool set_request_line(RequestTexts& texts, std::string_view line);
/// A visit, or NoVisit::damaged for one without time, method, target or status.
[[nodiscard]] LogLine visit_of(const RequestTexts& texts, const LogForm& form);

}  // namespace agent_access::tools

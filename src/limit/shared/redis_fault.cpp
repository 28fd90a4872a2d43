#include "limit/shared/redis_fault.hpp"

namespace agent_access::limit {
namespace {

struct Code {
  std::string_view text;
  RedisFault fault;
};

constexpr std::array kCodes{
    Code{"OOM", RedisFault::full},
    Code{"MISCONF", RedisFault::read_only},
    Code{"READONLY", RedisFault::read_only},
    Code{"NOREPLICAS", RedisFault::read_only},
    Code{"MASTERDOWN", RedisFault::read_only},
    Code{"LOADING", RedisFault::starting},
    Code{"BUSY", RedisFault::starting},
    Code{"TRYAGAIN", RedisFault::starting},
    Code{"NOSCRIPT", RedisFault::script_missing},
    Code{"NOAUTH", RedisFault::credentials_refused},
    Code{"WRONGPASS", RedisFault::credentials_refused},
    Code{"NOPERM", RedisFault::credentials_refused},
};

}  // namespace

std::string_view name(RedisFault fault) noexcept {
  switch (fault) {
    case RedisFault::unresolved:
      return "unresolved";
    case RedisFault::unreachable:
      return "unreachable";
    case RedisFault::too_slow:
      return "too_slow";
    case RedisFault::tls_failed:
      return "tls_failed";
    case RedisFault::ca_unreadable:
      return "ca_unreadable";
    case RedisFault::connection_lost:
      return "connection_lost";
    case RedisFault::garbled:
      return "garbled";
    case RedisFault::wrong_answer:
      return "wrong_answer";
    case RedisFault::credentials_refused:
      return "credentials_refused";
    case RedisFault::read_only:
      return "read_only";
    case RedisFault::full:
      return "full";
    case RedisFault::starting:
      return "starting";
    case RedisFault::script_missing:
      return "script_missing";
    case RedisFault::error_answer:
      return "error_answer";
    case RedisFault::stopped:
      return "stopped";
  }
  return "unknown";
}

std::string_view describe(RedisFault fault) noexcept {
  switch (fault) {
    case RedisFault::unresolved:
      return "the host name of Redis could not be resolved";
    case RedisFault::unreachable:
      return "Redis cannot be reached";
    case RedisFault::too_slow:
      return "Redis did not answer in time";
    case RedisFault::tls_failed:
      return "Redis does not use TLS, or its certificate is not trusted or not for this host";
    case RedisFault::ca_unreadable:
      return "the file after ?ca= in limits.shared cannot be read or has no certificate";
    case RedisFault::connection_lost:
      return "Redis closed the connection";
    case RedisFault::garbled:
      return "the server does not use the Redis protocol";
    case RedisFault::wrong_answer:
      return "Redis sent a reply that does not match the request";
    case RedisFault::credentials_refused:
      return "Redis refused the credentials or the user lacks a permission";
    case RedisFault::read_only:
      return "Redis does not accept writes";
    case RedisFault::full:
      return "Redis is out of memory";
    case RedisFault::starting:
      return "Redis is loading or busy";
    case RedisFault::script_missing:
      return "Redis lost its scripts";
    case RedisFault::error_answer:
      return "Redis answered with an error";
    case RedisFault::stopped:
      return "the service stops";
  }
  return "unknown";
}

RedisFault classify_error(std::string_view text) noexcept {
  for (const auto& [code, fault] : kCodes) {
    if (!text.starts_with(code)) continue;
    if (text.size() == code.size() || text[code.size()] == ' ') return fault;
  }
  // Redis 6: "ERR Error running script (call to f_...): @user_script: 9: -OOM command not allowed ...".
  for (const auto& [code, fault] : kCodes) {
    const auto found = text.find(code);
    if (found != std::string_view::npos && found > 0 && text[found - 1] == '-') return fault;
  }
  return RedisFault::error_answer;
}

}  // namespace agent_access::limit

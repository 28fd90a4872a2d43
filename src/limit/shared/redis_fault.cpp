#include "limit/shared/redis_fault.hpp"

#include <array>

#include "base/enumerators.hpp"

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

struct Row {
  RedisFault fault;
  std::string_view name;
  std::string_view description;
};

constexpr std::array kRows{
    Row{RedisFault::unresolved, "unresolved", "the host name of Redis could not be resolved"},
    Row{RedisFault::unreachable, "unreachable", "Redis cannot be reached"},
    Row{RedisFault::too_slow, "too_slow", "Redis did not answer in time"},
    Row{RedisFault::tls_failed, "tls_failed",
        "Redis does not use TLS, or its certificate is not trusted or not for this host"},
    Row{RedisFault::ca_unreadable, "ca_unreadable",
        "the file after ?ca= in limits.shared cannot be read or has no certificate"},
    Row{RedisFault::connection_lost, "connection_lost", "Redis closed the connection"},
    Row{RedisFault::garbled, "garbled", "the server does not use the Redis protocol"},
    Row{RedisFault::wrong_answer, "wrong_answer", "Redis sent a reply that does not match the request"},
    Row{RedisFault::credentials_refused, "credentials_refused",
        "Redis refused the credentials or the user lacks a permission"},
    Row{RedisFault::read_only, "read_only", "Redis does not accept writes"},
    Row{RedisFault::full, "full", "Redis is out of memory"},
    Row{RedisFault::starting, "starting", "Redis is loading or busy"},
    Row{RedisFault::script_missing, "script_missing", "Redis lost its scripts"},
    Row{RedisFault::error_answer, "error_answer", "Redis answered with an error"},
    Row{RedisFault::stopped, "stopped", "the service stops"},
};
static_assert(base::is_complete(kRows, &Row::fault));

}  // namespace

std::string_view name(RedisFault fault) noexcept { return kRows[static_cast<std::size_t>(fault)].name; }

std::string_view describe(RedisFault fault) noexcept { return kRows[static_cast<std::size_t>(fault)].description; }

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

/// \file
/// Products that stand in front of a service and answer in its place: challenges, refusals, login and maintenance
/// pages. Pure; thread safe.
///
/// A response is to be looked up only if it is not the expected one: what a product adds to every response that it
/// passes is no sign, but the text of a document could be one. NOT recognized: pages that an owner has rewritten.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/client/client.hpp"

namespace agent_access::tools {

/// What tells a product: everything that is stated must be so.
struct GuardSign {
  std::string_view field;     ///< that the response has; with '-' at its end: the beginning of its name
  std::string_view contains;  ///< in the field, or without one in the body; case is ignored
  unsigned status = 0;        ///< 0: any
  bool is_page = false;       ///< only HTML
};

struct Guard {
  std::string_view name;
  std::string_view remedy;            ///< one sentence; the paths follow it
  std::vector<GuardSign> signs = {};  ///< one is enough
};

/// web/guards.json; rows whose signs are exact come first. The first row that fits names the product. What a product
/// really sends, with its source, is in tests/support/guard_answers.json.
[[nodiscard]] std::span<const Guard> guard_table();

struct Recognition {
  const Guard* guard = nullptr;
  const GuardSign* sign = nullptr;
};

[[nodiscard]] std::optional<Recognition> recognize(const ClientResponse& response);

/// "Cloudflare answers (field cf-mitigated: challenge), not the service".
[[nodiscard]] std::string told(const Recognition& recognition);
/// What to change, with the paths.
[[nodiscard]] std::string remedy_of(const Recognition& recognition, std::string_view paths);

/// The same for a response that no row fits: "something in front of the service answers (502, Server nginx, title
/// "Bad Gateway"), not the service".
[[nodiscard]] std::string told_of_unknown(const ClientResponse& response);
[[nodiscard]] std::string remedy_of_unknown(std::string_view paths);

}  // namespace agent_access::tools

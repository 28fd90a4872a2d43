/// \file
/// The replicas that the site of a balancing proxy names, as `check --replica` takes them, and what the settings must
/// have for a proxy on another machine. Pure; thread safe.
///
/// NOT checked: that a replica exists there, and that it has the settings and the secret of this one.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/config/config.hpp"
#include "base/result.hpp"
#include "net/io/endpoint.hpp"

namespace agent_access::tools {

struct Replica {
  std::string name;       ///< letters, digits, hyphens and underscores, at most 64
  net::Endpoint service;  ///< where the proxy connects to
};

/// "one=10.0.0.11:8080"; an IPv6 address in brackets. Host names are refused: a proxy resolves them only when it
/// starts. The error is a sentence with an example.
[[nodiscard]] base::Result<Replica, std::string> parse_replica(std::string_view text);

/// Empty if parse_replica accepts the text; else its error.
[[nodiscard]] std::string complaint_about_replica(std::string_view text);

/// Two replicas with one name or address (health checks of all use the port of listen.admin), no listen.admin to check,
/// and settings with which a proxy on another machine could not reach the service or would not be trusted.
[[nodiscard]] app::Problems problems_of_replicas(const app::Config& config, std::span<const Replica> replicas);

}  // namespace agent_access::tools

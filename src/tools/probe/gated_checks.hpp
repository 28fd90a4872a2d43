/// \file
/// Checks of the responses of gated documents and gates. Pure; thread safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/probe/run/test_run.hpp"

namespace agent_access::tools {

/// A gated document or gate, as the metadata name it.
struct GatedTarget {
  std::string url;
  std::string path;
  std::string metadata_url;  ///< RFC 9728 section 3.1
  std::string scope = {};    ///< of scopes_supported; empty before the metadata are read

  /// Gated documents are below /api/agent/, and the service itself sends them. A gate is a path of the proxy.
  [[nodiscard]] bool is_gate() const noexcept { return !path.starts_with("/api/agent/"); }
};

/// Of a resource of the origin; nothing of any other one, which is not tested.
[[nodiscard]] std::optional<GatedTarget> gated_target(const std::string& url, const std::string& origin);

/// 200, `resource` is the URL, the issuer, and one scope, which is among those of the server: stored in the target.
[[nodiscard]] Verdict check_gated_metadata(const client::ClientResponse& response, const std::string& issuer,
                                           const std::vector<std::string>& scopes, GatedTarget& target);
/// 401 with a challenge that names the metadata and the scope. A warning if the gate is not reachable at this address,
/// or if it does not list GET.
[[nodiscard]] Verdict check_gated_refusal(const client::ClientResponse& response, const GatedTarget& target);
/// 200 of a document; anything but a refusal of a gate, whose site answers.
[[nodiscard]] Verdict check_gated_opening(const client::ClientResponse& response, const GatedTarget& target);
/// 403 insufficient_scope with the scope in the challenge.
[[nodiscard]] Verdict check_gated_scope(const client::ClientResponse& response, const GatedTarget& target);

}  // namespace agent_access::tools

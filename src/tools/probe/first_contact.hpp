/// \file
/// What an agent meets first on a site, and whether it leads to the service: the page at /, /llms.txt, /AGENTS.md and
/// /robots.txt. The pages and files that this program makes have all of it. Pure; thread safe.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "site/documents/paths.hpp"
#include "tools/probe/test_run.hpp"

namespace agent_access::tools {

/// Where that is.
inline constexpr auto kFirstPaths =
    std::to_array<std::string_view>({"/", documents::kLlmsPath, documents::kAgentsMdPath, documents::kRobotsPath});

/// The texts as they are sent; nothing of one that does not exist.
struct FirstContact {
  std::string base_url;               ///< of the service, for what is printed
  bool has_profile = true;            ///< agents can read the extended profile
  bool has_tools = true;              ///< the service has /browser-tools.js
  std::optional<std::string> page{};  ///< the HTML at /
  std::string link_fields{};          ///< the values of its Link fields (RFC 8288)
  std::optional<std::string> llms{};
  std::optional<std::string> agents_md{};
  std::optional<std::string> robots{};
};

/// One of the ways from there to the service.
struct Lead {
  std::string_view name;  ///< "/llms.txt leads to the service"
  Verdict missing{};      ///< a warning whose remedy has the line to paste; nothing if the way is there
};

/// Adds what arrived at one of kFirstPaths: a page of HTML at "/" (what has no type is taken for one), and at the
/// others a text that is none. What has another status than 200 does not exist.
void add_response(FirstContact& contact, std::string_view path, const ClientResponse& response);

/// A row for each way that the texts could have. NOT checked: whether an address is in a link of the page or in its
/// text, and whether it answers.
[[nodiscard]] std::vector<Lead> leads_of(const FirstContact& contact);

}  // namespace agent_access::tools

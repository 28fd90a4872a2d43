#include "tools/client/listener.hpp"

#include "tools/client/client.hpp"

namespace agent_access::tools {
namespace {

/// No document, which a budget would not be charged for either.
constexpr const char* kNowhere = "/.well-known/no-such-document";

base::Result<ClientResponse, ClientFault> ask(const std::string& url, const std::string& host) {
  return fetch({.url = url, .host = host, .timeout = std::chrono::seconds{1}});
}

bool is_error(const ClientResponse& response, unsigned status, std::string_view error) {
  return response.status == status && response.field("Content-Type") == "application/json" &&
         response.body.starts_with(R"({"error":")" + std::string(error) + R"(",)");
}

}  // namespace

Listener find_listener(const std::string& address, const std::string& host) {
  const auto response = ask(address + kNowhere, host);
  if (response && is_error(*response, 404, "not_found")) return Listener::own;
  return response && is_error(*response, 421, "misdirected_request") ? Listener::other_site : Listener::other;
}

Listener find_admin_listener(const std::string& address, const std::string& base_url) {
  const auto response = ask(address + "/metrics", {});
  if (!response || response->status != 200) return Listener::other;
  if (response->body.contains(R"(agent_access_site_info{base_url=")" + base_url + R"("} 1)")) return Listener::own;
  return response->body.contains("agent_access_build_info{") ? Listener::other_site : Listener::other;
}

}  // namespace agent_access::tools

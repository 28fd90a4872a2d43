#include "app/reverse_proxy.hpp"

#include <algorithm>
#include <vector>

#include "oauth/types.hpp"

namespace agent_access::app {
namespace {

struct Authority {
  std::string host;
  std::string port;
};

Authority authority_of(const base::BaseUrl& base_url) {
  const std::string& text = base_url.text();
  const auto rest = text.substr(text.find("://") + 3);
  const auto colon = rest.find(':', rest.front() == '[' ? rest.find(']') : 0);
  if (colon == std::string::npos) return {rest, text.starts_with("https:") ? "443" : "80"};
  return {rest.substr(0, colon), rest.substr(colon + 1)};
}

/// Where the proxy reaches a service that listens on every address.
net::Endpoint reachable(net::Endpoint endpoint) {
  if (endpoint.address == "0.0.0.0") endpoint.address = "127.0.0.1";
  if (endpoint.address == "::") endpoint.address = "::1";
  return endpoint;
}

}  // namespace

std::string render_nginx(const site::Settings& settings, const net::Endpoint& listen,
                         std::span<const std::string> document_paths) {
  std::string names;
  for (const auto& base_url : settings.base_urls) names += " " + authority_of(base_url).host;
  const bool is_tls = settings.base_urls.front().text().starts_with("https:");

  std::string out = "upstream agent_access {\n  server " + net::to_text(reachable(listen)) + ";\n  keepalive 32;\n}\n";
  out += "server {\n  listen " + authority_of(settings.base_urls.front()).port + (is_tls ? " ssl http2" : "") + ";\n";
  out += "  server_name" + names + ";\n";
  if (is_tls) out += "  ssl_certificate /etc/ssl/site.pem;\n  ssl_certificate_key /etc/ssl/site.key;\n";
  out +=
      "  proxy_http_version 1.1;\n  proxy_set_header Connection \"\";\n  proxy_set_header Host $http_host;\n"
      "  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;\n\n"
      "  location /oauth/ { proxy_pass http://agent_access; }\n";
  out += "  location = " + std::string(oauth::kProfilePath) + " { proxy_pass http://agent_access; }\n";
  std::vector<std::string> paths(document_paths.begin(), document_paths.end());
  std::ranges::sort(paths);
  for (const auto& path : paths) {
    if (path != "/") out += "  location = " + path + " { proxy_pass http://agent_access; }\n";
  }
  return out += "\n  # The pages of your site:\n  location / { root /var/www/site; }\n}\n";
}

}  // namespace agent_access::app

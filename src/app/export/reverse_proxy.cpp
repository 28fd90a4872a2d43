#include "app/export/reverse_proxy.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "app/export/nginx_text.hpp"

namespace agent_access::app {
namespace {

constexpr std::string_view kPass = " { proxy_pass http://agent_access; }\n";

void append_location(std::string& out, const std::string& match) {
  out.append("  location ").append(match).append(kPass);
}

/// One line for each path, because the site may have other paths next to them.
std::string document_locations(std::span<const std::string> document_paths) {
  std::string out;
  append_location(out, "/oauth/");
  append_location(out, "/api/agent/");
  std::vector<std::string> paths(document_paths.begin(), document_paths.end());
  std::ranges::sort(paths);
  for (const auto& path : paths) {
    const auto match = nginx_exactly(path);
    if (path != "/" && match) append_location(out, *match);
  }
  return out;
}

}  // namespace

std::string render_nginx(const content::Settings& settings, const net::Endpoint& listen,
                         std::span<const std::string> document_paths, base::ForwardedField field) {
  std::string names;
  for (const auto& base_url : settings.base_urls) {
    names.append(names.empty() ? "" : " ").append(base::host_and_port(base_url).host);
  }
  std::string out(nginx_proxy_maps(field));
  out += nginx_upstream("agent_access", listen);
  out += "server {\n" + nginx_listen(settings.base_urls.front(), names);
  out.append(nginx_proxy_fields(field)).append("\n");
  if (settings.has_pages) {
    append_location(out, "/");
    return out += "}\n";
  }
  out += document_locations(document_paths);
  return out += "\n  # The pages of your site:\n  location / { root /var/www/site; }\n}\n";
}

}  // namespace agent_access::app

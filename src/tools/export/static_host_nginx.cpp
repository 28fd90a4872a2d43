#include "tools/export/static_host_nginx.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "http/fields.hpp"
#include "tools/proxies/nginx_text.hpp"

namespace agent_access::tools {
namespace {

/// 418 passes a request to the service; the others are nginx's errors when a path or a method does not match a file.
constexpr std::string_view kHandOver =
    "  # 418 below passes the request to the service.\n"
    "  error_page 403 404 405 418 = @service;\n";

/// Errors that nginx returns itself, with the bodies of the service.
struct OwnError {
  std::string_view statuses;  ///< the arguments of error_page before the address
  std::string_view path;
  http::Problem problem;
};

std::array<OwnError, 5> own_errors() {
  using http::RequestError;
  return {{{"400", "/.nginx-400", http::problem_of(RequestError::malformed_request)},
           {"413", "/.nginx-413", http::problem_of(RequestError::body_too_large)},
           {"414", "/.nginx-414", http::problem_of(RequestError::target_too_long)},
           {"494 =431", "/.nginx-431", http::problem_of(RequestError::headers_too_large)},
           {"500 502 503 504",
            "/.nginx-5xx",
            {502, "temporarily_unavailable", "The service is not reachable; try again shortly"}}}};
}

void append_field(std::string& out, std::string_view name, std::string_view value, std::string_view always) {
  out.append("    add_header ").append(name).append(" ").append(nginx_quoted(value)).append(always).append(";\n");
}

void append_type(std::string& out, std::string_view media_type) {
  out.append("    default_type ").append(nginx_quoted(media_type)).append(";\n");
}

std::string own_error_locations() {
  std::string out;
  for (const auto& [statuses, path, problem] : own_errors()) {
    http::Response response;
    http::write_problem(problem, response);
    out.append("  error_page ").append(statuses).append(" ").append(path).append(";\n");
    out.append("  location = ").append(path).append(" {\n    internal;\n");
    std::string_view lines = response.constant_fields;
    while (!lines.empty()) {
      const auto line = lines.substr(0, lines.find("\r\n"));
      const auto name = line.substr(0, line.find(": "));
      const auto value = line.substr(std::min(name.size() + 2, line.size()));
      if (name == "Content-Type") append_type(out, value);
      if (name != "Content-Type") append_field(out, name, value, " always");
      lines.remove_prefix(std::min(line.size() + 2, lines.size()));
    }
    out.append("    return ").append(std::to_string(problem.status)).append(" ");
    out.append(nginx_quoted(response.body)).append(";\n  }\n");
  }
  return out;
}

bool is_expressible(const HostedFile& file) {
  return is_nginx_text(file.name) && is_nginx_text(file.media_type) && is_nginx_text(file.markdown_path) &&
         std::ranges::all_of(file.fields, [](const auto& field) { return is_nginx_text(field.value); });
}

/// Without parameters the weight of a media range is 1, the maximum; the service handles other weights.
void append_markdown_choice(std::string& out, const std::string& markdown_path) {
  out +=
      "    if ($http_accept ~* \"(?:^|,)\\s*text/markdown\\s*;\") { return 418; }\n"
      "    if ($http_accept ~* \"(?:^|,)\\s*text/markdown\\s*(?:,|$)\") { rewrite ^ ";
  out += nginx_quoted(markdown_path) + " last; }\n";
}

/// Nothing for a document that cannot be expressed in nginx; the service then serves it.
std::string location_of(const HostedFile& file) {
  const auto match = nginx_exactly(file.path);
  if (!match || !is_expressible(file)) return {};
  std::string out = "  location " + *match + " {\n";
  if (file.is_form) out += "    internal;\n";
  if (!file.markdown_path.empty()) append_markdown_choice(out, file.markdown_path);
  if (percent_decoded(file.path) != "/" + file.name) {
    out += "    try_files " + nginx_quoted("/" + file.name) + " =404;\n";
  }
  append_type(out, file.media_type);
  for (const auto& [name, value] : file.fields) append_field(out, name, value, "");
  return out += "  }\n";
}

}  // namespace

std::string render_static_nginx(const NginxHost& host, const HostedFiles& hosted) {
  std::string upstream = "agent_access_" + host.name;
  std::ranges::replace_if(upstream, [](char c) { return c == '.' || c == '-'; }, '_');
  const auto [name, port] = base::host_and_port(host.base_url);
  const bool is_tls = host.base_url.text().starts_with("https:");
  // With the original request URI, before any rewrite.
  const auto pass = " { proxy_pass http://" + upstream + "$request_uri; }\n";

  std::string out = "# " + host.base_url.text() + ": documents from files, everything else from the service.\n";
  out.append(nginx_proxy_maps(host.field)).append(nginx_upstream(upstream, host.listen));
  out += "server {\n" + nginx_listen(is_tls, name, port, name);
  if (is_tls) out += nginx_certificate("/etc/ssl/site.pem", "/etc/ssl/site.key");
  out += "  root " + nginx_quoted(host.folder.string()) + ";\n  types { }\n  charset off;\n  merge_slashes off;\n";
  out.append(nginx_proxy_fields(host.field)).append("  proxy_intercept_errors off;\n  recursive_error_pages on;\n");
  out.append(kHandOver);
  out += "  if ($host != " + nginx_quoted(name) + ") { return 418; }\n\n";
  out += "  location /" + pass + "  location @service" + pass + "\n";
  out += own_error_locations() + "\n";
  for (const auto& file : hosted.files) out += location_of(file);
  return out += "}\n";
}

}  // namespace agent_access::tools

#include "tools/probe/responses.hpp"

#include <algorithm>
#include <utility>

#include "app/text/words.hpp"
#include "base/ascii.hpp"
#include "base/base64url.hpp"
#include "base/hex.hpp"
#include "http/message.hpp"
#include "json/reader.hpp"

namespace agent_access::tools {
namespace {

constexpr const char* kProxyRemedy =
    "if a proxy responds here, let it pass the service's own responses and header fields";
constexpr std::size_t kMaxDepth = 64;  // of nested JSON; descriptions of APIs are deep

bool is_error_code(std::string_view text) noexcept {
  return !text.empty() && text.size() <= 40 &&
         std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

std::string form_encoded(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool is_plain = base::is_alphanumeric(c) || std::string_view("-_.*").contains(c);
    is_plain ? result.push_back(c) : base::append_percent(result, c);
  }
  return result;
}

}  // namespace

std::string text_at(const boost::json::object& object, std::string_view path) {
  return std::string(json::text_at(object, path));
}

bool lists(const boost::json::object& object, std::string_view path, std::string_view text) {
  const auto texts = texts_at(object, path);
  return std::ranges::find(texts, text) != texts.end();
}

std::optional<boost::json::object> parsed_body(const tools::ClientResponse& response) {
  auto body = json::read_object(response.body, {.max_depth = kMaxDepth, .keeps_duplicates = true});
  return body ? std::optional(std::move(*body)) : std::nullopt;
}

std::optional<boost::json::object> json_body(const tools::ClientResponse& response) {
  if (!http::is_media_type(response.field("Content-Type"), "application/json")) return std::nullopt;
  return parsed_body(response);
}

std::string parameter_of(std::string_view challenge, std::string_view name) {
  const auto start = " " + std::string(name) + "=\"";
  const auto at = challenge.find(start);
  if (at == std::string_view::npos) return {};
  const auto value = challenge.substr(at + start.size());
  return std::string(value.substr(0, value.find('"')));
}

Finding unexpected(const tools::ClientResponse& response, std::string_view expected, std::string remedy) {
  std::string detail = "expected " + std::string(expected) + ", got " + std::to_string(response.status);
  if (const auto body = json_body(response)) {
    const auto error = text_at(*body, "error");
    if (is_error_code(error)) detail += " " + error;
  } else if (response.status >= 400) {
    detail += " without a JSON body";
  }
  return {std::move(detail), std::move(remedy)};
}

std::string expected_got(std::string_view what, std::string_view got) {
  return "expected " + std::string(what) + ", got " + (got.empty() ? "none" : app::printable(got));
}

Verdict same_address(const std::string& what, const std::string& expected, std::string_view got) {
  if (got == expected) return std::nullopt;
  return Finding{expected_got(what + expected, got), kBaseUrlsRemedy};
}

bool has_in_field(const tools::ClientResponse& response, std::string_view name, std::string_view text) {
  return response.field(name).find(text) != std::string_view::npos;
}

bool is_readable_across_origins(const tools::ClientResponse& response) {
  return response.field("Access-Control-Allow-Origin") == "*";
}

Verdict check_not_stored(const tools::ClientResponse& response) {
  if (has_in_field(response, "Cache-Control", "no-store")) return std::nullopt;
  return Finding{"expected Cache-Control: no-store, got none", kProxyRemedy};
}

Verdict check_error(const tools::ClientResponse& response, unsigned status, std::string_view error) {
  const auto body = json_body(response);
  if (response.status != status || !body || text_at(*body, "error") != error) {
    return unexpected(response, std::to_string(status) + " " + std::string(error), kProxyRemedy);
  }
  if (text_at(*body, "error_description").empty()) {
    return Finding{expected_got("error_description in the response", ""), kProxyRemedy};
  }
  if (!is_readable_across_origins(response)) {
    return Finding{expected_got("Access-Control-Allow-Origin: * on the error", ""), kProxyRemedy};
  }
  return check_not_stored(response);
}

Verdict check_challenge(const tools::ClientResponse& response) {
  if (auto wrong = check_error(response, 401, "invalid_token")) return wrong;
  const auto challenge = response.field("WWW-Authenticate");
  if (response.count("WWW-Authenticate") == 1 && challenge.starts_with("Bearer ") &&
      parameter_of(challenge, "error") == "invalid_token" && !parameter_of(challenge, "resource_metadata").empty()) {
    return std::nullopt;
  }
  return Finding{expected_got("one WWW-Authenticate field, a Bearer challenge with resource_metadata", challenge),
                 "let the proxy pass WWW-Authenticate unchanged"};
}

Verdict check_resource_metadata(const tools::ClientResponse& response, const std::string& resource) {
  const auto body = json_body(response);
  if (response.status != 200 || !body) return unexpected(response, "200 and JSON", kPassPath);
  if (auto wrong = same_address("resource ", resource, text_at(*body, "resource"))) return wrong;
  if (!texts_at(*body, "authorization_servers").empty()) return std::nullopt;
  return Finding{expected_got("authorization_servers", ""), kBodyRemedy};
}

std::string form_of(std::initializer_list<std::pair<std::string_view, std::string_view>> pairs) {
  std::string form;
  for (const auto& [name, value] : pairs) {
    if (!form.empty()) form += '&';
    form += form_encoded(name) + "=" + form_encoded(value);
  }
  return form;
}

tools::ClientField basic_credentials(std::string_view client_id, std::string_view client_secret) {
  const auto pair = form_encoded(client_id) + ":" + form_encoded(client_secret);
  std::string encoded(base::base64_encoded_size(pair.size()), '\0');
  base::base64_encode_to(base::bytes_of(pair), encoded.data());
  return {"Authorization", "Basic " + encoded};
}

tools::ClientField bearer(const std::string& token) { return {"Authorization", "Bearer " + token}; }

}  // namespace agent_access::tools

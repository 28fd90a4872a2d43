#include "request_scripts.hpp"

#include <algorithm>
#include <stdexcept>

#include "base/base64url.hpp"
#include "base/text.hpp"

namespace agent_access::bench {
namespace {

constexpr std::string_view kProfile = "/api/agent/full-profile";

std::string get(std::string_view path, std::string_view fields = {}, std::string_view host = kHost) {
  return std::string("GET ")
             .append(path)
             .append(" HTTP/1.1\r\nHost: ")
             .append(host)
             .append("\r\nUser-Agent: ExampleAgent/1.0\r\nAccept: application/json\r\n") +
         std::string(fields) + "\r\n";
}

std::string post(std::string_view path, std::string_view fields, std::string_view body) {
  return std::string("POST ")
             .append(path)
             .append(" HTTP/1.1\r\nHost: ")
             .append(kHost)
             .append("\r\nUser-Agent: ExampleAgent/1.0\r\nAccept: application/json\r\n") +
         std::string(fields) + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

std::string form(std::string_view fields, std::string_view body) {
  return post("/oauth/token", "Content-Type: application/x-www-form-urlencoded\r\n" + std::string(fields), body);
}

std::string bearer(std::string_view token) {
  return get(kProfile, "Authorization: Bearer " + std::string(token) + "\r\n");
}

/// What nginx asks before it serves /data/x.csv.
std::string question(std::string_view token) {
  return get("/oauth/gate",
             "X-Forwarded-For: 198.51.100.7\r\nX-Forwarded-Host: example.com\r\nX-Forwarded-Method: GET\r\n"
             "X-Forwarded-Uri: /data/x.csv\r\nAuthorization: Bearer " +
                 std::string(token) + "\r\n");
}

/// A message of MCP with the fields that repeat it. `name` is that of the tool, or the address of the resource.
std::string mcp(std::string_view method, std::string_view member, std::string_view name, std::string_view fields = {}) {
  std::string head =
      "Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n"
      "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: ";
  head.append(method).append("\r\n");
  std::string params;
  if (!name.empty()) {
    head.append("Mcp-Name: ").append(name).append("\r\n");
    params.append("\"").append(member).append("\":\"").append(name).append("\",");
  }
  const std::string body = R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) + R"(","params":{)" + params +
                           R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                           R"("io.modelcontextprotocol/clientCapabilities":{}}}})";
  return "POST /mcp HTTP/1.1\r\nHost: " + std::string(kHost) + "\r\nUser-Agent: ExampleAgent/1.0\r\n" + head +
         std::string(fields) + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// The text between `before` and the next `end`.
std::string between(std::string_view text, std::string_view before, char end) {
  const auto begin = text.find(before);
  const auto stop = begin == std::string_view::npos ? begin : text.find(end, begin + before.size());
  if (stop == std::string_view::npos) throw std::runtime_error("an answer lacks " + std::string(before));
  return std::string(text.substr(begin + before.size(), stop - begin - before.size()));
}

std::string member(const Reply& reply, std::string_view name) {
  return between(reply.body, '"' + std::string(name) + "\":\"", '"');
}

std::string base64(std::string_view text) {
  std::string out = base::base64url_encode(base::bytes_of(text));
  std::ranges::replace(out, '-', '+');
  std::ranges::replace(out, '_', '/');
  while (out.size() % 4 != 0) out.push_back('=');
  return out;
}

/// Registers a client and returns its request for a token, as a form.
std::string new_token_form(Exchange& target) {
  const Reply client = target.ask(post("/oauth/register", {}, {}));
  return form({}, "grant_type=client_credentials&client_id=" + member(client, "client_id") +
                      "&client_secret=" + member(client, "client_secret"));
}

}  // namespace

std::vector<RequestScript> make_gate_scripts(Exchange& target, Exchange& another, std::size_t different) {
  const std::string token_form = new_token_form(target);
  std::vector<std::string> fresh;
  for (std::size_t i = 0; i < different; ++i) {
    fresh.push_back(question(member(another.ask(token_form), "access_token")));
  }
  return {
      {"gate_known", 200, {question(member(target.ask(token_form), "access_token"))}},
      {"gate_new", 200, std::move(fresh)},
      {"gate_unauthorized", 401, {question("not.a.token")}},
  };
}

std::vector<RequestScript> make_host_scripts(std::string_view host) {
  return {
      {"host_of_16", 200, {get(kDocument, "Accept-Encoding: gzip\r\n", host)}},
  };
}

std::vector<RequestScript> make_scripts(Exchange& target, Exchange& another, std::size_t different) {
  const std::string registration = post("/oauth/register", {}, {});
  const Reply client = target.ask(registration);
  const std::string id = member(client, "client_id");
  const std::string secret = member(client, "client_secret");
  const std::string token_form = form({}, "grant_type=client_credentials&client_id=" + id + "&client_secret=" + secret);
  const std::string token_basic =
      form("Authorization: Basic " + base64(id + ":" + secret) + "\r\n", "grant_type=client_credentials");
  std::vector<std::string> fresh;
  for (std::size_t i = 0; i < different; ++i) {
    fresh.push_back(bearer(member(another.ask(token_form), "access_token")));
  }
  const std::string gzip = get(kDocument, "Accept-Encoding: gzip\r\n");
  if (between(target.ask(gzip).head, "Content-Encoding: ", '\r') != "gzip") throw std::runtime_error("not compressed");
  const std::string known = member(target.ask(token_form), "access_token");
  const std::string etag = between(target.ask(get(kDocument)).head, "ETag: ", '\r');
  return {
      {"register", 201, {registration}},
      {"token_form", 200, {token_form}},
      {"token_basic", 200, {token_basic}},
      {"profile_known", 200, {bearer(known)}},
      {"profile_new", 200, std::move(fresh)},
      {"jwks", 200, {get("/.well-known/jwks.json")}},
      {"document_gzip", 200, {gzip}},
      {"document_304", 304, {get(kDocument, "If-None-Match: " + etag + "\r\n")}},
      {"not_found", 404, {get("/nowhere")}},
      {"unauthorized", 401, {get(kProfile)}},
      {"mcp_tools_list", 200, {mcp("tools/list", {}, {})}},
      {"mcp_read", 200, {mcp("resources/read", "uri", "https://" + std::string(kHost) + "/llms.txt")}},
      {"mcp_profile_known",
       200,
       {mcp("tools/call", "name", "get_full_profile", "Authorization: Bearer " + known + "\r\n")}},
  };
}

}  // namespace agent_access::bench

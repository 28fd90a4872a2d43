// The body and the Authorization header of a token request: the accepted values are not larger than the input, and the
// same request in its simplest form is read the same.
//
// Input: the Content-Type, LF, the Authorization header, LF, the body; an empty line means that the field is absent.
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/target.hpp"
#include "service/oauth_endpoints.hpp"

namespace agent_access::fuzz {
namespace {

using service::ClientAuthentication;
using service::ReceivedTokenRequest;

auto read(std::string_view media_type, std::string_view authorization, std::string_view body) {
  std::vector<http::Field> fields;
  if (!media_type.empty()) fields.push_back({"Content-Type", media_type});
  if (!authorization.empty()) fields.push_back({"Authorization", authorization});
  http::Request request;
  request.fields = fields;
  request.body = body;
  return service::read_token_request(request);
}

std::string escaped(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string result;
  for (const char character : text) {
    const auto value = static_cast<unsigned char>(character);
    result.append({'%', kHex[value >> 4U], kHex[value & 15U]});
  }
  return result;
}

std::string base64(std::string_view text) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  for (std::size_t at = 0; at < text.size(); at += 3) {
    std::array<unsigned, 3> bytes{};
    for (std::size_t i = 0; i < 3 && at + i < text.size(); ++i) bytes[i] = static_cast<unsigned char>(text[at + i]);
    const unsigned group = (bytes[0] << 16U) | (bytes[1] << 8U) | bytes[2];
    const std::size_t left = text.size() - at;
    result += kDigits[group >> 18U];
    result += kDigits[(group >> 12U) & 63U];
    result += left > 1 ? kDigits[(group >> 6U) & 63U] : '=';
    result += left > 2 ? kDigits[group & 63U] : '=';
  }
  return result;
}

std::string as_form(const ReceivedTokenRequest& received) {
  std::string form = "grant_type=" + escaped(received.grant_type);
  if (received.authentication == ClientAuthentication::basic) return form;
  return form + "&client_id=" + escaped(received.client_id) + "&client_secret=" + escaped(received.client_secret);
}

}  // namespace

AGENT_ACCESS_FUZZ_TARGET(token_request) {
  std::string_view body(reinterpret_cast<const char*>(data), size);
  const std::string_view media_type = take_line(body);
  const std::string_view authorization = take_line(body);
  const auto received = read(media_type, authorization, body);
  if (!received) return;
  const bool is_basic = received->authentication == ClientAuthentication::basic;
  must(is_basic == !authorization.empty());
  must(received->grant_type.size() <= body.size());
  must(received->client_id.size() + received->client_secret.size() <= (is_basic ? authorization.size() : body.size()));
  std::string again;
  if (is_basic) again = "Basic " + base64(escaped(received->client_id) + ":" + escaped(received->client_secret));
  const auto second = read("application/x-www-form-urlencoded", again, as_form(*received));
  must(second && second->grant_type == received->grant_type && second->client_id == received->client_id &&
       second->client_secret == received->client_secret && second->authentication == received->authentication);
}

}  // namespace agent_access::fuzz

#include "tools/client/client_messages.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "http/message.hpp"

namespace agent_access::tools {
namespace {

bool is_token(std::string_view text) noexcept {
  return !text.empty() && std::ranges::all_of(text, base::is_token_character);
}

bool is_field_value(std::string_view text) noexcept {
  return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; });
}

}  // namespace

std::string_view ClientResponse::field(std::string_view name) const noexcept {
  const auto found = std::ranges::find_if(fields, [&](const auto& f) { return http::equal_names(f.name, name); });
  return found == fields.end() ? std::string_view{} : std::string_view(found->value);
}

std::size_t ClientResponse::count(std::string_view name) const noexcept {
  return static_cast<std::size_t>(
      std::ranges::count_if(fields, [&](const auto& f) { return http::equal_names(f.name, name); }));
}

bool can_be_sent(const ClientRequest& request) noexcept {
  return is_token(request.method) && is_field_value(request.host) &&
         std::ranges::all_of(request.fields,
                             [](const ClientField& f) { return is_token(f.name) && is_field_value(f.value); });
}

bool has_body(const ClientRequest& request) noexcept {
  return request.method != "HEAD" && (!request.body.empty() || request.method == "POST");
}

}  // namespace agent_access::tools

#include "mcp/revision.hpp"

#include <algorithm>

#include "base/base64url.hpp"
#include "base/bytes.hpp"

namespace agent_access::mcp {

namespace {

constexpr std::string_view kEncodedBegin = "=?base64?";
constexpr std::string_view kEncodedEnd = "?=";

bool is_revision(std::string_view version) noexcept {
  return std::ranges::find(kRevisions, version) != kRevisions.end();
}

/// The version in the message; nothing if there is none or it is no string.
std::optional<std::string_view> version_in(const Message& message) noexcept {
  const Member& version = message.params.version;
  return version.is_text() ? std::optional(version.text) : std::nullopt;
}

/// The member that Mcp-Name repeats; null for methods without one.
const Member* name_in(const Message& message) noexcept {
  if (message.method == "tools/call" || message.method == "prompts/get") return &message.params.name;
  return message.method == "resources/read" ? &message.params.uri : nullptr;
}

bool has_matching_name(const Message& message, const RequestFields& fields) {
  const Member* const name = name_in(message);
  if (name == nullptr) return true;
  if (!name->is_text()) return !fields.name;  // the method refuses the message
  return fields.name && names(*fields.name, name->text);
}

base::Result<Era, McpFault> check_current(const Message& message, const RequestFields& fields) {
  const auto version = version_in(message);
  if (!fields.version) return base::Failure(McpFault::header_mismatch);
  if (!version) return base::Failure(McpFault::missing_meta);
  if (*version != *fields.version) return base::Failure(McpFault::header_mismatch);
  if (!is_revision(*version)) return base::Failure(McpFault::unsupported_version);
  if (*version != kCurrentRevision) return Era::legacy;
  if (!message.params.capabilities.is_object()) return base::Failure(McpFault::missing_meta);
  const bool agrees = fields.method == message.method && has_matching_name(message, fields);
  if (!agrees) return base::Failure(McpFault::header_mismatch);
  return Era::current;
}

}  // namespace

base::Result<Era, McpFault> era_of(const Message& message, const RequestFields& fields) {
  const bool is_current = fields.version == kCurrentRevision;
  if (!message.is_notification() && (is_current || version_in(message))) return check_current(message, fields);
  if (fields.version && !is_revision(*fields.version)) return base::Failure(McpFault::unsupported_version);
  return is_current ? Era::current : Era::legacy;
}

std::string_view requested_version(const Message& message, const RequestFields& fields) {
  return version_in(message).value_or(fields.version.value_or(""));
}

bool names(std::string_view field, std::string_view name) {
  if (!field.starts_with(kEncodedBegin) || !field.ends_with(kEncodedEnd)) return field == name;
  if (field.size() < kEncodedBegin.size() + kEncodedEnd.size()) return field == name;
  field.remove_prefix(kEncodedBegin.size());
  field.remove_suffix(kEncodedEnd.size());
  const auto decoded = base::base64_decode(field);
  return decoded && std::ranges::equal(*decoded, base::bytes_of(name));
}

std::string_view negotiated(std::string_view wanted) noexcept {
  const bool has_initialize = wanted != kCurrentRevision && is_revision(wanted);
  return has_initialize ? wanted : content::kNewestInitializedMcpRevision;
}

}  // namespace agent_access::mcp

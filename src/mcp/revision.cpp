#include "mcp/revision.hpp"

#include <algorithm>

#include "base/base64url.hpp"
#include "base/bytes.hpp"

namespace agent_access::mcp {

namespace {

namespace bj = boost::json;

constexpr std::string_view kEncodedBegin = "=?base64?";
constexpr std::string_view kEncodedEnd = "?=";

bool is_revision(std::string_view version) noexcept {
  return std::ranges::find(kRevisions, version) != kRevisions.end();
}

const bj::object* meta_of(const Message& message) noexcept {
  const bj::value* const meta = message.params.if_contains("_meta");
  return meta == nullptr ? nullptr : meta->if_object();
}

/// The version in the message; nothing if there is none or it is no string.
std::optional<std::string_view> version_in(const Message& message) noexcept {
  const bj::object* const meta = meta_of(message);
  const bj::value* const version = meta == nullptr ? nullptr : meta->if_contains(kVersionKey);
  if (version == nullptr || !version->is_string()) return std::nullopt;
  return std::string_view(version->get_string());
}

bool has_capabilities(const Message& message) noexcept {
  const bj::object* const meta = meta_of(message);
  const bj::value* const capabilities = meta == nullptr ? nullptr : meta->if_contains(kCapabilitiesKey);
  return capabilities != nullptr && capabilities->is_object();
}

/// The member that Mcp-Name repeats; empty for methods without one.
std::string_view name_source(std::string_view method) noexcept {
  if (method == "tools/call" || method == "prompts/get") return "name";
  return method == "resources/read" ? "uri" : "";
}

bool has_matching_name(const Message& message, const RequestFields& fields) {
  const std::string_view source = name_source(message.method);
  if (source.empty()) return true;
  const bj::value* const name = message.params.if_contains(source);
  if (name == nullptr || !name->is_string()) return !fields.name;  // the method refuses the message
  return fields.name && names(*fields.name, name->get_string());
}

base::Result<Era, McpFault> check_current(const Message& message, const RequestFields& fields) {
  const auto version = version_in(message);
  if (!fields.version) return base::Failure(McpFault::header_mismatch);
  if (!version) return base::Failure(McpFault::missing_meta);
  if (*version != *fields.version) return base::Failure(McpFault::header_mismatch);
  if (!is_revision(*version)) return base::Failure(McpFault::unsupported_version);
  if (*version != kCurrentRevision) return Era::legacy;
  if (!has_capabilities(message)) return base::Failure(McpFault::missing_meta);
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
  return has_initialize ? wanted : kRevisions[1];
}

}  // namespace agent_access::mcp

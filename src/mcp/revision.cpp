#include "mcp/revision.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <ranges>

#include "base/base64url.hpp"
#include "base/text.hpp"
#include "http/message.hpp"
#include "json/members.hpp"
#include "site/templates/assets.hpp"

namespace agent_access::mcp {
namespace {

namespace bj = boost::json;

constexpr std::string_view kEncodedBegin = "=?base64?";
constexpr std::string_view kEncodedEnd = "?=";

/// Oldest first.
constexpr auto kNames = [] {
  std::array<std::string_view, Revision::kCount> names = {protocol::kMcpToleratedRevision};
  std::ranges::reverse_copy(kRevisions, names.begin() + 1);
  return names;
}();
static_assert(std::ranges::is_sorted(kNames), "a date that is later is a greater text");

/// The version in the message; nothing if there is none or it is no string.
std::optional<std::string_view> version_in(const Message& message) noexcept {
  return json::as_text(message.meta.version);
}

bool has_matching_name(const Message& message, const RequestFields& fields) {
  const bool names_tool = message.method == "tools/call" || message.method == "prompts/get";
  if (!names_tool && message.method != "resources/read") return true;
  const auto name = json::as_text(names_tool ? message.params.name : message.params.uri);
  if (!name) return !fields.name;  // the method refuses the message
  // An address may have commas, so that the field is compared as it is, too.
  return fields.name && (names(*fields.name, *name) || names(http::without_copies(*fields.name), *name));
}

/// Of a message that names its revision, or whose field names the current one.
base::Result<Revision, McpFault> check_named(const Message& message, const RequestFields& fields) {
  const auto version = version_in(message);
  if (!fields.version) return base::Failure(McpFault::header_mismatch);
  if (!version) return base::Failure(McpFault::missing_meta);
  if (*version != *fields.version) return base::Failure(McpFault::header_mismatch);
  const auto revision = Revision::named(*version);
  if (!revision) return base::Failure(McpFault::unsupported_version);
  if (!revision->is_current()) return *revision;
  const bj::value* const capabilities = message.meta.capabilities;
  if (capabilities == nullptr || !capabilities->is_object()) return base::Failure(McpFault::missing_meta);
  const bool agrees = fields.method == message.method && has_matching_name(message, fields);
  if (!agrees) return base::Failure(McpFault::header_mismatch);
  return *revision;
}

/// Clients that know newer revisions name them in the field before anything is negotiated: the body decides.
Revision initialized(const Message& message) noexcept {
  const auto wanted = json::as_text(message.params.protocol_version);
  const bool is_of_current = !wanted && version_in(message) == Revision::current().name();
  return is_of_current ? Revision::current() : negotiated(wanted.value_or(""));
}

/// Compiled in, so that a mistake in it is a bug: it throws.
const bj::object& member_table() {
  static const bj::object kTable = bj::parse(templates::asset("mcp-members.json")).as_object();
  return kTable;
}

void keep_known(bj::value& value, const bj::object& rows, std::string_view revision);

/// A row is the first revision of the member, or has the rows of what is in it. An object of which nothing is left
/// leaves, too.
void keep_known_members(bj::object& object, const bj::object& rows, std::string_view revision) {
  for (const auto& [name, row] : rows) {
    bj::value* const member = object.if_contains(name);
    if (member == nullptr) continue;
    if (row.is_object()) keep_known(*member, row.get_object(), revision);
    const bool is_unknown = row.is_string() ? std::string_view(row.get_string()) > revision
                                            : member->is_object() && member->get_object().empty();
    if (is_unknown) object.stable_erase(name);
  }
}

void keep_known(bj::value& value, const bj::object& rows, std::string_view revision) {
  if (value.is_object()) return keep_known_members(value.get_object(), rows, revision);
  if (!value.is_array()) return;
  for (bj::value& element : value.get_array()) keep_known(element, rows, revision);
}

}  // namespace

std::optional<Revision> Revision::named(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(kNames, name);
  return found == kNames.end() ? std::nullopt : std::optional(at(static_cast<std::size_t>(found - kNames.begin())));
}

std::string_view Revision::name() const noexcept { return kNames[index_]; }

base::Result<Revision, McpFault> revision_of(const Message& message, const RequestFields& fields) {
  if (message.method == "initialize") return initialized(message);
  const bool is_current = fields.version == Revision::current().name();
  if (!message.is_notification() && (is_current || version_in(message))) return check_named(message, fields);
  if (!fields.version) return Revision::oldest();
  const auto revision = Revision::named(*fields.version);
  if (!revision) return base::Failure(McpFault::unsupported_version);
  return *revision;
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

Revision negotiated(std::string_view wanted) noexcept {
  const auto revision = Revision::named(wanted);
  return revision && !revision->is_current() ? *revision : Revision::at(Revision::kCount - 2);
}

bool has_member(std::string_view name, Revision revision) {
  return std::string_view(member_table().at(name).as_string()) <= revision.name();
}

bj::object within(bj::object result, Revision revision) {
  keep_known_members(result, member_table(), revision.name());
  return result;
}

}  // namespace agent_access::mcp

#include <algorithm>
#include <boost/json/array.hpp>
#include <string>

#include "app/text/text.hpp"
#include "tools/probe/published/scanners.hpp"
#include "tools/probe/run/json.hpp"
#include "tools/probe/run/response_checks.hpp"

namespace agent_access::tools {
namespace {

constexpr std::size_t kLeastDescription = 20;  // characters; scanners count shorter ones as none

bool is_target_list(const boost::json::value& value) {
  const auto* list = value.if_array();
  return list != nullptr && !list->empty() && std::ranges::all_of(*list, [](const boost::json::value& entry) {
           return entry.is_object() && !text_member(entry.get_object(), "href").empty();
         });
}

/// RFC 9264: a context has an anchor, and lists of targets by relation.
Verdict check_context(const boost::json::object& context) {
  if (text_member(context, "anchor").empty()) {
    return complaint(paths::kCatalog, "expected an anchor in every context, got none", kOwnRemedy);
  }
  for (const auto& [key, value] : context) {
    const std::string name(key.data(), key.size());
    if (name != "anchor" && !is_target_list(value)) {
      return complaint(paths::kCatalog, "expected " + app::printable(name, 40) + " to be a list of targets with href",
                       kOwnRemedy);
    }
  }
  return std::nullopt;
}

/// apiCatalog, api-catalog-rfc9727.
Verdict check_catalog(const Documents& documents) {
  const auto contexts = objects_at(*documents.json(paths::kCatalog), {"linkset"});
  if (contexts.empty()) return complaint(paths::kCatalog, "expected a filled linkset, got none", kOwnRemedy);
  for (const auto* context : contexts) {
    if (auto wrong = check_context(*context)) return wrong;
  }
  for (const auto* relation : {"item", "service-desc", "service-doc"}) {
    if (std::ranges::none_of(contexts, [&](const auto* context) { return context->contains(relation); })) {
      return complaint(paths::kCatalog, "expected the relation " + std::string(relation) + ", got none", kOwnRemedy);
    }
  }
  return std::nullopt;
}

/// mcpServerCard, mcp-tool-descriptions.
Verdict check_mcp(const Documents& documents) {
  const auto& card = *documents.json(paths::kMcp);
  for (const auto* member : {"name", "version"}) {
    if (text_at(card, {"serverInfo", member}).empty()) {
      return complaint(paths::kMcp, "expected serverInfo." + std::string(member) + ", got none", kOwnRemedy);
    }
  }
  if (text_at(card, {"transport", "endpoint"}).empty() && text_member(card, "endpoint").empty()) {
    return complaint(paths::kMcp, "expected transport.endpoint, got none", kOwnRemedy);
  }
  if (object_at(card, {"capabilities"}) == nullptr) {
    return complaint(paths::kMcp, "expected capabilities, got none", kOwnRemedy);
  }
  for (const auto* tool : objects_at(card, {"tools"})) {
    const auto name = app::printable(text_member(*tool, "name"), 40);
    if (text_member(*tool, "description").size() < kLeastDescription) {
      return complaint(paths::kMcp, "expected a description of 20 characters or more of the tool " + name, kOwnRemedy);
    }
    if (text_at(*tool, {"inputSchema", "type"}) != "object") {
      return complaint(paths::kMcp, "expected an inputSchema of type object of the tool " + name, kOwnRemedy);
    }
  }
  return std::nullopt;
}

Verdict check_members(std::string_view document, const boost::json::object& card, JsonPath texts, JsonPath lists) {
  const auto missing = first_missing_text(card, texts);
  if (!missing.empty()) return complaint(document, "expected " + missing + ", got none", kOwnRemedy);
  for (const auto member : lists) {
    const auto* list = array_at(card, {member});
    if (list == nullptr || list->empty()) {
      return complaint(document, "expected a filled list " + std::string(member) + ", got none", kOwnRemedy);
    }
  }
  if (object_at(card, {"capabilities"}) == nullptr) {
    return complaint(document, "expected capabilities, got none", kOwnRemedy);
  }
  return std::nullopt;
}

Verdict check_skills(std::string_view document, const boost::json::object& card) {
  for (const auto* skill : objects_at(card, {"skills"})) {
    auto missing = first_missing_text(*skill, {"id", "name", "description"});
    if (missing.empty() && texts_at(*skill, {"tags"}).empty()) missing = "tags";
    if (missing.empty()) continue;
    return complaint(
        document,
        "expected " + missing + " of the skill " + app::printable(text_member(*skill, "id"), 40) + ", got none",
        kOwnRemedy);
  }
  return std::nullopt;
}

/// a2aAgentCard, a2a-agent-card: the members that A2A 1.0 requires.
Verdict check_agent_card(const Documents& documents) {
  const auto& card = *documents.json(paths::kAgentCard);
  if (auto wrong = check_members(paths::kAgentCard, card, {"name", "description", "version"},
                                 {"supportedInterfaces", "defaultInputModes", "defaultOutputModes", "skills"})) {
    return wrong;
  }
  for (const auto* interface : objects_at(card, {"supportedInterfaces"})) {
    const auto missing = first_missing_text(*interface, {"url", "protocolBinding", "protocolVersion"});
    if (!missing.empty()) {
      return complaint(paths::kAgentCard, "expected " + missing + " of every interface, got none", kOwnRemedy);
    }
  }
  return check_skills(paths::kAgentCard, card);
}

/// The earlier A2A card and the informal agent manifest in one: name, description, url, capabilities, skills,
/// endpoints.
Verdict check_agent(const Documents& documents) {
  const auto& card = *documents.json(paths::kAgent);
  if (auto wrong = check_members(paths::kAgent, card, {"name", "description", "url", "version", "protocolVersion"},
                                 {"defaultInputModes", "defaultOutputModes", "skills", "endpoints"})) {
    return wrong;
  }
  for (const auto* endpoint : objects_at(card, {"endpoints"})) {
    const auto missing = first_missing_text(*endpoint, {"url", "type"});
    if (!missing.empty()) {
      return complaint(paths::kAgent, "expected " + missing + " of every endpoint, got none", kOwnRemedy);
    }
  }
  return check_skills(paths::kAgent, card);
}

}  // namespace

std::vector<DocumentCheck> card_checks() {
  using namespace paths;
  return {
      {"API catalogue is a linkset", kCatalog, {kCatalog}, check_catalog},
      {"MCP card is complete", kMcp, {kMcp}, check_mcp},
      {"Agent card is complete", kAgentCard, {kAgentCard}, check_agent_card},
      {"agent.json is complete", kAgent, {kAgent}, check_agent},
  };
}

}  // namespace agent_access::tools

#include "site/documents/openapi.hpp"

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "base/ascii.hpp"
#include "site/documents/gated_resources.hpp"
#include "site/documents/paths.hpp"
#include "site/documents/settings_view.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;

/// Sets {{token_400}} and the like, each for a response of the templates, {{any_other}}, whose lines have the status,
/// too, and {{{error_codes}}}: each code once, in JSON without brackets.
void set_errors(const HostView& view, templates::View& values) {
  using enum http::Operations;
  const content::Access& access = view.settings.access;
  const bool has_profile = view.settings.has_profile;
  struct List {
    std::string prefix;
    http::Operations operation;
    bool is_shown = true;
  };
  const std::array<List, 6> lists = {{{"any_", any},
                                      {"token_", token, has_profile},
                                      {"token_", token_with_scopes, access.has_declared_scopes()},
                                      {"registration_", registration, has_profile},
                                      {"access_", profile, has_profile},
                                      {"gates_", gates, !access.gates.empty()}}};
  std::map<std::string, std::string> responses;  // "- `code`: Text. Another text.", a line for each code
  std::set<std::pair<std::string, std::string_view>> seen;
  bj::array codes;
  for (const auto& [prefix, operation, is_shown] : lists) {
    for (const http::Fault& fault : view.faults) {
      if (!is_shown || !contains(fault.operations, operation)) continue;
      // Of all operations that tokens are about.
      const bool is_of_all = fault.operations == (registration | token | profile);
      const bool is_of_any = is_of_all || (operation == any && fault.status != 405 && fault.status != 429);
      const std::string number = std::to_string(fault.status);
      const std::string name = is_of_any ? "any_other" : prefix + number;
      if (!seen.emplace(name + number, fault.sentence).second) continue;
      const std::string start = (is_of_any ? "- " + number + " `" : "- `") + std::string(fault.error) + "`: ";
      std::string& lines = responses[name];
      if (const auto line = lines.find(start); line != std::string::npos) {
        lines.insert(lines.find('\n', line), ". " + std::string(fault.sentence));
      } else {
        lines.append(start).append(fault.sentence) += '\n';
      }
      if (std::ranges::find(codes, bj::value(fault.error)) == codes.end()) codes.emplace_back(fault.error);
    }
  }
  for (auto& [name, lines] : responses) {
    lines.pop_back();  // the end of the last line
    values.set(name, lines);
  }
  const std::string list = bj::serialize(codes);
  values.set("error_codes", list.substr(1, list.size() - 2));
}

/// The hosts besides the requested one, which comes first, because generated clients use the first server.
std::vector<templates::View> other_hosts(const HostView& view) {
  std::vector<templates::View> hosts;
  for (const auto& base_url : view.settings.base_urls) {
    if (base_url.text() != view.base_url()) hosts.push_back(templates::View().set("url", base_url.text()));
  }
  return hosts;
}

/// The values of the templates, without those of one operation.
templates::View values_of(const HostView& view) {
  const auto& site = view.content.site;
  const auto& access = view.settings.access;
  templates::View values = settings_view(view);
  values.set("version", kApiVersion)
      .set("error_schema", view.settings.has_profile ? "OAuthError" : "Error")
      .set("title", site.title)
      .set("contact", site.owner.name.empty() ? site.title : site.owner.name)
      .set("other_hosts", other_hosts(view))
      .set("scopes", bj::serialize(scope_meanings(view.settings)))
      .set("has_scopes", access.has_declared_scopes())
      .set("has_documents", !access.documents.empty())
      .set("has_gates", !access.gates.empty())
      .set("has_gated", !access.documents.empty() || !access.gates.empty());
  values.set_optional("email", site.contact.email);
  set_errors(view, values);
  std::string description = templates::filled("openapi/description.md", values);
  description.pop_back();  // the end of the last line
  values.set("description", description);
  return values;
}

std::string schema_of(const ApiOperation& operation) {
  if (operation.schema.empty()) return R"({"type": "string"})";
  return R"({"$ref": "#/components/schemas/)" + std::string(operation.schema) + "\"}";
}

void add_documents(const HostView& view, bj::object& paths) {
  std::map<std::uint8_t, const DocumentRow*> documents;
  for (const DocumentRow& row : view.published) {
    if (row.api && is_published(row, view.settings)) documents.emplace(row.api->place, &row);
  }
  for (const auto& [place, document] : documents) {
    const ApiOperation& api = *document->api;
    templates::View values;
    values.set("id", api.id).set("summary", api.summary).set("description", api.description).set("tag", api.tag);
    values.set("media_type", essence_of(document->media_type))
        .set("schema", schema_of(api))
        .set("is_counted", document->path.starts_with("/api/"))
        .set("has_link", !document->link.relation.empty());
    paths[document->path] = {{"get", templates::filled_object("openapi/document-operation.json", values)}};
  }
}

/// What OpenAPI 3.1 has operations for.
constexpr std::array<std::string_view, 8> kMethods = {"GET",     "PUT",  "POST",  "DELETE",
                                                      "OPTIONS", "HEAD", "PATCH", "TRACE"};

/// Letters and digits of the path, each word with an upper-case letter: "/data/v1/" is "DataV1".
std::string words_of(std::string_view path) {
  std::string words;
  bool is_start = true;
  for (const char c : path) {
    const bool is_word = base::is_alphanumeric(c);
    if (is_word) words += is_start ? base::upper(c) : c;
    is_start = !is_word;
  }
  return words;
}

/// Makes the operations of the gated documents and gates of one host.
class GatedOperations {
 public:
  explicit GatedOperations(const HostView& view) : view_(view) {}

  void add(const GatedResource& resource, bj::object& paths) {
    templates::View values;
    values.set("path", resource.path).set("title", resource.title).set("scope", resource.scope);
    values.set_optional("description", resource.description);
    if (resource.gate != nullptr) return add_gate(resource, std::move(values), paths);
    values.set("id", id_of("read", resource.path)).set("media_type", essence_of(resource.document->media_type));
    paths[resource.path] = templates::filled_object("openapi/gated-document.json", values);
  }

 private:
  /// A name that no other operation has: those of the table begin otherwise.
  std::string id_of(std::string_view verb, std::string_view path) {
    const std::string name = std::string(verb) + words_of(path);
    std::string id = name;
    for (unsigned number = 2; !ids_.insert(id).second; ++number) id = name + std::to_string(number);
    return id;
  }

  void add_gate(const GatedResource& resource, templates::View values, bj::object& paths) {
    const content::Gate& gate = *resource.gate;
    values.set_optional("openapi", gate.openapi.empty() ? std::string() : openapi_url_of(view_, gate));
    bj::object item;
    for (const auto& method : gate.methods) {
      if (std::ranges::find(kMethods, method) == kMethods.end()) continue;
      const std::string name = base::lower_case(method);
      values.set("id", id_of(name + "Below", resource.path));
      values.set("has_body", name == "post" || name == "put" || name == "patch");
      item[name] = templates::filled_object("openapi/gate-operation.json", values);
    }
    if (!item.empty()) paths[std::string(resource.path) + "{path}"] = std::move(item);
  }

  const HostView& view_;
  std::set<std::string> ids_;
};

}  // namespace

std::string render_openapi(const HostView& view) {
  templates::View values = values_of(view);
  bj::object schemas = templates::filled_object("openapi/protocol-schemas.json", values);
  for (auto& [name, schema] : templates::filled_object("openapi/document-schemas.json", values)) schemas[name] = schema;
  values.set("schemas", bj::serialize(schemas))
      .set("headers", templates::filled("openapi/headers.json", values))
      .set("responses", templates::filled("openapi/responses.json", values))
      .set("operations", templates::filled("openapi/operations.json", values));
  bj::object document = templates::filled_object("openapi/document.json", values);
  bj::object& paths = document.at("paths").as_object();
  add_documents(view, paths);
  GatedOperations operations(view);
  for (const auto& resource : gated_resources(view.settings)) operations.add(resource, paths);
  return bj::serialize(document) + "\n";
}

}  // namespace agent_access::documents

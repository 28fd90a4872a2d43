#include "documents/openapi/openapi.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "documents/assets.hpp"
#include "documents/gated_resources.hpp"
#include "documents/openapi/openapi_parts.hpp"
#include "documents/paths.hpp"

namespace agent_access::documents {

namespace openapi {

boost::json::object parse_template(std::string_view name, const render::View& view) {
  return boost::json::parse(filled("openapi/" + std::string(name), view)).as_object();
}

}  // namespace openapi

namespace {

namespace bj = boost::json;

/// Sets {{token_400}} and the like, each for a response of the templates, {{any_other}}, whose lines have the status,
/// too, and {{{error_codes}}}: each code once, in JSON without brackets.
void set_errors(const ErrorAnswers& errors, const content::Access& access, render::View& values) {
  static const std::vector<ErrorAnswer> kNone;
  const std::array<std::pair<std::string, const std::vector<ErrorAnswer>*>, 7> lists = {{
      {"any_", &errors.any},
      {"token_", &errors.token},
      {"token_", access.has_declared_scopes() ? &errors.scopes : &kNone},
      {"registration_", &errors.registration},
      {"access_", &errors.profile},
      {"documents_", access.documents.empty() ? &kNone : &errors.documents},
      {"gates_", access.gates.empty() ? &kNone : &errors.gate_paths},
  }};
  std::map<std::string, std::string> responses;  // "- `code`: Text. Another text.", a line for each code
  std::set<std::pair<std::string, std::string_view>> seen;
  bj::array codes;
  for (const auto& [prefix, list] : lists) {
    for (const auto& [status, error, text] : *list) {
      const bool is_of_any = status == 503 || (list == &errors.any && status != 405 && status != 429);
      const std::string number = std::to_string(status);
      const std::string name = is_of_any ? "any_other" : prefix + number;
      if (!seen.emplace(name + number, text).second) continue;
      const std::string start = (is_of_any ? "- " + number + " `" : "- `") + std::string(error) + "`: ";
      std::string& lines = responses[name];
      if (const auto line = lines.find(start); line != std::string::npos) {
        lines.insert(lines.find('\n', line), ". " + std::string(text));
      } else {
        lines.append(start).append(text) += '\n';
      }
      if (std::ranges::find(codes, bj::value(error)) == codes.end()) codes.emplace_back(error);
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
std::vector<render::View> other_hosts(const HostView& view) {
  std::vector<render::View> hosts;
  for (const auto& base_url : view.settings.base_urls) {
    if (base_url.text() != view.base_url()) hosts.push_back(render::View().set("url", base_url.text()));
  }
  return hosts;
}

/// The values of the templates, without those of one operation.
render::View values_of(const HostView& view, const ErrorAnswers& errors) {
  const auto& site = view.content.site;
  const auto& access = view.settings.access;
  bj::object scopes;
  for (const auto& scope : scopes_of(view.settings)) scopes[scope.name] = scope.meaning;
  render::View values;
  values.set("base_url", view.base_url())
      .set("version", kApiVersion)
      .set("title", site.title)
      .set("contact", site.owner.name.empty() ? site.title : site.owner.name)
      .set("other_hosts", other_hosts(view))
      .set("scopes", bj::serialize(scopes))
      .set("has_scopes", access.has_declared_scopes())
      .set("has_documents", !access.documents.empty())
      .set("has_folder", std::ranges::any_of(access.documents, &content::GatedDocument::is_folder))
      .set("has_gates", !access.gates.empty())
      .set("has_gated", !access.documents.empty() || !access.gates.empty())
      .set("has_mcp", view.settings.mcp.is_enabled);
  values.set_optional("email", site.contact.email);
  set_errors(errors, access, values);
  std::string description = filled("openapi/description.md", values);
  description.pop_back();  // the end of the last line
  return values.set("description", description);
}

std::string schema_of(const ApiOperation& operation) {
  if (operation.schema.empty()) return R"({"type": "string"})";
  return R"({"$ref": "#/components/schemas/)" + std::string(operation.schema) + "\"}";
}

void add_documents(const HostView& view, bj::object& paths) {
  std::map<std::uint8_t, const DocumentRow*> documents;
  for (const DocumentRow& row : view.published) {
    if (row.api) documents.emplace(row.api->place, &row);
  }
  for (const auto& [place, document] : documents) {
    const ApiOperation& api = *document->api;
    render::View values;
    values.set("id", api.id).set("summary", api.summary).set("description", api.description).set("tag", api.tag);
    values.set("media_type", essence_of(document->media_type))
        .set("schema", schema_of(api))
        .set("is_counted", document->path.starts_with("/api/"))
        .set("has_link", !document->link.relation.empty());
    paths[document->path] = {{"get", openapi::parse_template("document-operation.json", values)}};
  }
}

}  // namespace

std::string render_openapi(const HostView& view, const ErrorAnswers& errors) {
  render::View values = values_of(view, errors);
  bj::object schemas = openapi::parse_template("protocol-schemas.json", values);
  for (auto& [name, schema] : openapi::parse_template("document-schemas.json", values)) schemas[name] = schema;
  values.set("schemas", bj::serialize(schemas))
      .set("headers", filled("openapi/headers.json", values))
      .set("responses", filled("openapi/responses.json", values))
      .set("operations", filled("openapi/operations.json", values));
  bj::object document = openapi::parse_template("document.json", values);
  bj::object& paths = document.at("paths").as_object();
  add_documents(view, paths);
  openapi::add_gated(view, paths);
  return bj::serialize(document) + "\n";
}

}  // namespace agent_access::documents

#include "documents/openapi/openapi.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <utility>

#include "documents/assets.hpp"
#include "documents/gated_resources.hpp"
#include "documents/openapi/openapi_parts.hpp"
#include "documents/paths.hpp"
#include "json/pretty_json.hpp"
#include "oauth/types.hpp"

namespace agent_access::documents {

namespace openapi {

boost::json::object parse_template(std::string_view name, const render::View& view) {
  return boost::json::parse(filled("openapi/" + std::string(name), view)).as_object();
}

boost::json::object reference(std::string_view component) {
  return {{"$ref", "#/components/" + std::string(component)}};
}

}  // namespace openapi

namespace {

namespace bj = boost::json;

/// The codes of all errors, each once, in JSON without brackets.
std::string error_codes(const ErrorAnswers& errors) {
  bj::array codes;
  for (const auto* list :
       {&errors.token, &errors.registration, &errors.profile, &errors.any, &errors.documents, &errors.gate_paths}) {
    for (const auto& answer : *list) {
      const bj::value code(answer.error);
      if (std::ranges::find(codes, code) == codes.end()) codes.push_back(code);
    }
  }
  const std::string list = bj::serialize(codes);
  return list.substr(1, list.size() - 2);
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
      .set("error_codes", error_codes(errors))
      .set("has_scopes", access.has_declared_scopes())
      .set("has_documents", !access.documents.empty())
      .set("has_folder", std::ranges::any_of(access.documents, &content::GatedDocument::is_folder))
      .set("has_gates", !access.gates.empty())
      .set("has_gated", !access.documents.empty() || !access.gates.empty())
      .set("has_mcp", view.settings.mcp.is_enabled);
  values.set_optional("email", site.contact.email);
  openapi::set_header_members(values);
  std::string description = filled("openapi/description.md", values);
  description.pop_back();  // the end of the last line
  return values.set("description", description);
}

/// The errors of an endpoint that templates/openapi/operations.json describes.
const std::vector<ErrorAnswer>& errors_of(const ErrorAnswers& errors, std::string_view path) {
  if (path == kRegisterPath) return errors.registration;
  if (path == kTokenPath) return errors.token;
  if (path == oauth::kProfilePath) return errors.profile;
  throw std::logic_error("no list of errors for " + std::string(path));
}

void add_endpoints(const render::View& values, const openapi::Refusals& refusals, bj::object& paths) {
  for (auto& [path, item] : openapi::parse_template("operations.json", values)) {
    for (auto& [method, operation] : item.as_object()) {
      refusals.add(path, {&errors_of(refusals.errors(), path), &refusals.errors().any},
                   operation.at("responses").as_object());
    }
    paths[path] = std::move(item);
  }
}

/// JSON: the document itself, or what templates/openapi/document-examples.json has.
std::string example_of(const ApiOperation& operation, const HostView& view, const bj::object& examples) {
  return operation.own_example != nullptr ? operation.own_example(view) : bj::serialize(examples.at(operation.id));
}

std::string schema_of(const ApiOperation& operation) {
  if (operation.schema.empty()) return R"({"type": "string", "minLength": 1})";
  return bj::serialize(openapi::reference("schemas/" + std::string(operation.schema)));
}

void add_documents(const HostView& view, render::View values, const openapi::Refusals& refusals, bj::object& paths) {
  const bj::object examples = openapi::parse_template("document-examples.json", values);
  std::map<std::uint8_t, const DocumentRow*> documents;
  for (const DocumentRow& row : view.published) {
    if (row.api) documents.emplace(row.api->place, &row);
  }
  for (const auto& [place, document] : documents) {
    const ApiOperation& api = *document->api;
    values.set("id", api.id).set("summary", api.summary).set("description", api.description).set("tag", api.tag);
    values.set("media_type", essence_of(document->media_type))
        .set("schema", schema_of(api))
        .set("example", example_of(api, view, examples))
        .set("is_rate_limited", openapi::is_rate_limited(document->path))
        .set("has_link", !document->link.relation.empty());
    bj::object operation = openapi::parse_template("document-operation.json", values);
    refusals.add(document->path, {&refusals.errors().any}, operation.at("responses").as_object());
    paths[document->path] = {{"get", std::move(operation)}};
  }
}

void add_components(const render::View& values, const openapi::Refusals& refusals, bj::object& components) {
  components["headers"] = openapi::parse_template("headers.json", values);
  bj::object responses = refusals.response_components();
  responses["NotModified"] = openapi::parse_template("not-modified.json", values);
  components["responses"] = std::move(responses);
  components["examples"] = refusals.example_components();
  bj::object schemas = openapi::parse_template("protocol-schemas.json", values);
  for (auto& [name, schema] : openapi::parse_template("document-schemas.json", values)) schemas[name] = schema;
  components["schemas"] = std::move(schemas);
}

}  // namespace

std::string render_openapi(const HostView& view, const ErrorAnswers& errors) {
  std::vector<std::string> texts;
  const ErrorAnswers own = openapi::with_access(errors, view.settings.access, texts);
  const openapi::Refusals refusals(own);
  const render::View values = values_of(view, own);
  bj::object document = openapi::parse_template("document.json", values);
  bj::object& paths = document.at("paths").as_object();
  add_endpoints(values, refusals, paths);
  add_documents(view, values, refusals, paths);
  openapi::add_gated(view, refusals, paths);
  add_components(values, refusals, document.at("components").as_object());
  return json::pretty_json(document);
}

}  // namespace agent_access::documents

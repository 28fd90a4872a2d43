#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <cstdint>
#include <map>
#include <utility>

#include "documents/openapi/openapi_parts.hpp"

namespace agent_access::documents::openapi {

namespace {

namespace bj = boost::json;

bj::value example_of(const ApiOperation& operation, const HostView& view) {
  if (operation.own_example != nullptr) return bj::parse(operation.own_example(view));
  if (operation.schema.empty()) return bj::value(operation.example);
  return parse_constant(operation.example, view);
}

bj::object schema_of(const ApiOperation& operation) {
  if (operation.schema.empty()) return {{"type", "string"}, {"minLength", 1}};
  return reference("schemas/" + std::string(operation.schema));
}

bj::object caching_headers(bool is_limited) {
  bj::object headers = common_headers({"ETag", "Vary"});
  headers["Cache-Control"] = header_reference("Cache-Control-Public");
  if (is_limited) add_rate_limit_headers(headers);
  return headers;
}

bj::object responses_of(const DocumentRow& document, const HostView& view, const Refusals& refusals) {
  bj::object responses;
  bj::object headers = caching_headers(is_rate_limited(document.path));
  headers["Content-Encoding"] = header_reference("Content-Encoding");
  if (!document.link.relation.empty()) headers["Link"] = header_reference("Link");
  responses["200"] = {{"description", "The document."},
                      {"headers", std::move(headers)},
                      {"content", content(essence_of(document.media_type), schema_of(*document.api), "document",
                                          example_of(*document.api, view))}};
  responses["304"] = reference("responses/NotModified");
  refusals.add(document.path, {&refusals.errors().any}, responses);
  return responses;
}

}  // namespace

bj::object not_modified() {
  return {{"description", "The stored response of the client is current; no body."},
          {"headers", caching_headers(true)}};
}

void add_documents(const HostView& view, const Refusals& refusals, bj::object& paths) {
  std::map<std::uint8_t, const DocumentRow*> documents;
  for (const DocumentRow& row : view.published) {
    if (row.api) documents.emplace(row.api->place, &row);
  }
  for (const auto& [place, document] : documents) {
    const ApiOperation& api = *document->api;
    bj::object operation = {{"operationId", api.id},
                            {"summary", api.summary},
                            {"description", api.description},
                            {"tags", bj::array{api.tag}},
                            {"security", bj::array{}},
                            {"parameters", bj::array{reference("parameters/IfNoneMatch")}},
                            {"responses", responses_of(*document, view, refusals)}};
    paths[document->path] = {{"get", std::move(operation)}};
  }
}

}  // namespace agent_access::documents::openapi

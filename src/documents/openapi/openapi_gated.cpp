#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <set>
#include <utility>

#include "base/ascii.hpp"
#include "content/static_file.hpp"
#include "documents/gated_resources.hpp"
#include "documents/openapi/openapi_parts.hpp"
#include "documents/paths.hpp"
#include "oauth/types.hpp"

namespace agent_access::documents::openapi {

namespace {

namespace bj = boost::json;

constexpr std::string_view kNameParameter = R"({
  "name": "name",
  "in": "path",
  "required": true,
  "description": "Name of a file in the folder. For a file in a folder below it, request the path with its slashes, which are not percent-encoded; OpenAPI has no parameter for that.",
  "schema": {"type": "string", "minLength": 1, "pattern": "^[^/]+$"},
  "example": "example.txt"
})";

constexpr std::string_view kPathParameter = R"({
  "name": "path",
  "in": "path",
  "required": true,
  "description": "Path below the prefix, with its slashes, which are not percent-encoded; OpenAPI has no parameter for that.",
  "schema": {"type": "string"},
  "example": "example.txt"
})";

constexpr std::string_view kPageParameter = R"({
  "name": "page",
  "in": "query",
  "required": false,
  "description": "Number of the page, from 1 on; next in the response is the address of the next one.",
  "schema": {"type": "integer", "minimum": 1, "default": 1},
  "example": 1
})";

constexpr std::string_view kListExample = R"({
  "path": "/api/agent/example/",
  "count": 1,
  "files": [{
    "path": "/api/agent/example/example.txt",
    "size": 12,
    "media_type": "text/plain; charset=utf-8",
    "modified": "2026-09-21T14:28:20Z"
  }]
})";

constexpr std::string_view kGateText =
    " A request with such a token is answered by the site; this service refuses others.";

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

/// Makes the operations of one host.
class GatedOperations {
 public:
  GatedOperations(const HostView& view, const Refusals& refusals) : view_(view), refusals_(refusals) {}

  void add(const GatedResource& resource, bj::object& paths) {
    if (resource.gate != nullptr) return add_gate(resource, paths);
    const std::string path(resource.path);
    if (!resource.holds_paths()) return add_get(paths, path, file_operation(resource, "read"));
    add_get(paths, path, list_operation(resource));
    bj::object file = file_operation(resource, "readFileOf");
    file["parameters"].as_array().insert(file["parameters"].as_array().begin(), parse_constant(kNameParameter, view_));
    add_get(paths, path + "{name}", std::move(file));
  }

 private:
  static void add_get(bj::object& paths, const std::string& path, bj::object operation) {
    paths[path] = bj::object{{"get", std::move(operation)}};
  }

  /// A name that no other operation has: those of the table begin otherwise.
  std::string id_of(std::string_view verb, std::string_view path) {
    const std::string name = std::string(verb) + words_of(path);
    std::string id = name;
    for (unsigned number = 2; !ids_.insert(id).second; ++number) id = name + std::to_string(number);
    return id;
  }

  [[nodiscard]] static std::string text_of(const GatedResource& resource) {
    std::string text(resource.description);
    return text.append(text.empty() ? "" : " ")
        .append("Needs a Bearer token with the scope ")
        .append(resource.scope)
        .append(".");
  }

  bj::object operation_of(const GatedResource& resource, std::string_view verb, std::string text,
                          std::string_view tag) {
    bj::object requirement;
    requirement["oauth2"] = bj::array{resource.scope};
    return {{"operationId", id_of(verb, resource.path)},
            {"summary", resource.title},
            {"description", std::move(text)},
            {"tags", bj::array{tag}},
            {"security", bj::array{std::move(requirement)}}};
  }

  bj::object file_operation(const GatedResource& resource, std::string_view verb) {
    bj::object operation = operation_of(resource, verb, text_of(resource), kDocumentTag);
    operation["parameters"] = bj::array{reference("parameters/IfNoneMatch"), reference("parameters/Range")};
    operation["responses"] = file_responses(resource);
    return operation;
  }

  bj::object list_operation(const GatedResource& resource) {
    bj::object operation =
        operation_of(resource, "listFilesOf", text_of(resource) + " This is the list of its files.", kDocumentTag);
    operation["parameters"] = bj::array{parse_constant(kPageParameter, view_)};
    bj::object responses;
    responses["200"] = {{"description", "The files of the folder and of the folders below it."},
                        {"headers", list_headers()},
                        {"content", content(kJsonType, reference("schemas/FolderListing"), "list",
                                            parse_constant(kListExample, view_))}};
    add_refusals(resource, true, responses);
    operation["responses"] = std::move(responses);
    return operation;
  }

  [[nodiscard]] static bj::object list_headers() {
    bj::object headers = common_headers({"Cache-Control"});
    add_rate_limit_headers(headers);
    return headers;
  }

  [[nodiscard]] static bj::object file_headers() {
    bj::object headers = common_headers({"ETag", "Last-Modified", "Accept-Ranges", "Content-Security-Policy"});
    headers["Cache-Control"] = header_reference("Cache-Control-Private");
    add_rate_limit_headers(headers);
    return headers;
  }

  [[nodiscard]] static bj::object bytes_of(const GatedResource& resource, std::string_view what) {
    std::string_view type = "*/*";
    if (!resource.holds_paths()) {
      const content::GatedDocument& file = *resource.document;
      type = essence_of(file.media_type.empty() ? content::media_type_of(file.source.filename().native())
                                                : std::string_view(file.media_type));
    }
    bj::object made;
    made[type] = bj::object{{"schema", bj::object{{"description", what}}}};
    return made;
  }

  [[nodiscard]] bj::object file_responses(const GatedResource& resource) const {
    bj::object partial = file_headers();
    partial["Content-Range"] = header_reference("Content-Range");
    bj::object responses;
    responses["200"] = {{"description", "The file."},
                        {"headers", file_headers()},
                        {"content", bytes_of(resource, "The bytes of the file.")}};
    responses["206"] = {{"description", "The part of the file that Range names."},
                        {"headers", std::move(partial)},
                        {"content", bytes_of(resource, "These bytes of the file.")}};
    responses["304"] = {{"description", "The stored response of the client is current; no body."},
                        {"headers", file_headers()}};
    add_refusals(resource, false, responses);
    return responses;
  }

  /// As for the profile: a 429 is among them. A list has no conditions and ranges.
  void add_refusals(const GatedResource& resource, bool is_list, bj::object& responses) const {
    static const std::vector<ErrorAnswer> kNone;
    const ErrorAnswers& errors = refusals_.errors();
    const auto* const of_files = is_list ? &kNone : &errors.documents;
    refusals_.add(resource.path, {&errors.by_scope.at(resource.scope_index), of_files, &errors.any}, responses);
  }

  void add_gate(const GatedResource& resource, bj::object& paths) {
    bj::object item;
    for (const auto& method : resource.gate->methods) {
      if (std::ranges::find(kMethods, method) == kMethods.end()) continue;
      const std::string name = base::lower_case(method);
      item[name] = gate_operation(resource, name);
    }
    if (!item.empty()) paths[std::string(resource.path) + "{path}"] = std::move(item);
  }

  bj::object gate_operation(const GatedResource& resource, const std::string& method) {
    std::string text = text_of(resource) + std::string(kGateText);
    if (!resource.gate->openapi.empty()) text += " The owner describes it in the external documentation.";
    bj::object operation = operation_of(resource, method + "Below", std::move(text), kGateTag);
    if (!resource.gate->openapi.empty()) {
      operation["externalDocs"] = {{"description", "OpenAPI description of the owner"},
                                   {"url", openapi_url_of(view_, *resource.gate)}};
    }
    operation["parameters"] = bj::array{parse_constant(kPathParameter, view_)};
    if (method == "post" || method == "put" || method == "patch") {
      operation["requestBody"] = {{"description", "What the site expects."},
                                  {"content", any_content("A body for the site.")}};
    }
    bj::object responses;
    responses["200"] = {{"description", "The response of the site."},
                        {"content", any_content("The body of the site.")}};
    refusals_.add(oauth::kProfilePath, {&refusals_.errors().gates.at(resource.gate->scope)}, responses);
    operation["responses"] = std::move(responses);
    return operation;
  }

  [[nodiscard]] static bj::object any_content(std::string_view what) {
    return {{"*/*", bj::object{{"schema", bj::object{{"description", what}}}}}};
  }

  const HostView& view_;
  const Refusals& refusals_;
  std::set<std::string> ids_;
};

}  // namespace

void add_gated(const HostView& view, const Refusals& refusals, bj::object& paths) {
  GatedOperations operations(view, refusals);
  for (const auto& resource : gated_resources(view.settings)) operations.add(resource, paths);
}

}  // namespace agent_access::documents::openapi

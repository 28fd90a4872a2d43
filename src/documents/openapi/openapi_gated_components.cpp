#include <algorithm>
#include <boost/json/array.hpp>
#include <utility>

#include "documents/openapi/openapi_parts.hpp"

namespace agent_access::documents::openapi {

namespace {

namespace bj = boost::json;

constexpr std::string_view kFileComponents = R"json({
  "parameters": {"Range": {
    "name": "Range",
    "in": "header",
    "required": false,
    "description": "A part of the file in bytes (RFC 9110 section 14.2): the response is 206.",
    "schema": {"type": "string"},
    "example": "bytes=0-99"
  }},
  "headers": {
    "Last-Modified": {
      "description": "When the file was changed.",
      "required": true,
      "schema": {"type": "string"},
      "example": "Mon, 21 Sep 2026 14:28:20 GMT"
    },
    "Content-Security-Policy": {
      "description": "In a browser, the file runs no script and loads nothing.",
      "required": true,
      "schema": {"type": "string"},
      "example": "default-src 'none'; sandbox"
    },
    "Accept-Ranges": {
      "description": "Parts can be requested with Range.",
      "required": true,
      "schema": {"type": "string", "const": "bytes"},
      "example": "bytes"
    },
    "Content-Range": {
      "description": "The part that the body is, and the size of the file.",
      "required": true,
      "schema": {"type": "string"},
      "example": "bytes 0-99/2048"
    },
    "Cache-Control-Private": {
      "description": "Only the client itself may store the file, and asks before each use whether it is current.",
      "required": true,
      "schema": {"type": "string"},
      "example": "private, no-cache"
    }
  }
})json";

constexpr std::string_view kFolderListing = R"json({
  "type": "object",
  "description": "The files of a folder and of the folders below it, sorted by path.",
  "required": ["path", "count", "files"],
  "properties": {
    "path": {"type": "string", "description": "Path of the folder."},
    "count": {"type": "integer", "minimum": 0, "description": "Number of all its files, on all pages."},
    "files": {
      "type": "array",
      "description": "The files of this page.",
      "items": {
        "type": "object",
        "description": "A file.",
        "required": ["path", "size", "media_type", "modified"],
        "properties": {
          "path": {"type": "string", "description": "Path of the file, percent-encoded."},
          "size": {"type": "integer", "minimum": 0, "description": "Bytes of the file."},
          "media_type": {"type": "string", "description": "Media type of the file."},
          "modified": {"type": "string", "format": "date-time", "description": "When the file was changed."}
        },
        "additionalProperties": true
      }
    },
    "next": {"type": "string", "format": "uri", "description": "Address of the next page; absent on the last one."}
  },
  "additionalProperties": true
})json";

}  // namespace

void describe_access(const HostView& view, ErrorAnswers& errors, std::deque<std::string>& texts) {
  const content::Access& access = view.settings.access;
  if (access.documents.empty()) errors.documents.clear();
  if (access.gates.empty()) errors.gate_paths.clear();
  if (access.has_declared_scopes()) errors.token.insert(errors.token.end(), errors.scopes.begin(), errors.scopes.end());
  for (std::size_t scope = 0; scope < access.scopes.size(); ++scope) {
    std::vector<ErrorAnswer> refusals = errors.profile;
    for (auto& refusal : refusals) {
      if (refusal.status == 403 && scope != 0) {
        refusal.description = texts.emplace_back("The access token lacks the scope " + access.scopes[scope].name);
      }
    }
    errors.by_scope.push_back(refusals);
    refusals.insert(refusals.end(), errors.gate_paths.begin(), errors.gate_paths.end());
    for (const auto& refusal : errors.any) {
      if (refusal.status == 405 || refusal.status == 429) refusals.push_back(refusal);
    }
    errors.gates.push_back(std::move(refusals));
  }
}

bj::array gated_tags(const HostView& view) {
  bj::array tags;
  const content::Access& access = view.settings.access;
  if (!access.documents.empty()) {
    tags.push_back(
        {{"name", kDocumentTag}, {"description", "Documents of the owner, each with the scope that opens it."}});
  }
  if (!access.gates.empty()) {
    tags.push_back({{"name", kGateTag},
                    {"description", "Paths of the site that need a token; the site itself answers below them."}});
  }
  return tags;
}

void add_gated_components(const HostView& view, bj::object& components) {
  const auto& documents = view.settings.access.documents;
  const bool has_folder = std::ranges::any_of(documents, &content::GatedDocument::is_folder);
  if (documents.empty()) return;
  for (const auto& [kind, members] : parse_constant(kFileComponents, view)) {
    for (const auto& [name, member] : members.as_object()) components[kind].as_object()[name] = member;
  }
  if (has_folder) components["schemas"].as_object()["FolderListing"] = parse_constant(kFolderListing, view);
}

}  // namespace agent_access::documents::openapi

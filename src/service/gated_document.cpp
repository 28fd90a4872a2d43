#include "service/gated_document.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "documents/paths.hpp"
#include "gated/documents.hpp"
#include "gated/folder_walk.hpp"
#include "gated/gates.hpp"
#include "gated/preconditions.hpp"
#include "http/append.hpp"
#include "http/conditional.hpp"
#include "http/fields.hpp"
#include "publish/resource_metadata.hpp"
#include "service/authorization.hpp"

namespace agent_access::service {

namespace {

// A cache of the client may keep a file and must ask with a token each time. No file is a page of this site: if a
// browser shows one, its scripts do not run.
constexpr std::string_view kOwnFileFields =
    "Cache-Control: private, no-cache\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Content-Security-Policy: default-src 'none'; sandbox\r\n"
    "Accept-Ranges: bytes\r\n";
constexpr std::string_view kFileFields = http::joined<kOwnFileFields, http::kRangeCorsFields>;
constexpr std::string_view kListFields = http::joined<http::kJsonField, http::kNoStoreFields, http::kCorsFields>;
/// Of a refusal that has a Content-Range.
constexpr std::string_view kRangeProblemFields =
    http::joined<http::kJsonField, http::kNoStoreFields, http::kRangeCorsFields>;

/// The path that the metadata of the resource is for; one that could be read in two ways stands in no challenge.
std::string_view resource_path_of(const Call& call, std::size_t document) {
  const std::string_view path = call.request.path;
  const bool is_plain = path.size() <= publish::kLongestResource && gated::is_normal_path(path);
  return is_plain ? path : std::string_view(call.context.snapshot->settings.access.documents[document].path);
}

void send_part(const gated::Documents& documents, gated::OpenedFile file, const gated::Selection& part,
               http::Response& response) {
  if (part.size == 0) return;  // an empty file
  response.source = documents.body_of(std::move(file), part.first, part.size);
  if (response.source == nullptr) refuse(RequestFault::document_unavailable, response);
}

void refuse_range(std::size_t size, http::Response& response) {
  refuse(RequestFault::range_not_satisfiable, response);
  response.constant_fields = kRangeProblemFields;
  http::append(response.fields, "Content-Range: bytes */", http::Decimal(static_cast<std::int64_t>(size)), "\r\n");
}

/// What the Range field selects; only GET has ranges (section 14.2).
gated::Selection select(const http::Request& request, const gated::Validators& validators, std::time_t now,
                        std::size_t size) {
  const bool has_range = request.method == http::Method::get && request.count("Range") == 1;
  if (!has_range || !gated::permits_range(request, validators, now)) return {};
  return gated::select_range(request.field("Range"), size);
}

void send_file(const Call& call, const gated::File& file, gated::OpenedFile opened, http::Response& response) {
  const std::string etag = opened.etag();
  const std::time_t now = call.clock.now().time_since_epoch().count();
  const gated::Validators validators = {etag, opened.modified_until(now)};
  const gated::Precondition precondition = gated::evaluate_preconditions(call.request, validators);
  if (precondition == gated::Precondition::failed) return refuse(RequestFault::precondition_failed, response);
  response.constant_fields = kFileFields;
  http::append(response.fields, "ETag: ", etag, "\r\nLast-Modified: ", http::http_date(validators.modified), "\r\n");
  if (precondition == gated::Precondition::not_modified) {
    response.status = 304;
    return;
  }
  const std::size_t size = opened.size();
  gated::Selection part = select(call.request, validators, now, size);
  if (part.kind == gated::Selection::Kind::unsatisfiable) return refuse_range(size, response);
  http::append(response.fields, "Content-Type: ", file.media_type, "\r\n");
  if (part.kind == gated::Selection::Kind::part) {
    response.status = 206;
    const auto number = [](std::size_t value) { return http::Decimal(static_cast<std::int64_t>(value)); };
    http::append(response.fields, "Content-Range: bytes ", number(part.first), "-", number(part.first + part.size - 1),
                 "/", number(size), "\r\n");
  } else {
    part.size = size;
  }
  send_part(*call.context.snapshot->gated_documents, std::move(opened), part, response);
}

void answer_file(const Call& call, const gated::File& file, http::Response& response) {
  auto opened = call.context.snapshot->gated_documents->open(file);
  if (opened) return send_file(call, file, std::move(*opened), response);
  refuse(opened.error() == gated::FileFault::missing ? RequestFault::unknown_path : RequestFault::document_unavailable,
         response);
}

std::optional<std::string> list_of(const Call& call, std::string_view path, std::string_view query) {
  const Snapshot& snapshot = *call.context.snapshot;
  const std::size_t document = call.outcome.gated;
  return gated::list_folder(*snapshot.gated_documents,
                            {.document = document,
                             .document_path = snapshot.settings.access.documents[document].path,
                             .path = path,
                             .query = query,
                             .base_url = call.base_url(),
                             .now = call.clock.now().time_since_epoch().count()});
}

void answer_list(const Call& call, http::Response& response) {
  auto list = list_of(call, call.path, call.request.query);
  if (!list) return refuse(RequestFault::unknown_path, response);
  response.constant_fields = kListFields;
  response.body = std::move(*list);
}

base::Result<mcp::FileContents, ReadFault> read_file(const gated::Documents& documents, const gated::File& file) {
  auto opened = documents.open(file);
  if (!opened) {
    const bool is_missing = opened.error() == gated::FileFault::missing;
    return base::Failure(is_missing ? ReadFault::missing : ReadFault::unavailable);
  }
  const std::size_t size = opened->size();
  if (size > mcp::kMostFileBytes) return base::Failure(ReadFault::large);
  mcp::FileContents contents{file.media_type, std::string(size, '\0')};
  if (size == 0) return contents;
  const auto source = documents.body_of(std::move(*opened), 0, size);
  if (source == nullptr || !source->read(contents.bytes)) return base::Failure(ReadFault::unavailable);
  return contents;
}

}  // namespace

void answer_gated_document(Call& call, http::Response& response) {
  const std::size_t document = call.outcome.gated;
  const std::size_t scope = call.context.snapshot->settings.access.documents[document].scope;
  const auto grant = authorize(call, scope);
  if (!grant) return refuse_token(call, grant.error(), resource_path_of(call, document), scope, response);
  call.outcome.client_id = grant->client_id();
  if (call.path.ends_with('/')) return answer_list(call, response);
  const auto* const file = call.context.snapshot->gated_documents->file(document, call.path);
  if (file == nullptr) return refuse(RequestFault::unknown_path, response);
  answer_file(call, *file, response);
}

base::Result<mcp::FileContents, ReadFault> read_gated_document(const Call& call, std::string_view path,
                                                               std::string_view query) {
  if (path.ends_with('/')) {
    auto list = list_of(call, path, query);
    if (!list) return base::Failure(ReadFault::missing);
    return mcp::FileContents{std::string(documents::kJsonType), std::move(*list)};
  }
  const gated::Documents& documents = *call.context.snapshot->gated_documents;
  const auto* const file = documents.file(call.outcome.gated, path);
  if (file == nullptr) return base::Failure(ReadFault::missing);
  return read_file(documents, *file);
}

}  // namespace agent_access::service

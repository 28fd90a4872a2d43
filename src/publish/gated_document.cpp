#include "publish/gated_document.hpp"

#include <utility>

#include "http/append.hpp"
#include "http/conditional.hpp"
#include "http/fields.hpp"
#include "publish/catalogue.hpp"

namespace agent_access::publish {

namespace {

// A cache of the client may keep a document and must ask with a token each time. No document is a page of this site: if
// a browser shows one, its scripts do not run.
constexpr std::string_view kOwnGatedFields =
    "Cache-Control: private, no-cache\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Content-Security-Policy: default-src 'none'; sandbox\r\n";
constexpr std::string_view kGatedFields = http::joined<kOwnGatedFields, http::kCorsFields>;

}  // namespace

GatedFile prepare_gated_file(std::string_view media_type, std::string body) {
  GatedFile file{.body = std::move(body), .etag = {}, .fields = {}, .not_modified_fields = {}};
  if (const std::string tag = entity_tag(file.body); !tag.empty()) {
    file.etag = "\"" + tag + "\"";
    http::append(file.not_modified_fields, "ETag: ", file.etag, "\r\n");
  }
  file.not_modified_fields.append(kGatedFields);
  http::append(file.fields, "Content-Type: ", media_type, "\r\n", file.not_modified_fields);
  return file;
}

void answer_gated_file(const GatedFile& file, const http::Request& request, http::Response& response) {
  if (!file.etag.empty() && http::is_not_modified(request, file.etag)) {
    response.status = 304;
    response.constant_fields = file.not_modified_fields;
    return;
  }
  response.constant_fields = file.fields;
  response.constant_body = file.body;
}

}  // namespace agent_access::publish

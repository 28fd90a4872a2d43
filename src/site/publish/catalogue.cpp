#include "site/publish/catalogue.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/base64url.hpp"
#include "base/text.hpp"
#include "crypto/digest.hpp"
#include "http/fields.hpp"
#include "site/documents/paths.hpp"
#include "site/publish/negotiation.hpp"

namespace agent_access::publish {
namespace {

/// The fields of every document. A test compares them with http::kCorsFields.
constexpr std::string_view kDocumentFields =
    "X-Content-Type-Options: nosniff\r\n"
    "Access-Control-Allow-Origin: *\r\n"
    "Access-Control-Expose-Headers: ETag, Link, Retry-After, RateLimit, RateLimit-Policy, RateLimit-Limit, "
    "RateLimit-Remaining, RateLimit-Reset, WWW-Authenticate, X-Request-Id\r\n";

/// RFC 9110 section 15.4.5: a 304 has the caching fields of the 200.
constexpr std::string_view kNoStoreField = "Cache-Control: no-store\r\n";
constexpr std::string_view kVaryField = "Vary: Accept-Encoding\r\n";
constexpr std::string_view kVaryOfForms = "Vary: Accept, Accept-Encoding\r\n";

/// Pictures, fonts, videos and archives are already compressed.
bool is_compressible(std::string_view media_type) noexcept {
  constexpr std::array<std::string_view, 8> kCompressed = {
      "audio/",          "video/",           "font/",           "image/",
      "application/zip", "application/gzip", "application/pdf", "application/octet-stream"};
  if (media_type.starts_with("image/svg+xml")) return true;
  return std::ranges::none_of(kCompressed, [&](std::string_view prefix) { return media_type.starts_with(prefix); });
}

/// Accept selects between this document and another one, here or at another path.
bool is_negotiated(const Document& document) noexcept { return document.source.is_form || document.markdown; }

/// `tag` without quotes; empty if the crypto library failed: the document then has no ETag.
Representation represent(const Document& document, std::string_view tag, std::string body, std::string_view coding) {
  const documents::Rendered& source = document.source;
  Representation made;
  made.body = std::move(body);
  std::string caching;
  if (!tag.empty()) {
    // A strong tag identifies exact bytes, so each coding has its own.
    http::append(made.etag, "\"", tag, coding.empty() ? "" : "-", coding, "\"");
    http::append(caching, "ETag: ", made.etag, "\r\n");
  }
  http::append(caching, source.is_stored ? http::kCacheField : kNoStoreField,
               is_negotiated(document) ? kVaryOfForms : kVaryField);
  std::string type;
  http::append(type, "Content-Type: ", source.media_type, "\r\n");
  if (!coding.empty()) http::append(type, "Content-Encoding: ", coding, "\r\n");
  http::append(made.fields, type, caching, kDocumentFields, source.extra_fields);
  http::append(made.not_modified_fields, caching, kDocumentFields);
  if (source.path == documents::kNotFoundPath) {
    // As for every error: not stored. The same request with another Accept field gets JSON.
    http::append(made.not_found_fields, type, kNoStoreField, kVaryOfForms, kDocumentFields, source.extra_fields);
  }
  return made;
}

std::unique_ptr<const Representation> coded(const Document& document, std::string_view tag,
                                            std::optional<std::string> body, std::string_view coding) {
  if (!body) return nullptr;
  return std::make_unique<Representation>(represent(document, tag, std::move(*body), coding));
}

std::unique_ptr<const Document> prepare_form(documents::Rendered rendered, std::unique_ptr<const Document> markdown,
                                             Compression compression) {
  auto document = std::make_unique<Document>();
  std::string body = std::exchange(rendered.body, {});
  body.shrink_to_fit();
  document->source = std::move(rendered);
  document->markdown = std::move(markdown);
  const std::string tag = entity_tag(body);
  if (compression == Compression::prepared && is_compressible(document->source.media_type)) {
    document->gzip = coded(*document, tag, gzip(body), "gzip");
    document->brotli = coded(*document, tag, brotli(body), "br");
  }
  document->identity = represent(*document, tag, std::move(body), "");
  return document;
}

std::shared_ptr<const Document> prepare_document(documents::Rendered rendered, Compression compression) {
  std::unique_ptr<const Document> markdown;
  if (!rendered.markdown.empty()) {
    markdown = prepare_form({.path = rendered.path,
                             .media_type = std::string(documents::kMarkdownType),
                             .body = std::exchange(rendered.markdown, {}),
                             .extra_fields = rendered.markdown_fields,
                             .kind = rendered.kind,
                             .is_form = true,
                             .is_stored = rendered.is_stored},
                            nullptr, compression);
  }
  return prepare_form(std::move(rendered), std::move(markdown), compression);
}

bool is_same(const Document& document, const documents::Rendered& rendered) {
  const std::string_view markdown = document.markdown ? std::string_view(document.markdown->identity.body) : "";
  return document.source.media_type == rendered.media_type && document.source.extra_fields == rendered.extra_fields &&
         document.source.kind == rendered.kind && document.identity.body == rendered.body &&
         markdown == rendered.markdown && document.source.markdown_fields == rendered.markdown_fields &&
         document.source.is_form == rendered.is_form && document.source.is_stored == rendered.is_stored;
}

constexpr std::size_t kTagBytes = 16;

}  // namespace

Catalogue::Catalogue(std::vector<documents::Rendered> rendered, std::span<const Catalogue* const> others,
                     Compression compression) {
  for (documents::Rendered& document : rendered) {
    auto& place = documents_[document.path];
    place.reset();
    for (const Catalogue* const other : others) {
      if (place) break;
      const auto known = other->documents_.find(document.path);
      if (known != other->documents_.end() && is_same(*known->second, document)) place = known->second;
    }
    if (!place) place = prepare_document(std::move(document), compression);
  }
}

const Document* Catalogue::find(std::string_view path) const noexcept {
  const auto place = documents_.find(path);
  return place == documents_.end() ? nullptr : place->second.get();
}

std::vector<std::string> Catalogue::paths() const {
  std::vector<std::string> paths;
  for (const auto& [path, document] : documents_) paths.push_back(path);
  std::ranges::sort(paths);
  return paths;
}

std::string entity_tag(std::string_view body) {
  auto hasher = crypto::Sha256::create();
  const auto digest = hasher ? hasher->digest(base::bytes_of(body)) : base::Failure(hasher.error());
  if (!digest) return {};
  return base::base64url_encode(base::ByteView(*digest).first(kTagBytes));
}

}  // namespace agent_access::publish

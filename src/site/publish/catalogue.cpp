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
#include "site/publish/compression.hpp"

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
bool is_negotiated(const Document& document) noexcept { return document.source.is_form || document.has_markdown(); }

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
  made.before_304 = type.size();
  made.length_of_304 = caching.size() + kDocumentFields.size();
  http::append(made.fields, type, caching, kDocumentFields, source.extra_fields);
  made.fields.shrink_to_fit();
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

/// Without a compressor there is one representation.
std::shared_ptr<const Document> prepare_document(documents::Rendered rendered, Compressor* compressor) {
  auto document = std::make_shared<Document>();
  std::string body = std::exchange(rendered.body, {});
  body.shrink_to_fit();
  document->source = std::move(rendered);
  const std::string tag = entity_tag(body);
  if (compressor != nullptr && is_compressible(document->source.media_type)) {
    document->gzip = coded(*document, tag, compressor->gzip(body), "gzip");
    document->brotli = coded(*document, tag, compressor->brotli(body), "br");
  }
  document->identity = represent(*document, tag, std::move(body), "");
  return document;
}

bool is_same(const Document& document, const documents::Rendered& rendered) {
  return document.source.media_type == rendered.media_type && document.source.extra_fields == rendered.extra_fields &&
         document.source.kind == rendered.kind && document.identity.body == rendered.body &&
         document.source.markdown_path == rendered.markdown_path && document.source.is_form == rendered.is_form &&
         document.source.is_stored == rendered.is_stored;
}

/// The form of a page at its own path.
documents::Rendered form_of(documents::Rendered& page) {
  page.markdown_path = page.path;
  return {.path = page.path,
          .media_type = std::string(documents::kMarkdownType),
          .body = std::exchange(page.markdown, {}),
          .kind = page.kind,
          .is_form = true,
          .is_stored = page.is_stored};
}

constexpr std::size_t kTagBytes = 16;

}  // namespace

Catalogue::Catalogue(std::vector<documents::Rendered> rendered, std::span<const Catalogue* const> others,
                     Compression compression) {
  std::vector<const Documents*> other_documents;
  std::vector<const Documents*> other_forms;
  for (const Catalogue* const other : others) {
    other_documents.push_back(&other->documents_);
    other_forms.push_back(&other->forms_);
  }
  Compressor kept(rendered.size());
  Compressor* const compressor = compression == Compression::prepared ? &kept : nullptr;
  for (documents::Rendered& document : rendered) {
    if (!document.markdown.empty()) add(forms_, form_of(document), other_forms, compressor);
    add(documents_, std::move(document), other_documents, compressor);
  }
}

void Catalogue::add(Documents& to, documents::Rendered rendered, std::span<const Documents* const> others,
                    Compressor* compressor) {
  auto& place = to[rendered.path];
  place.reset();
  for (const Documents* const other : others) {
    const auto known = other->find(rendered.path);
    if (known == other->end() || !is_same(*known->second, rendered)) continue;
    place = known->second;
    return;
  }
  place = prepare_document(std::move(rendered), compressor);
}

const Document* Catalogue::find(std::string_view path) const noexcept {
  const auto place = documents_.find(path);
  return place == documents_.end() ? nullptr : place->second.get();
}

const Document* Catalogue::markdown_of(const Document& document) const noexcept {
  const std::string& path = document.source.markdown_path;
  if (path.empty()) return nullptr;
  if (path != document.source.path) return find(path);
  const auto form = forms_.find(path);
  return form == forms_.end() ? nullptr : form->second.get();
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

#include "publish/catalogue.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "base/base64url.hpp"
#include "base/bytes.hpp"
#include "crypto/digest.hpp"
#include "documents/paths.hpp"
#include "http/append.hpp"
#include "publish/compression.hpp"

namespace agent_access::publish {

namespace {

/// The fields of every document. A test compares them with http::kCorsFields.
constexpr std::string_view kDocumentFields =
    "X-Content-Type-Options: nosniff\r\n"
    "Access-Control-Allow-Origin: *\r\n"
    "Access-Control-Expose-Headers: ETag, Link, Retry-After, RateLimit, RateLimit-Policy, RateLimit-Limit, "
    "RateLimit-Remaining, RateLimit-Reset, WWW-Authenticate, X-Request-Id\r\n";

/// RFC 9110 section 15.4.5: a 304 has the caching fields of the 200.
constexpr std::string_view kCachingField = "Cache-Control: public, max-age=300\r\n";
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

/// `tag` without quotes; empty if the crypto library failed: the document has no ETag then and is always sent as a
/// whole.
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
  http::append(caching, kCachingField, is_negotiated(document) ? kVaryOfForms : kVaryField);
  std::string type;
  http::append(type, "Content-Type: ", source.media_type, "\r\n");
  if (!coding.empty()) http::append(type, "Content-Encoding: ", coding, "\r\n");
  http::append(made.fields, type, caching, kDocumentFields, source.extra_fields);
  http::append(made.not_modified_fields, caching, kDocumentFields);
  if (source.path == documents::kNotFoundPath) {
    // As for every error: not stored. The same request with another Accept field gets JSON.
    http::append(made.not_found_fields, type, "Cache-Control: no-store\r\n", kVaryOfForms, kDocumentFields,
                 source.extra_fields);
  }
  return made;
}

std::unique_ptr<Document> prepare_form(documents::Rendered rendered, std::unique_ptr<const Document> markdown) {
  auto document = std::make_unique<Document>();
  std::string body = std::exchange(rendered.body, {});
  body.shrink_to_fit();
  document->source = std::move(rendered);
  document->markdown = std::move(markdown);
  const std::string tag = entity_tag(body);
  document->identity = represent(*document, tag, std::move(body), "");
  return document;
}

std::shared_ptr<const Document> prepare_document(documents::Rendered rendered) {
  std::unique_ptr<const Document> markdown;
  if (!rendered.markdown.empty()) {
    markdown = prepare_form({.path = rendered.path,
                             .media_type = std::string(documents::kMarkdownType),
                             .body = std::exchange(rendered.markdown, {}),
                             .extra_fields = rendered.markdown_fields,
                             .kind = rendered.kind,
                             .is_form = true},
                            nullptr);
  }
  return prepare_form(std::move(rendered), std::move(markdown));
}

std::unique_ptr<const Representation> coded(const Document& document, std::optional<std::string> body,
                                            std::string_view coding) {
  if (!body) return nullptr;
  std::string_view tag = document.identity.etag;
  if (!tag.empty()) tag = tag.substr(1, tag.size() - 2);
  return std::make_unique<Representation>(represent(document, tag, std::move(*body), coding));
}

std::unique_ptr<const Codings> codings_of(const Document& document) {
  auto codings = std::make_unique<Codings>();
  if (!is_compressible(document.source.media_type)) return codings;
  const std::string& body = document.identity.body;
  codings->gzip = coded(document, gzip(body), "gzip");
  codings->brotli = coded(document, brotli(body), "br");
  return codings;
}

bool is_same(const Document& document, const documents::Rendered& rendered) {
  const std::string_view markdown = document.markdown ? std::string_view(document.markdown->identity.body) : "";
  return document.source.media_type == rendered.media_type && document.source.extra_fields == rendered.extra_fields &&
         document.source.kind == rendered.kind && document.identity.body == rendered.body &&
         markdown == rendered.markdown && document.source.markdown_fields == rendered.markdown_fields &&
         document.source.is_form == rendered.is_form;
}

constexpr std::size_t kTagBytes = 16;

Catalogue::Groups paths_of(const std::vector<documents::Rendered>& rendered) {
  Catalogue::Groups groups;
  for (const documents::Rendered& document : rendered) groups.push_back({document.path});
  return groups;
}

}  // namespace

Catalogue::Catalogue(const Groups& groups, Render render, const Catalogue* first)
    : groups_(groups.size()), render_(std::move(render)), first_(first) {
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (std::size_t index = 0; index < groups[group].size(); ++index) {
      places_.insert_or_assign(groups[group][index], Place{group, index});
    }
  }
}

Catalogue Catalogue::of(const std::vector<documents::Rendered>& rendered) {
  return {paths_of(rendered), [rendered](std::size_t group) { return std::vector{rendered[group]}; }};
}

std::unique_ptr<const Catalogue::Group> Catalogue::made_group(std::size_t group, const Render& render,
                                                              const Catalogue* previous) const {
  auto made = std::make_unique<Group>();
  for (documents::Rendered& rendered : render(group)) {
    std::shared_ptr<const Document> document;
    for (const Catalogue* const other : {first_, previous}) {
      if (document || other == nullptr) continue;
      document = other->made_document(rendered.path);
      if (document && !is_same(*document, rendered)) document.reset();
    }
    made->push_back(document ? std::move(document) : prepare_document(std::move(rendered)));
  }
  return made;
}

std::shared_ptr<const Document> Catalogue::made_document(std::string_view path) const noexcept {
  const auto place = places_.find(path);
  if (place == places_.end()) return nullptr;
  const Group* const group = groups_[place->second.group].made();
  return group == nullptr ? nullptr : (*group)[place->second.index];
}

const Document* Catalogue::find(std::string_view path) const {
  const auto place = places_.find(path);
  if (place == places_.end()) return nullptr;
  const std::size_t group = place->second.group;
  const auto* const made = groups_[group].get([&] { return made_group(group, render_, nullptr); });
  return (*made)[place->second.index].get();
}

const Document* Catalogue::made(std::string_view path) const noexcept { return made_document(path).get(); }

std::vector<std::string> Catalogue::paths() const {
  std::vector<std::string> paths;
  for (const auto& [path, place] : places_) paths.push_back(path);
  std::ranges::sort(paths);
  return paths;
}

bool Catalogue::make(std::size_t group, const Render& render, const Catalogue* previous) const {
  if (groups_[group].made() != nullptr) return false;
  static_cast<void>(groups_[group].get([&] { return made_group(group, render, previous); }));
  return true;
}

void Catalogue::make_those_of(const Catalogue& previous, const Render& render) const {
  for (const auto& [path, place] : places_) {
    if (previous.made(path) == nullptr) continue;
    make(place.group, render, &previous);
    compress(place.group);
  }
}

bool Catalogue::compress(std::size_t group) const {
  const Group* const made = groups_[group].made();
  if (made == nullptr) return false;
  bool is_new = false;
  for (const auto& document : *made) {
    for (const Document* const form : {document.get(), document->markdown.get()}) {
      if (form == nullptr || form->codings.made() != nullptr) continue;
      is_new = true;
      static_cast<void>(make_codings(*form));
    }
  }
  return is_new;
}

const Codings& make_codings(const Document& document) {
  return *document.codings.get([&document] { return codings_of(document); });
}

std::string entity_tag(std::string_view body) {
  auto hasher = crypto::Sha256::create();
  const auto digest = hasher ? hasher->digest(base::bytes_of(body)) : base::Failure(hasher.error());
  if (!digest) return {};
  return base::base64url_encode(base::ByteView(*digest).first(kTagBytes));
}

}  // namespace agent_access::publish

#include "publish/catalogue.hpp"

#include <brotli/encode.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "base/base64url.hpp"
#include "base/bytes.hpp"
#include "crypto/digest.hpp"
#include "documents/paths.hpp"

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

/// Makes the representations of one document.
class Preparation {
 public:
  Preparation(const documents::Rendered& rendered, std::string_view vary)
      : rendered_(rendered), vary_(vary), tag_(entity_tag(rendered.body)) {}

  [[nodiscard]] Representation represent(std::string body, std::string_view coding) const {
    Representation made;
    made.body = std::move(body);
    std::string caching;
    // If the crypto library failed, the document has no ETag and is always sent as a whole.
    if (!tag_.empty()) {
      // A strong tag identifies exact bytes, so each coding has its own.
      made.etag = "\"" + tag_ + (coding.empty() ? "" : "-") + std::string(coding) + "\"";
      caching = "ETag: " + made.etag + "\r\n";
    }
    caching.append(kCachingField).append(vary_);
    made.fields = "Content-Type: " + rendered_.media_type + "\r\n";
    if (!coding.empty()) made.fields.append("Content-Encoding: ").append(coding).append("\r\n");
    made.fields.append(caching).append(kDocumentFields).append(rendered_.extra_fields);
    made.not_modified_fields = caching.append(kDocumentFields);
    if (rendered_.path == documents::kNotFoundPath) made.not_found_fields = not_found_fields(coding);
    return made;
  }

  [[nodiscard]] std::unique_ptr<Representation> represent_coded(std::optional<std::string> body,
                                                                std::string_view coding) const {
    if (!body) return nullptr;
    return std::make_unique<Representation>(represent(std::move(*body), coding));
  }

 private:
  /// As for every error: not stored. The same request with another Accept field gets JSON.
  [[nodiscard]] std::string not_found_fields(std::string_view coding) const {
    std::string fields = "Content-Type: " + rendered_.media_type + "\r\n";
    if (!coding.empty()) fields.append("Content-Encoding: ").append(coding).append("\r\n");
    fields.append("Cache-Control: no-store\r\n").append(kVaryOfForms);
    return fields.append(kDocumentFields).append(rendered_.extra_fields);
  }

  const documents::Rendered& rendered_;
  std::string_view vary_;
  std::string tag_;
};

/// Pictures, fonts, videos and archives are already compressed.
bool is_compressible(std::string_view media_type) noexcept {
  constexpr std::array<std::string_view, 8> kCompressed = {
      "audio/",          "video/",           "font/",           "image/",
      "application/zip", "application/gzip", "application/pdf", "application/octet-stream"};
  if (media_type.starts_with("image/svg+xml")) return true;
  return std::ranges::none_of(kCompressed, [&](std::string_view prefix) { return media_type.starts_with(prefix); });
}

Document prepare_form(documents::Rendered rendered, std::string_view vary) {
  const Preparation preparation(rendered, vary);
  Document document;
  if (is_compressible(rendered.media_type)) {
    document.gzip = preparation.represent_coded(gzip(rendered.body), "gzip");
    document.brotli = preparation.represent_coded(brotli(rendered.body), "br");
  }
  document.identity = preparation.represent(rendered.body, "");
  rendered.body.clear();
  rendered.body.shrink_to_fit();
  document.source = std::move(rendered);
  return document;
}

Document prepare_document(documents::Rendered rendered) {
  if (rendered.markdown.empty()) {
    const std::string_view vary = rendered.is_form ? kVaryOfForms : kVaryField;
    return prepare_form(std::move(rendered), vary);
  }
  documents::Rendered markdown{rendered.path,
                               "text/markdown; charset=utf-8",
                               std::move(rendered.markdown),
                               rendered.markdown_fields,
                               rendered.kind,
                               {}};
  rendered.markdown.clear();
  Document document = prepare_form(std::move(rendered), kVaryOfForms);
  document.markdown = std::make_unique<Document>(prepare_form(std::move(markdown), kVaryOfForms));
  return document;
}

bool is_same(const Document& document, const documents::Rendered& rendered) {
  const std::string_view markdown = document.markdown ? std::string_view(document.markdown->identity.body) : "";
  return document.source.media_type == rendered.media_type && document.source.extra_fields == rendered.extra_fields &&
         document.source.kind == rendered.kind && document.identity.body == rendered.body &&
         markdown == rendered.markdown && document.source.markdown_fields == rendered.markdown_fields &&
         document.source.is_form == rendered.is_form;
}

constexpr std::size_t kTagBytes = 16;

/// Every start and reload compresses. The highest levels take 600 ms for the documents of a small site, these 30 ms;
/// the results of these are larger by a seventh (brotli) and a two-hundredth (gzip).
constexpr int kGzipLevel = 6;
constexpr int kBrotliQuality = 6;

std::optional<std::string> if_smaller(std::string coded, std::string_view text) {
  if (coded.size() >= text.size()) return std::nullopt;
  return coded;
}

}  // namespace

Catalogue Catalogue::prepare(std::vector<documents::Rendered> documents,
                             std::initializer_list<const Catalogue*> others) {
  Catalogue catalogue;
  for (documents::Rendered& rendered : documents) {
    std::shared_ptr<const Document> document;
    for (const Catalogue* const other : others) {
      if (!document && other != nullptr) document = other->find_equal(rendered);
    }
    std::string path = rendered.path;
    if (!document) document = std::make_shared<const Document>(prepare_document(std::move(rendered)));
    catalogue.documents_.insert_or_assign(std::move(path), std::move(document));
  }
  return catalogue;
}

std::shared_ptr<const Document> Catalogue::find_equal(const documents::Rendered& rendered) const {
  const auto found = documents_.find(rendered.path);
  return found != documents_.end() && is_same(*found->second, rendered) ? found->second : nullptr;
}

const Document* Catalogue::find(std::string_view path) const noexcept {
  const auto found = documents_.find(path);
  return found == documents_.end() ? nullptr : found->second.get();
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

std::optional<std::string> gzip(std::string_view text) {
  constexpr int kGzipWindow = 15 + 16;  // zlib: adding 16 selects the gzip format, without file name and time
  constexpr int kMemoryLevel = 8;
  if (text.size() > std::numeric_limits<uInt>::max()) return std::nullopt;
  z_stream stream{};
  if (deflateInit2(&stream, kGzipLevel, Z_DEFLATED, kGzipWindow, kMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK) {
    return std::nullopt;
  }
  std::string source(text);
  std::string out(deflateBound(&stream, static_cast<uLong>(source.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(source.data());
  stream.avail_in = static_cast<uInt>(source.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (result != Z_STREAM_END) return std::nullopt;
  return if_smaller(std::move(out), text);
}

std::optional<std::string> brotli(std::string_view text) {
  std::size_t size = BrotliEncoderMaxCompressedSize(text.size());
  std::string out(size, '\0');
  if (BrotliEncoderCompress(kBrotliQuality, BROTLI_MAX_WINDOW_BITS, BROTLI_MODE_TEXT, text.size(),
                            reinterpret_cast<const std::uint8_t*>(text.data()), &size,
                            reinterpret_cast<std::uint8_t*>(out.data())) != BROTLI_TRUE) {
    return std::nullopt;
  }
  out.resize(size);
  return if_smaller(std::move(out), text);
}

}  // namespace agent_access::publish

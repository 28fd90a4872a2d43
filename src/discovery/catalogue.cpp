#include "discovery/catalogue.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "base/base64url.hpp"
#include "base/bytes.hpp"
#include "crypto/digest.hpp"
#include "discovery/compression.hpp"

namespace agent_access::discovery {

namespace {

/// The fields that every document carries. A test holds them against those of http::kCorsFields.
constexpr std::string_view kDocumentFields =
    "X-Content-Type-Options: nosniff\r\n"
    "Access-Control-Allow-Origin: *\r\n"
    "Access-Control-Expose-Headers: ETag, Retry-After, RateLimit, RateLimit-Policy, RateLimit-Limit, "
    "RateLimit-Remaining, RateLimit-Reset, WWW-Authenticate\r\n";

/// RFC 9110 section 15.4.5: a 304 repeats what a 200 would say about caching.
constexpr std::string_view kCachingFields =
    "Cache-Control: public, max-age=300\r\n"
    "Vary: Accept-Encoding\r\n";

/// An ETag is 128 bits of the SHA-256 of the identity body, so replicas agree; each coding adds a suffix, because a
/// strong tag names exact bytes.
constexpr std::size_t kTagBytes = 16;

std::string tag_of(std::string_view body) {
  auto hasher = crypto::Sha256::create();
  const auto digest = hasher ? hasher->digest(base::bytes_of(body)) : base::Failure(hasher.error());
  if (!digest) return {};
  return base::base64url_encode(base::ByteView(*digest).first(kTagBytes));
}

Representation represent(const Rendered& rendered, std::string body, const std::string& tag, std::string_view coding) {
  Representation made;
  made.body = std::move(body);
  std::string caching;
  // Without a digest a document has no tag and is never "not modified"; only a failing crypto library leads here.
  if (!tag.empty()) {
    made.etag = "\"" + tag + (coding.empty() ? "" : "-") + std::string(coding) + "\"";
    caching = "ETag: " + made.etag + "\r\n";
  }
  caching.append(kCachingFields);
  made.fields = "Content-Type: " + rendered.media_type + "\r\n";
  if (!coding.empty()) made.fields.append("Content-Encoding: ").append(coding).append("\r\n");
  made.fields.append(caching).append(kDocumentFields).append(rendered.extra_fields);
  made.not_modified_fields = caching.append(kDocumentFields);
  return made;
}

std::unique_ptr<Representation> represent_coded(const Rendered& rendered, std::optional<std::string> body,
                                                const std::string& tag, std::string_view coding) {
  if (!body) return nullptr;
  return std::make_unique<Representation>(represent(rendered, std::move(*body), tag, coding));
}

Document prepare_document(const Rendered& rendered) {
  const std::string tag = tag_of(rendered.body);
  return {represent(rendered, rendered.body, tag, ""), represent_coded(rendered, gzip(rendered.body), tag, "gzip"),
          represent_coded(rendered, brotli(rendered.body), tag, "br")};
}

// --- Accept-Encoding ---

constexpr char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

bool is_word(std::string_view text, std::string_view lower_case) noexcept {
  return std::ranges::equal(text, lower_case, {}, lower);
}

std::string_view trim(std::string_view text) noexcept {
  const auto start = std::min(text.find_first_not_of(" \t"), text.size());
  return text.substr(start, text.find_last_not_of(" \t") + 1 - start);
}

/// "q=0.5" in thousandths: ("0" ["." 0*3DIGIT]) / ("1" ["." 0*3("0")]). Zero for anything else: not understood is not
/// asked.
int weight_of(std::string_view parameter) noexcept {
  if (parameter.size() < 3 || parameter.size() > 7 || !is_word(parameter.substr(0, 2), "q=")) return 0;
  const std::string_view number = parameter.substr(2);
  if ((number[0] != '0' && number[0] != '1') || (number.size() > 1 && number[1] != '.')) return 0;
  int weight = (number[0] - '0') * 1000;
  int unit = 100;
  for (const char c : number.substr(std::min<std::size_t>(2, number.size()))) {
    if (c < '0' || c > '9') return 0;
    weight += (c - '0') * unit;
    unit /= 10;
  }
  return weight <= 1000 ? weight : 0;
}

/// What a client said of each coding; nothing where it said nothing.
struct Wishes {
  std::optional<int> brotli;
  std::optional<int> gzip;
  std::optional<int> identity;
  std::optional<int> any;
};

Wishes parse_wishes(std::string_view text) noexcept {
  Wishes wishes;
  while (!text.empty()) {
    const auto comma = std::min(text.find(','), text.size());
    const std::string_view element = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    const auto semicolon = std::min(element.find(';'), element.size());
    const std::string_view coding = trim(element.substr(0, semicolon));
    const int weight = semicolon == element.size() ? 1000 : weight_of(trim(element.substr(semicolon + 1)));
    if (is_word(coding, "br")) wishes.brotli = weight;
    if (is_word(coding, "gzip") || is_word(coding, "x-gzip")) wishes.gzip = weight;
    if (is_word(coding, "identity")) wishes.identity = weight;
    if (coding == "*") wishes.any = weight;
  }
  return wishes;
}

}  // namespace

Catalogue Catalogue::prepare(std::vector<std::vector<Rendered>> hosts) {
  Catalogue catalogue;
  for (const auto& rendered_documents : hosts) {
    auto& documents = catalogue.hosts_.emplace_back();
    for (const Rendered& rendered : rendered_documents) documents.emplace(rendered.path, prepare_document(rendered));
  }
  return catalogue;
}

const Document* Catalogue::find(std::size_t host, std::string_view path) const noexcept {
  if (host >= hosts_.size()) return nullptr;
  const auto found = hosts_[host].find(path);
  return found == hosts_[host].end() ? nullptr : &found->second;
}

std::vector<std::string> Catalogue::paths(std::size_t host) const {
  std::vector<std::string> paths;
  if (host >= hosts_.size()) return paths;
  for (const auto& [path, document] : hosts_[host]) paths.push_back(path);
  std::ranges::sort(paths);
  return paths;
}

const Representation& negotiate(const Document& document, std::string_view accept_encoding) noexcept {
  const Wishes wishes = parse_wishes(accept_encoding);
  const int brotli = document.brotli ? wishes.brotli.value_or(wishes.any.value_or(0)) : 0;
  const int gzip = document.gzip ? wishes.gzip.value_or(wishes.any.value_or(0)) : 0;
  // Identity is always acceptable, yet a client that names codings and not this one would rather have those.
  const int identity = wishes.identity.value_or(0);
  if (brotli > 0 && brotli >= gzip && brotli >= identity) return *document.brotli;
  if (gzip > 0 && gzip >= identity) return *document.gzip;
  return document.identity;
}

}  // namespace agent_access::discovery

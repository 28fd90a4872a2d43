/// \file
/// Every published document, rendered, compressed and hashed when a snapshot is built; one lookup afterwards.
/// Immutable, shared by threads.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "documents/rendered.hpp"

namespace agent_access::publish {

/// One content coding of a document.
struct Representation {
  std::string body;
  std::string etag;    ///< strong, quoted, different for each coding
  std::string fields;  ///< all field lines of a 200: type, ETag, Cache-Control, Vary, CORS, Content-Encoding, Link
  std::string not_modified_fields;  ///< the field lines of a 304
};

struct Document {
  documents::Rendered source;  ///< without its bodies, which the representations hold
  Representation identity;
  std::unique_ptr<Representation> gzip;    ///< absent when it would not be smaller
  std::unique_ptr<Representation> brotli;  ///< likewise
  std::unique_ptr<Document> markdown;      ///< the same content as text/markdown; absent for most
};

class Catalogue {
 public:
  /// `hosts[i]` are the documents of base URL i; of two with the same path the later one counts. What hosts have in
  /// common is prepared once, and what `previous` holds already is taken over: compression is the slow part of a
  /// reload.
  [[nodiscard]] static Catalogue prepare(std::vector<std::vector<documents::Rendered>> hosts,
                                         const Catalogue* previous = nullptr);

  /// Null when the host publishes no such path.
  [[nodiscard]] const Document* find(std::size_t host, std::string_view path) const noexcept;
  [[nodiscard]] std::vector<std::string> paths(std::size_t host) const;

 private:
  struct Hash {
    using is_transparent = void;
    // Not noexcept: the table then keeps each hash instead of computing it anew along a bucket.
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  using Documents = std::unordered_map<std::string, std::shared_ptr<const Document>, Hash, std::equal_to<>>;

  [[nodiscard]] std::shared_ptr<const Document> find_equal(std::size_t host, const documents::Rendered& rendered) const;

  std::vector<Documents> hosts_;
};

}  // namespace agent_access::publish

/// \file
/// One published document before it is compressed and hashed (publish/catalogue.hpp).
#pragma once

#include <cstdint>
#include <string>

namespace agent_access::documents {

/// The kind of a document; publish/publication.hpp maps it to a route for log and metrics.
enum class Kind : std::uint8_t { discovery, metadata, keys, page, file };

struct Rendered {
  std::string path;        ///< "/.well-known/jwks.json"
  std::string media_type;  ///< "application/json"
  std::string body;
  std::string extra_fields = {};  ///< complete lines, may be empty
  Kind kind = Kind::discovery;
  std::string markdown = {};         ///< the body for Accept: text/markdown at the same path; empty if there is none
  std::string markdown_fields = {};  ///< as extra_fields, with that body
  /// The body is also one that Accept selects at another path. Its fields are the same there (`export` serves one file
  /// for both), so that Vary names Accept here, too.
  bool is_form = false;
};

}  // namespace agent_access::documents

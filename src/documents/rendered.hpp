/// \file
/// One published document before it is compressed and hashed (publish/catalogue.hpp).
#pragma once

#include <cstdint>
#include <string>

namespace agent_access::documents {

/// The kind of a document; publish/router.hpp maps it to a route for log and metrics.
enum class Kind : std::uint8_t { discovery, metadata, keys, page, file };

struct Rendered {
  std::string path;        ///< "/.well-known/jwks.json"
  std::string media_type;  ///< "application/json"
  std::string body;
  std::string extra_fields = {};  ///< complete lines, may be empty
  Kind kind = Kind::discovery;
  std::string markdown = {};  ///< the body for Accept: text/markdown at the same path; empty if there is none
};

}  // namespace agent_access::documents

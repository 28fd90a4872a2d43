/// \file
/// One published document before it is compressed and hashed (publish/catalogue.hpp).
#pragma once

#include <cstdint>
#include <string>

namespace agent_access::documents {

/// What a path holds; publish/router.hpp gives its name in the log and in metrics.
enum class Kind : std::uint8_t { discovery, metadata, keys, page, file };

/// A document before preparation.
struct Rendered {
  std::string path;        ///< "/.well-known/jwks.json"
  std::string media_type;  ///< "application/json"
  std::string body;
  std::string extra_fields = {};  ///< complete lines, may be empty
  Kind kind = Kind::discovery;
  std::string markdown = {};  ///< what Accept: text/markdown gets at the same path; empty: what everybody gets
};

}  // namespace agent_access::documents

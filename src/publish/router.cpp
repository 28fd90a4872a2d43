#include "publish/router.hpp"

#include <array>

#include "documents/paths.hpp"
#include "oauth/types.hpp"

namespace agent_access::publish {

namespace {

struct Entry {
  std::string_view path;
  Endpoint endpoint;
};

constexpr std::array<Entry, 4> kEndpoints = {{{oauth::kProfilePath, Endpoint::profile},
                                              {"/oauth/token", Endpoint::token},
                                              {"/oauth/register", Endpoint::registration},
                                              {"/oauth/authorize", Endpoint::authorization}}};

}  // namespace

std::optional<Endpoint> find_endpoint(std::string_view path) noexcept {
  for (const Entry& entry : kEndpoints) {
    if (entry.path == path) return entry.endpoint;
  }
  return std::nullopt;
}

std::vector<std::string_view> endpoint_paths() {
  std::vector<std::string_view> paths;
  for (const Entry& entry : kEndpoints) paths.push_back(entry.path);
  return paths;
}

std::string_view methods_of(Endpoint endpoint) noexcept {
  switch (endpoint) {
    case Endpoint::registration:
    case Endpoint::token:
      return kPostMethods;
    case Endpoint::authorization:
    case Endpoint::profile:
      return kReadMethods;
  }
  return kReadMethods;
}

bool takes(std::string_view allowed, http::Method method) noexcept {
  switch (method) {
    case http::Method::get:
    case http::Method::head:
      return allowed == kReadMethods;
    case http::Method::post:
      return allowed == kPostMethods;
    case http::Method::options:
      return true;
    case http::Method::put:
    case http::Method::patch:
    case http::Method::delete_:
    case http::Method::other:
      return false;
  }
  return false;
}

Route route_of(Endpoint endpoint) noexcept {
  switch (endpoint) {
    case Endpoint::registration:
      return Route::registration;
    case Endpoint::token:
      return Route::token;
    case Endpoint::authorization:
      return Route::authorization;
    case Endpoint::profile:
      return Route::profile;
  }
  return Route::unknown;
}

Route route_of(const Document& document) noexcept {
  const std::string_view path = document.source.path;
  if (path == "/") return Route::home;
  if (path == documents::kJwksPath) return Route::jwks;
  if (document.source.kind == documents::Kind::page) return Route::page;
  if (document.source.kind == documents::Kind::file) return Route::file;
  if (path.starts_with("/.well-known/oauth-") || path == documents::kOpenidAlias) return Route::metadata;
  return Route::discovery;
}

}  // namespace agent_access::publish

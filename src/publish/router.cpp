#include "publish/router.hpp"

namespace agent_access::publish {

bool is_allowed(std::string_view allowed, http::Method method) noexcept {
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

Route route_of(const Document& document) noexcept {
  if (document.source.path == "/") return Route::home;
  switch (document.source.kind) {
    case documents::Kind::keys:
      return Route::jwks;
    case documents::Kind::metadata:
      return Route::metadata;
    case documents::Kind::discovery:
      return Route::discovery;
    case documents::Kind::page:
      return Route::page;
    case documents::Kind::file:
      return Route::file;
  }
  return Route::discovery;
}

}  // namespace agent_access::publish

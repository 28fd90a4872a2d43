#include "publish/router.hpp"

namespace agent_access::publish {

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

std::string_view route_of(const Document& document) noexcept {
  if (document.source.path == "/") return "home";
  switch (document.source.kind) {
    case documents::Kind::keys:
      return "jwks";
    case documents::Kind::metadata:
      return "metadata";
    case documents::Kind::discovery:
      return "discovery";
    case documents::Kind::page:
      return "page";
    case documents::Kind::file:
      return "file";
  }
  return "discovery";
}

}  // namespace agent_access::publish

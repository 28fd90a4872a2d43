#include "publish/router.hpp"

#include <array>

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

std::string_view route_of(Endpoint endpoint) noexcept {
  switch (endpoint) {
    case Endpoint::registration:
      return "register";
    case Endpoint::token:
      return "token";
    case Endpoint::authorization:
      return "authorize";
    case Endpoint::profile:
      return "profile";
  }
  return "unknown";
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

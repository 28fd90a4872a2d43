#include "client/libcurl.hpp"

#include <dlfcn.h>

#include <optional>

namespace agent_access::client {
namespace {

/// The name of the interface version of libcurl 7.16 and later; its functions keep their types.
constexpr const char* kLibrary = "libcurl.so.4";

template <class Function>
bool find(void* library, const char* name, Function& function) noexcept {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

std::optional<Libcurl> load() noexcept {
  void* const library = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return std::nullopt;
  Libcurl curl{};
  const bool is_complete =
      find(library, "curl_global_init", curl.global_init) && find(library, "curl_easy_init", curl.easy_init) &&
      find(library, "curl_easy_cleanup", curl.easy_cleanup) && find(library, "curl_easy_setopt", curl.easy_setopt) &&
      find(library, "curl_easy_perform", curl.easy_perform) && find(library, "curl_easy_getinfo", curl.easy_getinfo) &&
      find(library, "curl_easy_strerror", curl.easy_strerror) &&
      find(library, "curl_slist_append", curl.slist_append) &&
      find(library, "curl_slist_free_all", curl.slist_free_all);
  if (!is_complete || curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return std::nullopt;
  return curl;
}

}  // namespace

const Libcurl* libcurl() noexcept {
  static const std::optional<Libcurl> loaded = load();
  return loaded ? &*loaded : nullptr;
}

}  // namespace agent_access::client

#include "app/config/international_host.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <memory>
#include <string_view>

namespace agent_access::app {
namespace {

// Of idn2.h, whose interface is stable since libidn2 2.0.
using ToAscii = int(const char* input, char** output, int flags);
using Free = void(void* text);
constexpr int kNonTransitional = 8;
constexpr int kNfcInput = 1;
constexpr const char* kLibrary = "libidn2.so.0";

struct CloseLibrary {
  void operator()(void* library) const noexcept { ::dlclose(library); }
};

bool is_ascii(std::string_view text) noexcept {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

std::optional<std::string> ascii_host(const std::string& host) {
  const std::unique_ptr<void, CloseLibrary> library(::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL));
  if (!library) return std::nullopt;
  auto* const to_ascii = reinterpret_cast<ToAscii*>(::dlsym(library.get(), "idn2_to_ascii_8z"));
  auto* const free_text = reinterpret_cast<Free*>(::dlsym(library.get(), "idn2_free"));
  char* output = nullptr;
  if (to_ascii == nullptr || free_text == nullptr ||
      to_ascii(host.c_str(), &output, kNfcInput | kNonTransitional) != 0) {
    return std::nullopt;
  }
  std::string converted(output);
  free_text(output);
  return converted;
}

std::optional<std::string> with_ascii_host(const std::string& url) {
  const auto scheme = url.find("://");
  if (scheme == std::string::npos) return std::nullopt;
  const auto begin = scheme + 3;
  const auto end = std::min(url.find_first_of(":/?#", begin), url.size());
  const auto host = url.substr(begin, end - begin);
  if (is_ascii(host)) return std::nullopt;
  const auto converted = ascii_host(host);
  if (!converted) return std::nullopt;
  return url.substr(0, begin) + *converted + url.substr(end);
}

}  // namespace agent_access::app

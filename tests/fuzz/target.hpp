/// \file
/// What fuzz targets have in common: how one is declared, and the check that ends the process.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace agent_access::fuzz {

/// A finding, if it does not hold.
inline void must(bool condition) {
  if (!condition) std::abort();
}

/// Takes the text up to the next newline, or all of it, and the newline.
inline std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

using Target = void (*)(const std::uint8_t* data, std::size_t size);

/// Makes the target known to the program that replays the kept corpora.
bool list_target(std::string_view name, Target target);

}  // namespace agent_access::fuzz

// AGENT_ACCESS_FUZZ_TARGET(name) { … }: the function of a target, with `data` and `size`. libFuzzer has one in each
// program and calls it by a fixed name; the program that replays the kept corpora has all.
#ifdef AGENT_ACCESS_LIBFUZZER
#define AGENT_ACCESS_FUZZ_TARGET(name)                                                \
  static void name##_target(const std::uint8_t* data, std::size_t size);              \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { \
    name##_target(data, size);                                                        \
    return 0;                                                                         \
  }                                                                                   \
  static void name##_target(const std::uint8_t* data, std::size_t size)
#else
#define AGENT_ACCESS_FUZZ_TARGET(name)                                                                         \
  static void name##_target(const std::uint8_t* data, std::size_t size);                                       \
  [[maybe_unused]] static const bool name##_is_listed = agent_access::fuzz::list_target(#name, name##_target); \
  static void name##_target(const std::uint8_t* data, std::size_t size)
#endif

/// \file
/// Content codings: gzip (RFC 1952) and brotli (RFC 7932). The same text gives the same bytes on every replica.
/// Responses with credentials are not compressed. No I/O.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace agent_access::publish {

/// Keeps the memory of the encoders from text to text: it is large, and libc tidies its whole heap whenever as much is
/// returned. Not thread safe. All throw std::bad_alloc.
class Compressor {
 public:
  Compressor();
  ~Compressor();
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;

  /// Nothing if the result would not be smaller, or the text has 4 GiB.
  [[nodiscard]] std::optional<std::string> gzip(std::string_view text);
  [[nodiscard]] std::optional<std::string> brotli(std::string_view text);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace agent_access::publish

/// \file
/// Content codings: gzip (RFC 1952) and brotli (RFC 7932). The same text gives the same bytes on every replica.
/// Responses with credentials are not compressed. No I/O.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace agent_access::publish {

/// Keeps the memory of the encoders from text to text: it is large, and libc tidies its whole heap whenever as much is
/// returned. Not thread safe. All throw std::bad_alloc.
class Compressor {
 public:
  /// `documents`: how many will be compressed. Of more than 1,000 the short ones are left out, which saves half of the
  /// time: compressed they would be some hundred bytes smaller, but need as many round trips.
  explicit Compressor(std::size_t documents = 1);
  ~Compressor();
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;

  /// Nothing if the result would not be smaller, or the text has 4 GiB, or is one of many and shorter than 1 KiB.
  [[nodiscard]] std::optional<std::string> gzip(std::string_view text);
  /// The same, of many from 8 KiB on: what gzip makes of shorter text is 200 bytes longer and takes half of the time.
  [[nodiscard]] std::optional<std::string> brotli(std::string_view text);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace agent_access::publish

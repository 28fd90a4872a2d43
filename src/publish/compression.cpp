#include "publish/compression.hpp"

#include <brotli/encode.h>
#include <zlib.h>

#include <cstdint>
#include <limits>

namespace agent_access::publish {

namespace {

/// Every start and reload compresses. The highest levels take 600 ms for the documents of a small site, these 30 ms;
/// the results of these are larger by a seventh (brotli) and a two-hundredth (gzip).
constexpr int kGzipLevel = 6;
constexpr int kBrotliQuality = 6;

std::optional<std::string> if_smaller(std::string coded, std::string_view text) {
  if (coded.size() >= text.size()) return std::nullopt;
  return coded;
}

}  // namespace

std::optional<std::string> gzip(std::string_view text) {
  constexpr int kGzipWindow = 15 + 16;  // zlib: adding 16 selects the gzip format, without file name and time
  constexpr int kMemoryLevel = 8;
  if (text.size() > std::numeric_limits<uInt>::max()) return std::nullopt;
  z_stream stream{};
  if (deflateInit2(&stream, kGzipLevel, Z_DEFLATED, kGzipWindow, kMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK) {
    return std::nullopt;
  }
  std::string source(text);
  std::string out(deflateBound(&stream, static_cast<uLong>(source.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(source.data());
  stream.avail_in = static_cast<uInt>(source.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (result != Z_STREAM_END) return std::nullopt;
  return if_smaller(std::move(out), text);
}

std::optional<std::string> brotli(std::string_view text) {
  std::size_t size = BrotliEncoderMaxCompressedSize(text.size());
  std::string out(size, '\0');
  if (BrotliEncoderCompress(kBrotliQuality, BROTLI_MAX_WINDOW_BITS, BROTLI_MODE_TEXT, text.size(),
                            reinterpret_cast<const std::uint8_t*>(text.data()), &size,
                            reinterpret_cast<std::uint8_t*>(out.data())) != BROTLI_TRUE) {
    return std::nullopt;
  }
  out.resize(size);
  return if_smaller(std::move(out), text);
}

}  // namespace agent_access::publish

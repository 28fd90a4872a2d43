#include "site/publish/compression.hpp"

#include <brotli/encode.h>
#define ZLIB_CONST  // else the library takes no pointer to constant text
#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace agent_access::publish {
namespace {

/// The highest levels take 600 ms for the documents of a small site, these 30 ms; the results of these are larger by a
/// seventh (brotli) and a two-hundredth (gzip).
constexpr int kGzipLevel = 6;
constexpr int kBrotliQuality = 6;

constexpr std::size_t kManyDocuments = 1000;
constexpr std::size_t kShortestOfMany = 1024;
constexpr std::size_t kShortestOfManyForBrotli = 8192;

std::optional<std::string> if_smaller(std::string coded, std::string_view text) {
  if (coded.size() >= text.size()) return std::nullopt;
  coded.shrink_to_fit();  // it had room for the longest result, and is kept
  return coded;
}

/// From this size on libc tidies its heap when memory is returned; the encoder has one block of that size for each
/// text.
constexpr std::size_t kKeptSize = 65536;

/// The memory of one encoder at a time; what an encoder has left is freed at the end. libbrotli ends the process when
/// an allocation fails; so a failed one leaves the library by an exception, for which C libraries of Debian have the
/// tables, and ends the load.
class EncoderMemory {
 public:
  static void* allocate(void* memory, std::size_t size) {
    auto& self = *static_cast<EncoderMemory*>(memory);
    const bool is_kept = self.kept_.size == size;
    Block block = is_kept ? std::exchange(self.kept_, {}) : Block{std::make_unique_for_overwrite<char[]>(size), size};
    return self.blocks_.emplace_back(std::move(block)).bytes.get();
  }

  static void release(void* memory, void* address) noexcept {
    if (address == nullptr) return;
    auto& self = *static_cast<EncoderMemory*>(memory);
    const auto block = std::ranges::find(self.blocks_, address, [](const Block& one) { return one.bytes.get(); });
    if (block->size >= kKeptSize && self.kept_.size == 0) self.kept_ = std::move(*block);
    self.blocks_.erase(block);
  }

 private:
  struct Block {
    std::unique_ptr<char[]> bytes;
    std::size_t size = 0;
  };
  std::vector<Block> blocks_;
  Block kept_;
};

}  // namespace

struct Compressor::State {
  z_stream deflate{};
  EncoderMemory brotli;
  bool is_for_many = false;
};

Compressor::Compressor(std::size_t documents) : state_(std::make_unique<State>()) {
  state_->is_for_many = documents > kManyDocuments;
  constexpr int kGzipWindow = 15 + 16;  // zlib: adding 16 selects the gzip format, without file name and time
  constexpr int kMemoryLevel = 8;
  if (deflateInit2(&state_->deflate, kGzipLevel, Z_DEFLATED, kGzipWindow, kMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
}

Compressor::~Compressor() { deflateEnd(&state_->deflate); }

std::optional<std::string> Compressor::gzip(std::string_view text) {
  if (text.size() > std::numeric_limits<uInt>::max()) return std::nullopt;
  if (state_->is_for_many && text.size() < kShortestOfMany) return std::nullopt;
  std::string out(compressBound(static_cast<uLong>(text.size())) + 32, '\0');
  z_stream& stream = state_->deflate;
  stream.next_in = reinterpret_cast<const Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateReset(&stream);
  if (result != Z_STREAM_END) return std::nullopt;
  return if_smaller(std::move(out), text);
}

std::optional<std::string> Compressor::brotli(std::string_view text) {
  if (text.size() > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  if (state_->is_for_many && text.size() < kShortestOfManyForBrotli) return std::nullopt;
  std::string out(BrotliEncoderMaxCompressedSize(text.size()), '\0');
  BrotliEncoderState* const encoder =
      BrotliEncoderCreateInstance(EncoderMemory::allocate, EncoderMemory::release, &state_->brotli);
  if (encoder == nullptr) throw std::bad_alloc();
  BrotliEncoderSetParameter(encoder, BROTLI_PARAM_QUALITY, kBrotliQuality);
  BrotliEncoderSetParameter(encoder, BROTLI_PARAM_LGWIN, BROTLI_MAX_WINDOW_BITS);
  BrotliEncoderSetParameter(encoder, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT);
  BrotliEncoderSetParameter(encoder, BROTLI_PARAM_SIZE_HINT, static_cast<std::uint32_t>(text.size()));
  std::size_t left = text.size();
  const auto* next = reinterpret_cast<const std::uint8_t*>(text.data());
  std::size_t room = out.size();
  auto* end = reinterpret_cast<std::uint8_t*>(out.data());
  std::size_t written = 0;
  const auto is_done =
      BrotliEncoderCompressStream(encoder, BROTLI_OPERATION_FINISH, &left, &next, &room, &end, &written);
  const bool is_whole = is_done == BROTLI_TRUE && BrotliEncoderIsFinished(encoder) == BROTLI_TRUE;
  BrotliEncoderDestroyInstance(encoder);
  if (!is_whole) return std::nullopt;
  out.resize(written);
  return if_smaller(std::move(out), text);
}

}  // namespace agent_access::publish

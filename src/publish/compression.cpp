#include "publish/compression.hpp"

#include <brotli/encode.h>
#include <zlib.h>

#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <utility>

namespace agent_access::publish {

namespace {

/// The highest levels take 600 ms for the documents of a small site, these 30 ms; the results of these are larger by a
/// seventh (brotli) and a two-hundredth (gzip).
constexpr int kGzipLevel = 6;
constexpr int kBrotliQuality = 6;

std::optional<std::string> if_smaller(std::string coded, std::string_view text) {
  if (coded.size() >= text.size()) return std::nullopt;
  coded.shrink_to_fit();  // it had room for the longest result, and is kept
  return coded;
}

/// The memory of one encoder. libbrotli ends the process when an allocation fails; so a failed one leaves the library
/// by a jump, and what it had is freed here.
class EncoderMemory {
 public:
  EncoderMemory() = default;
  EncoderMemory(const EncoderMemory&) = delete;
  EncoderMemory& operator=(const EncoderMemory&) = delete;
  ~EncoderMemory() {
    while (blocks_ != nullptr) ::operator delete(std::exchange(blocks_, blocks_->after));
  }

  /// Where to return to.
  std::jmp_buf out_of_memory = {};

  static void* allocate(void* memory, std::size_t size) noexcept {
    auto& self = *static_cast<EncoderMemory*>(memory);
    auto* const block = static_cast<Block*>(::operator new(sizeof(Block) + size, std::nothrow));
    if (block == nullptr) std::longjmp(self.out_of_memory, 1);
    *block = {nullptr, self.blocks_};
    if (self.blocks_ != nullptr) self.blocks_->before = block;
    self.blocks_ = block;
    return block + 1;
  }

  static void release(void* memory, void* address) noexcept {
    if (address == nullptr) return;
    auto& self = *static_cast<EncoderMemory*>(memory);
    Block* const block = static_cast<Block*>(address) - 1;
    (block->before == nullptr ? self.blocks_ : block->before->after) = block->after;
    if (block->after != nullptr) block->after->before = block->before;
    ::operator delete(block);
  }

 private:
  struct alignas(std::max_align_t) Block {
    Block* before;
    Block* after;
  };
  Block* blocks_ = nullptr;
};

/// Writes at most `size` bytes to `out`; how many, or 0 if they do not suffice. Nothing without memory. Has no object
/// with a destructor, which the jump would leave out.
std::optional<std::size_t> encode(EncoderMemory& memory, std::string_view text, std::uint8_t* out,
                                  std::size_t size) noexcept {
  if (setjmp(memory.out_of_memory) != 0) return std::nullopt;
  BrotliEncoderState* const encoder =
      BrotliEncoderCreateInstance(EncoderMemory::allocate, EncoderMemory::release, &memory);
  if (encoder == nullptr) return std::nullopt;
  BrotliEncoderSetParameter(encoder, BROTLI_PARAM_QUALITY, kBrotliQuality);
  BrotliEncoderSetParameter(encoder, BROTLI_PARAM_LGWIN, BROTLI_MAX_WINDOW_BITS);
  BrotliEncoderSetParameter(encoder, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT);
  BrotliEncoderSetParameter(encoder, BROTLI_PARAM_SIZE_HINT, static_cast<std::uint32_t>(text.size()));
  std::size_t left = text.size();
  const auto* next = reinterpret_cast<const std::uint8_t*>(text.data());
  std::size_t written = 0;
  std::size_t room = size;
  const auto is_done =
      BrotliEncoderCompressStream(encoder, BROTLI_OPERATION_FINISH, &left, &next, &room, &out, &written);
  const bool is_whole = is_done == BROTLI_TRUE && BrotliEncoderIsFinished(encoder) == BROTLI_TRUE;
  BrotliEncoderDestroyInstance(encoder);
  return is_whole ? written : 0;
}

}  // namespace

std::optional<std::string> gzip(std::string_view text) {
  constexpr int kGzipWindow = 15 + 16;  // zlib: adding 16 selects the gzip format, without file name and time
  constexpr int kMemoryLevel = 8;
  if (text.size() > std::numeric_limits<uInt>::max()) return std::nullopt;
  std::string source(text);
  std::string out(compressBound(static_cast<uLong>(source.size())) + 32, '\0');
  z_stream stream{};
  if (deflateInit2(&stream, kGzipLevel, Z_DEFLATED, kGzipWindow, kMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
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
  if (text.size() > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  std::string out(BrotliEncoderMaxCompressedSize(text.size()), '\0');
  EncoderMemory memory;
  const auto size = encode(memory, text, reinterpret_cast<std::uint8_t*>(out.data()), out.size());
  if (!size) throw std::bad_alloc();
  if (*size == 0) return std::nullopt;
  out.resize(*size);
  return if_smaller(std::move(out), text);
}

}  // namespace agent_access::publish

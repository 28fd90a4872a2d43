#include "site/publish/negotiation.hpp"

#include <brotli/encode.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "base/ascii.hpp"

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

/// The memory of one encoder, all of it freed at its end. libbrotli ends the process when an allocation fails; so a
/// failed one leaves the library by an exception, for which C libraries of Debian have the tables, and ends the load.
class EncoderMemory {
 public:
  static void* allocate(void* memory, std::size_t size) {
    auto& blocks = static_cast<EncoderMemory*>(memory)->blocks_;
    return blocks.emplace_back(std::make_unique_for_overwrite<char[]>(size)).get();
  }
  static void release(void* memory, void* address) noexcept {
    std::erase_if(static_cast<EncoderMemory*>(memory)->blocks_,
                  [address](const auto& block) { return block.get() == address; });
  }

 private:
  std::vector<std::unique_ptr<char[]>> blocks_;
};

bool is_word(std::string_view text, std::string_view lower_case) noexcept {
  return std::ranges::equal(text, lower_case, {}, base::lower);
}

/// Removes the text before the separator, and the separator, and returns the text trimmed.
std::string_view take_until(std::string_view& text, char separator) noexcept {
  const auto end = std::min(text.find(separator), text.size());
  const std::string_view taken = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return base::trim(taken);
}

/// "q=0.5" in thousandths: ("0" ["." 0*3DIGIT]) / ("1" ["." 0*3("0")]). Zero for a malformed weight.
int weight_of(std::string_view parameter) noexcept {
  if (parameter.size() < 3 || parameter.size() > 7 || !is_word(parameter.substr(0, 2), "q=")) return 0;
  const std::string_view number = parameter.substr(2);
  if ((number[0] != '0' && number[0] != '1') || (number.size() > 1 && number[1] != '.')) return 0;
  int weight = (number[0] - '0') * 1000;
  int unit = 100;
  for (const char c : number.substr(std::min<std::size_t>(2, number.size()))) {
    if (c < '0' || c > '9') return 0;
    weight += (c - '0') * unit;
    unit /= 10;
  }
  return weight <= 1000 ? weight : 0;
}

/// The weight of each coding in Accept-Encoding; nothing if it is not there.
struct Weights {
  std::optional<int> brotli;
  std::optional<int> gzip;
  std::optional<int> identity;
  std::optional<int> any;
};

Weights parse_weights(std::string_view text) noexcept {
  Weights weights;
  while (!text.empty()) {
    std::string_view element = take_until(text, ',');
    const std::string_view coding = take_until(element, ';');
    const int weight = element.empty() ? 1000 : weight_of(base::trim(element));
    if (is_word(coding, "br")) weights.brotli = weight;
    if (is_word(coding, "gzip") || is_word(coding, "x-gzip")) weights.gzip = weight;
    if (is_word(coding, "identity")) weights.identity = weight;
    if (coding == "*") weights.any = weight;
  }
  return weights;
}

/// The weight among the parameters of a media range; others ("charset", "variant") are ignored.
int range_weight(std::string_view parameters) noexcept {
  while (!parameters.empty()) {
    const std::string_view parameter = take_until(parameters, ';');
    if (parameter.size() >= 2 && is_word(parameter.substr(0, 2), "q=")) return weight_of(parameter);
  }
  return 1000;
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
  BrotliEncoderState* const encoder =
      BrotliEncoderCreateInstance(EncoderMemory::allocate, EncoderMemory::release, &memory);
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
  if (is_done != BROTLI_TRUE || BrotliEncoderIsFinished(encoder) != BROTLI_TRUE) return std::nullopt;
  out.resize(written);
  return if_smaller(std::move(out), text);
}

bool prefers_markdown(std::string_view accept) noexcept {
  int markdown = 0;
  int html = 0;
  while (!accept.empty()) {
    std::string_view element = take_until(accept, ',');
    const std::string_view range = take_until(element, ';');
    if (is_word(range, "text/markdown")) markdown = range_weight(element);
    if (is_word(range, "text/html")) html = range_weight(element);
  }
  return markdown > 0 && markdown >= html;
}

bool prefers_html(std::string_view accept) noexcept {
  constexpr std::array<std::string_view, 3> kForPrograms = {"application/json", "text/markdown", "text/plain"};
  int html = 0;
  int other = 0;
  while (!accept.empty()) {
    std::string_view element = take_until(accept, ',');
    const std::string_view range = take_until(element, ';');
    if (is_word(range, "text/html")) html = range_weight(element);
    const bool is_other = std::ranges::any_of(kForPrograms, [&](auto type) { return is_word(range, type); });
    if (is_other) other = std::max(other, range_weight(element));
  }
  return html > other;
}

bool allows_json(std::string_view accept) noexcept {
  std::optional<int> json;
  std::optional<int> application;
  std::optional<int> any;
  while (!accept.empty()) {
    std::string_view element = take_until(accept, ',');
    const std::string_view range = take_until(element, ';');
    if (is_word(range, "application/json")) json = range_weight(element);
    if (is_word(range, "application/*")) application = range_weight(element);
    if (range == "*/*") any = range_weight(element);
  }
  return json.value_or(application.value_or(any.value_or(0))) > 0;
}

const Representation& negotiate(const Document& document, std::string_view accept_encoding) noexcept {
  if (accept_encoding.empty()) return document.identity;
  const Weights weights = parse_weights(accept_encoding);
  if (std::max({weights.brotli.value_or(0), weights.gzip.value_or(0), weights.any.value_or(0)}) == 0) {
    return document.identity;
  }
  const int brotli = document.brotli ? weights.brotli.value_or(weights.any.value_or(0)) : 0;
  const int gzip = document.gzip ? weights.gzip.value_or(weights.any.value_or(0)) : 0;
  // Identity is always acceptable, but a listed coding is preferred to it if identity is not listed.
  const int identity = weights.identity.value_or(0);
  if (brotli > 0 && brotli >= gzip && brotli >= identity) return *document.brotli;
  if (gzip > 0 && gzip >= identity) return *document.gzip;
  return document.identity;
}

}  // namespace agent_access::publish

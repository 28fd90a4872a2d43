#include "site/publish/negotiation.hpp"

#include <sys/resource.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include <brotli/decode.h>
#include <gtest/gtest.h>
#include <zlib.h>

extern "C" {
// Of the library of a sanitizer, if the test is built with one.
[[gnu::weak]] void __asan_init();
[[gnu::weak]] void __tsan_init();
}

namespace agent_access::publish {
namespace {

std::string gunzip(std::string coded) {
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  std::string out(1U << 20U, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(coded.data());
  stream.avail_in = static_cast<uInt>(coded.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

std::string unbrotli(std::string_view coded) {
  std::string out(1U << 20U, '\0');
  std::size_t size = out.size();
  EXPECT_EQ(BrotliDecoderDecompress(coded.size(), reinterpret_cast<const std::uint8_t*>(coded.data()), &size,
                                    reinterpret_cast<std::uint8_t*>(out.data())),
            BROTLI_DECODER_RESULT_SUCCESS);
  out.resize(size);
  return out;
}

const std::string& long_text() {
  static const std::string text = [] {
    std::string made;
    for (int i = 0; i < 200; ++i) made += "line " + std::to_string(i) + " of a text that repeats itself\n";
    return made;
  }();
  return text;
}

TEST(Gzip, IsSmallerAndTheSameEachTime) {
  const auto coded = gzip(long_text());
  ASSERT_TRUE(coded);
  EXPECT_LT(coded->size(), long_text().size() / 2);
  EXPECT_EQ(gunzip(*coded), long_text());
  EXPECT_EQ(coded, gzip(long_text()));
  EXPECT_EQ(coded->substr(3, 5), std::string(5, '\0'));  // no name, no time (RFC 1952 section 2.3)
}

// libbrotli by itself ends the process.
TEST(Brotli, ThrowsWithoutMemoryForTheEncoder) {
  if (&__asan_init != nullptr || &__tsan_init != nullptr) GTEST_SKIP() << "a sanitizer needs the address space";
  // The encoder needs a block of 2 MB; the smaller ones stay.
  const auto compress = [](bool has_memory) {
    const rlimit present = {1, 1};
    constexpr std::size_t kBlock = std::size_t{256} * 1024;
    if (!has_memory && ::setrlimit(RLIMIT_AS, &present) != 0) std::exit(1);
    while (!has_memory && ::operator new(kBlock, std::nothrow) != nullptr) {
    }
    try {
      static_cast<void>(brotli(long_text()));
    } catch (const std::bad_alloc&) {
      std::exit(3);
    }
    std::exit(2);
  };
  static_cast<void>(long_text());
  EXPECT_EXIT(compress(false), testing::ExitedWithCode(3), "");
  EXPECT_EXIT(compress(true), testing::ExitedWithCode(2), "");
}

TEST(Brotli, IsSmallerAndTheSameEachTime) {
  const auto coded = brotli(long_text());
  ASSERT_TRUE(coded);
  EXPECT_LT(coded->size(), gzip(long_text())->size());
  EXPECT_EQ(unbrotli(*coded), long_text());
  EXPECT_EQ(coded, brotli(long_text()));
}

TEST(Codings, AreOmittedIfNotSmaller) {
  EXPECT_EQ(gzip("{}"), std::nullopt);
  EXPECT_EQ(brotli("{}"), std::nullopt);
  EXPECT_EQ(gzip(""), std::nullopt);
  EXPECT_EQ(brotli(""), std::nullopt);
}

}  // namespace
}  // namespace agent_access::publish

#include "site/publish/negotiation.hpp"

#include <brotli/decode.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "site/publish/compression.hpp"

extern "C" {
// Of the library of a sanitizer, if the test is built with one.
[[gnu::weak]] void __asan_init();
[[gnu::weak]] void __tsan_init();
}

namespace agent_access::publish {
namespace {

enum class Made : std::uint8_t { all, gzip, none };

/// A document with the codings that are smaller than it.
class Coded {
 public:
  explicit Coded(Made made) {
    document_.identity.body = "identity";
    if (made != Made::none) document_.gzip = std::make_unique<Representation>(Representation{.body = "gzip"});
    if (made == Made::all) document_.brotli = std::make_unique<Representation>(Representation{.body = "br"});
  }
  [[nodiscard]] std::string_view body(std::string_view accept_encoding) const {
    return negotiate(document_, accept_encoding).body;
  }

 private:
  Document document_;
};

struct Row {
  std::string_view accept_encoding;
  std::string_view chosen;
};

class Negotiate : public testing::TestWithParam<Row> {};

TEST_P(Negotiate, ChoosesTheHighestWeight) {
  EXPECT_EQ(Coded(Made::all).body(GetParam().accept_encoding), GetParam().chosen) << GetParam().accept_encoding;
}

INSTANTIATE_TEST_SUITE_P(
    Fields, Negotiate,
    testing::Values(Row{"", "identity"}, Row{"gzip", "gzip"}, Row{"GZip", "gzip"}, Row{"x-gzip", "gzip"},
                    Row{"br", "br"}, Row{"gzip, deflate, br, zstd", "br"}, Row{"gzip;q=1.0, br;q=0.9", "gzip"},
                    Row{"br;q=0.5, gzip;q=0.5", "br"}, Row{"identity, gzip;q=0.5", "identity"},
                    Row{"identity;q=0.5, gzip;q=0.5", "gzip"}, Row{"gzip;q=0", "identity"}, Row{"*", "br"},
                    Row{"*;q=0", "identity"}, Row{"br;q=0, *", "gzip"}, Row{"br;q=0,gzip;q=0,*", "identity"},
                    Row{"gzip;q=0.001", "gzip"}, Row{"gzip;q=0.000", "identity"},
                    Row{"gzip ; Q=0.3 , br;q=0.2", "gzip"}, Row{"deflate", "identity"}, Row{"identity", "identity"},
                    Row{"gzipx, brx", "identity"}, Row{"gzip;q=2", "identity"}, Row{"gzip;q=1.001", "identity"},
                    Row{"gzip;q=0.5000", "identity"}, Row{"gzip;q=", "identity"}, Row{"gzip;q=x", "identity"},
                    Row{"gzip;level=9", "identity"}, Row{",,;,gzip", "gzip"}, Row{";q=1", "identity"},
                    Row{"gzip;q=1.", "gzip"}));

TEST(NegotiateCodings, FallBackToExistingCodings) {
  EXPECT_EQ(Coded(Made::gzip).body("br, gzip;q=0.1"), "gzip");
  EXPECT_EQ(Coded(Made::none).body("br, gzip, *"), "identity");
}

// The form that stands before the coding: text/markdown where a client names it.
TEST(PrefersMarkdown, IsTrueIfAcceptNamesIt) {
  for (const auto* accept :
       {"text/markdown", "Text/Markdown", "text/markdown, text/html;q=0.9, */*;q=0.1", "text/html, text/markdown",
        "text/markdown;variant=GFM", "text/html;q=0.5;charset=utf-8, text/markdown;charset=utf-8;q=0.5",
        "text/markdown;q=0.001", "application/json, text/markdown"}) {
    EXPECT_TRUE(prefers_markdown(accept)) << accept;
  }
}

TEST(PrefersMarkdown, IsFalseOtherwise) {
  for (const auto* accept :
       {"", "*/*", "text/*", "text/html", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "text/markdown;q=0", "text/markdown;q=0.8, text/html", "text/markdownx", "text/markdown;q=2", "markdown", ",;,",
        "text/markdown;q="}) {
    EXPECT_FALSE(prefers_markdown(accept)) << accept;
  }
}

TEST(PrefersHtml, IsTrueForBrowsers) {
  for (const auto* accept :
       {"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,"
        "application/signed-exchange;v=b3;q=0.7",
        "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html", "Text/HTML;charset=utf-8",
        "text/html, */*", "application/json;q=0.9, text/html", "text/html;q=0.001",
        "text/html;q=0.5, text/plain;q=0.4"}) {
    EXPECT_TRUE(prefers_html(accept)) << accept;
  }
}

TEST(PrefersHtml, IsFalseForPrograms) {
  for (const auto* accept :
       {"", "*/*", "text/*", "application/json", "application/json, text/plain, */*", "application/json, text/html",
        "text/markdown, text/html;q=0.9, */*;q=0.1", "text/html, text/plain", "text/html;q=0", "text/html;q=2",
        "text/htmlx", "html", ",;,", "text/html;q=", "image/avif,*/*"}) {
    EXPECT_FALSE(prefers_html(accept)) << accept;
  }
}

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
  const auto coded = Compressor().gzip(long_text());
  ASSERT_TRUE(coded);
  EXPECT_LT(coded->size(), long_text().size() / 2);
  EXPECT_EQ(gunzip(*coded), long_text());
  EXPECT_EQ(coded, Compressor().gzip(long_text()));
  EXPECT_EQ(coded->substr(3, 5), std::string(5, '\0'));  // no name, no time (RFC 1952 section 2.3)
}

// libbrotli by itself ends the process.
TEST(Brotli, ThrowsWithoutMemoryForTheEncoder) {
  if (&__asan_init != nullptr || &__tsan_init != nullptr) GTEST_SKIP() << "a sanitizer needs the address space";
  // The encoder needs a block of 2 MB; the smaller ones stay.
  const auto compress = [](bool has_memory) {
    const rlimit present = {1, 1};
    Compressor compressor;
    constexpr std::size_t kBlock = std::size_t{256} * 1024;
    if (!has_memory && ::setrlimit(RLIMIT_AS, &present) != 0) std::exit(1);
    while (!has_memory && ::operator new(kBlock, std::nothrow) != nullptr) {
    }
    try {
      static_cast<void>(compressor.brotli(long_text()));
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
  const auto coded = Compressor().brotli(long_text());
  ASSERT_TRUE(coded);
  EXPECT_LT(coded->size(), Compressor().gzip(long_text())->size());
  EXPECT_EQ(unbrotli(*coded), long_text());
  EXPECT_EQ(coded, Compressor().brotli(long_text()));
}

TEST(Codings, AreTheSameFromACompressorThatHasHadOtherTexts) {
  Compressor used;
  for (const std::string& text : {std::string(100'000, 'a'), std::string("{}"), long_text().substr(40)}) {
    static_cast<void>(used.gzip(text));
    static_cast<void>(used.brotli(text));
  }
  EXPECT_EQ(used.gzip(long_text()), Compressor().gzip(long_text()));
  EXPECT_EQ(used.brotli(long_text()), Compressor().brotli(long_text()));
}

TEST(Codings, AreOmittedIfNotSmaller) {
  EXPECT_EQ(Compressor().gzip("{}"), std::nullopt);
  EXPECT_EQ(Compressor().brotli("{}"), std::nullopt);
  EXPECT_EQ(Compressor().gzip(""), std::nullopt);
  EXPECT_EQ(Compressor().brotli(""), std::nullopt);
}

}  // namespace
}  // namespace agent_access::publish

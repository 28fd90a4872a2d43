#include "site/publish/negotiation.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>

namespace agent_access::publish {
namespace {

enum class Made : std::uint8_t { all, gzip, none };

/// A document with the codings that are smaller than it.
class Coded {
 public:
  explicit Coded(Made made) {
    document_.identity.body = "identity";
    if (made != Made::none) document_.gzip = std::make_unique<Representation>(Representation{"gzip", "", "", ""});
    if (made == Made::all) document_.brotli = std::make_unique<Representation>(Representation{"br", "", "", ""});
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
std::string_view form_for(std::string_view accept) {
  Document document;
  document.identity.body = "html";
  auto markdown = std::make_unique<Document>();
  markdown->identity.body = "markdown";
  document.markdown = std::move(markdown);
  return choose_form(document, accept).identity.body == "markdown" ? "markdown" : "html";
}

TEST(ChooseForm, IsMarkdownIfAcceptNamesIt) {
  for (const auto* accept :
       {"text/markdown", "Text/Markdown", "text/markdown, text/html;q=0.9, */*;q=0.1", "text/html, text/markdown",
        "text/markdown;variant=GFM", "text/html;q=0.5;charset=utf-8, text/markdown;charset=utf-8;q=0.5",
        "text/markdown;q=0.001", "application/json, text/markdown"}) {
    EXPECT_EQ(form_for(accept), "markdown") << accept;
  }
}

TEST(ChooseForm, IsHtmlOtherwise) {
  for (const auto* accept :
       {"", "*/*", "text/*", "text/html", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "text/markdown;q=0", "text/markdown;q=0.8, text/html", "text/markdownx", "text/markdown;q=2", "markdown", ",;,",
        "text/markdown;q="}) {
    EXPECT_EQ(form_for(accept), "html") << accept;
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

TEST(ChooseForm, IsTheOnlyFormOfMostDocuments) {
  const Document document;
  EXPECT_EQ(&choose_form(document, "text/markdown"), &document);
}

}  // namespace
}  // namespace agent_access::publish

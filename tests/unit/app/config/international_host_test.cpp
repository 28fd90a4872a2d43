#include "app/config/international_host.hpp"

#include <gtest/gtest.h>

namespace agent_access::app {
namespace {

TEST(WithAsciiHost, ConvertsTheHostOnly) {
  EXPECT_EQ(with_ascii_host("https://www.müller.example:8443/ü"), "https://www.xn--mller-kva.example:8443/ü");
  EXPECT_EQ(with_ascii_host("https://straße.example"), "https://xn--strae-oqa.example");
  EXPECT_EQ(with_ascii_host("https://Müller.example"), "https://xn--mller-kva.example");
  EXPECT_EQ(with_ascii_host("https://例え.テスト"), "https://xn--r8jz45g.xn--zckzah");
}

TEST(WithAsciiHost, IsNothingWithoutAnInternationalHost) {
  for (const auto* url :
       {"https://example.com", "https://example.com/ü", "müller.example", "", "https://", "https://\xFF.example"}) {
    EXPECT_FALSE(with_ascii_host(url)) << url;
  }
}

}  // namespace
}  // namespace agent_access::app

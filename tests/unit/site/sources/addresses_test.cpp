#include "site/sources/works/addresses.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

namespace agent_access::sources {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(AddressesIn, FindsThemInLatexHtmlAndText) {
  for (const auto* text : {"https://example.org/x", "{https://example.org/x}", "\\url{https://example.org/x}",
                           "see \\href{https://example.org/x}{this}", "<a href=\"https://example.org/x\">this</a>",
                           "doi:<a href=\"https://example.org/x\">10.5555/x</a>", "Available at https://example.org/x.",
                           "example.org/x"}) {
    EXPECT_THAT(addresses_in(text), ElementsAre("https://example.org/x")) << text;
  }
  EXPECT_THAT(addresses_in("https://example.org/a;https://example.org/b https://example.org/c"),
              ElementsAre("https://example.org/a", "https://example.org/b", "https://example.org/c"));
  EXPECT_THAT(addresses_in("https://example.org/x?a=1&amp;b=&#50;"), ElementsAre("https://example.org/x?a=1&b=2"));
  EXPECT_THAT(addresses_in("\\url{https://example.org/x?a=1\\&amp;b=2}"), ElementsAre("https://example.org/x?a=1&b=2"));
  EXPECT_THAT(addresses_in("See https://example.org/X_(y) and (https://example.org/z)."),
              ElementsAre("https://example.org/X_(y)", "https://example.org/z"));
  EXPECT_THAT(addresses_in("https://archive.example/2020/https://example.org/x"),
              ElementsAre("https://archive.example/2020/https://example.org/x"));
}

TEST(AddressesIn, TakesNoNameOfAFileForAHost) {
  for (const auto* text :
       {"quiet.pdf", "papers/quiet.pdf", "Ph.D.", "In print. Draft.", "v1.2/x", "mailto:a@example.org", ""}) {
    EXPECT_THAT(addresses_in(text), IsEmpty()) << text;
  }
}

TEST(ArxivId, IsNewOrOld) {
  for (const auto* id :
       {"2401.00001", "1903.04691v2", "0704.0001", "hep-th/9901001", "math.GT/0309136v1", "solv-int/9901001"}) {
    EXPECT_EQ(arxiv_id(id), id);
    EXPECT_EQ(arxiv_id("arXiv:" + std::string(id)), id);
  }
  for (const auto* text :
       {"", "12345", "2401.1", "2401.000001", "PMC1234.5678", "/9901001", "2401.00001vx", "https://arxiv.org/abs/1"}) {
    EXPECT_EQ(arxiv_id(text), "") << text;
  }
}

TEST(AddressList, TakesEachAddressOnce) {
  Work work;
  AddressList list(work);
  for (const auto* url : {"https://doi.org/10.5555/x", "https://example.org/a", "https://example.org/a",
                          "http://arxiv.org/abs/2401.00001", "https://example.org/b"}) {
    list.add(url);
  }
  list.add_link("PDF", "https://example.org/b");
  EXPECT_EQ(work.doi, "10.5555/x");
  EXPECT_EQ(work.url, "https://example.org/a");
  ASSERT_EQ(work.links.size(), 2U);
  EXPECT_EQ(work.links[0].title + " " + work.links[1].title, "arXiv Further address");
}

TEST(AddressList, MakesALinkTheAddressOfAWorkWithoutOne) {
  Work work;
  AddressList list(work);
  list.add_link("PDF", "https://example.org/a.pdf");
  list.add_link("HTML", "https://example.org/a");
  list.finish(std::array<std::string_view, 1>{"HTML"});
  EXPECT_EQ(work.url, "https://example.org/a");
  ASSERT_EQ(work.links.size(), 1U);
  EXPECT_EQ(work.links[0].title, "PDF");
}

TEST(AddressList, TakesAnAddressInsteadOfADoi) {
  const auto with_doi = [](std::string_view given) {
    Work work;
    const bool is_taken = AddressList(work).add_doi(given);
    return work.doi + "|" + work.url + (is_taken ? "" : "|left out");
  };
  EXPECT_EQ(with_doi("https://doi.org/10.5555/x"), "10.5555/x|");
  EXPECT_EQ(with_doi("10/abcd"), "|https://doi.org/10/abcd");
  EXPECT_EQ(with_doi("https://papers.example/doi/10.5555/x"), "|https://papers.example/doi/10.5555/x");
  EXPECT_EQ(with_doi("EX2013-77"), "||left out");
}

}  // namespace
}  // namespace agent_access::sources

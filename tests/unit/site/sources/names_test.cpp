// Names in the forms of btxdoc 4, of biblatex, and of real files.
#include "site/sources/texts/names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace agent_access::sources {
namespace {

using testing::ElementsAre;

std::vector<std::string> names(std::string_view latex) { return names_of_bibtex(latex).names; }

TEST(NamesOfBibtex, PutGivenNamesFirst) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"Muster, Mia", "Mia Muster"},
      {"Mia Muster", "Mia Muster"},
      {"de las Casas, Bartolom{\\'e}", "Bartolomé de las Casas"},
      {"{van der} Berg, Jan", "Jan van der Berg"},
      {"Llion {van} Exemple", "Llion van Exemple"},
      {"Davis, Jr., Sam", "Sam Davis, Jr."},
      {"Davis, Sam, Jr.", "Sam Davis, Jr."},
      {"Edwin V. {Bell, II}", "Edwin V. Bell, II"},
      {"Wall,W.A.", "W. A. Wall"},
      {"J.-P. Muster", "J.-P. Muster"},
      {"Plato", "Plato"},
      {"Muster*, Mia", "Mia Muster"},
      {"Muster$^{1,2}$, Mia$^\\dagger$", "Mia Muster"},
      {"{\\bf Muster, Mia}", "Mia Muster"},
      {"\\underline{Muster, Mia}", "Mia Muster"},
      {"family=Berg, given=Jan, prefix=van der", "Jan van der Berg"},
      {"a,", "a"},
      {"Muster, Mia ,", "Mia Muster"},
      {"Davis, Jr., Sam,", "Sam Davis, Jr."},
  };
  for (const auto& [latex, expected] : rows) EXPECT_THAT(names(latex), ElementsAre(expected)) << latex;
}

TEST(NamesOfBibtex, KeepTheirOrderAndTheirNumber) {
  EXPECT_THAT(names("{Rosa Beispiel} and Muster, Mia and {Example Cohort Study} and Wei Zhang\n AND\nWei Zhang"),
              ElementsAre("Rosa Beispiel", "Mia Muster", "Example Cohort Study", "Wei Zhang", "Wei Zhang"));
}

TEST(NamesOfBibtex, LeaveWhatIsInBraces) {
  EXPECT_THAT(names("{Example and Sons, Inc.} and {U.S. Survey}"),
              ElementsAre("Example and Sons, Inc.", "U.S. Survey"));
  EXPECT_THAT(names("{{R Core Team}}"), ElementsAre("R Core Team"));
}

TEST(NamesOfBibtex, PutEastAsianFamiliesFirst) {
  EXPECT_THAT(names("王小明 and 李, 明 and 山田, 太郎 and 김, 철수 and Kim, 철수"),
              ElementsAre("王小明", "李明", "山田太郎", "김철수", "철수 Kim"));
}

TEST(NamesOfBibtex, KnowThatThereAreMore) {
  for (const auto* latex : {"Muster, Mia and others", "Muster, Mia et al.", "Mia Muster and et al"}) {
    const auto list = names_of_bibtex(latex);
    EXPECT_THAT(list.names, ElementsAre("Mia Muster")) << latex;
    EXPECT_TRUE(list.has_more) << latex;
  }
  EXPECT_FALSE(names_of_bibtex("Mia Others").has_more);
}

TEST(NamesOfBibtex, GuessWhereCommasOrSemicolonsSeparate) {
  const auto whole = names_of_bibtex("Mia Muster, Rosa Beispiel, Noor Voorbeeld and Zoe Zeta");
  EXPECT_THAT(whole.names, ElementsAre("Mia Muster", "Rosa Beispiel", "Noor Voorbeeld", "Zoe Zeta"));
  EXPECT_EQ(whole.doubt, "has commas between names; write \" and \" there");
  EXPECT_THAT(names("Muster, M., Beispiel, R."), ElementsAre("M. Muster", "R. Beispiel"));
  EXPECT_THAT(names("Muster, Mia; M&uuml;ller, Rosa"), ElementsAre("Mia Muster", "Rosa Müller"));
  EXPECT_THAT(names("a, b, c, d, e"), ElementsAre("a, b, c, d, e"));
  EXPECT_THAT(names("Smith, Jr., Bill, Lee"), ElementsAre("Smith, Jr., Bill, Lee"));
}

TEST(NamesOfBibtex, LeaveOutEmptyOnes) {
  EXPECT_THAT(names(" and A and  and B and "), ElementsAre("A", "B"));
  EXPECT_THAT(names("{} and ,"), ElementsAre());
}

TEST(NameOfRis, HasTheSuffixLast) {
  EXPECT_EQ(name_of_ris("Davis, Sam, Jr."), "Sam Davis, Jr.");
  EXPECT_EQ(name_of_ris("Society of Example"), "Society of Example");
  EXPECT_EQ(name_of_ris("李, 明"), "李明");
}

}  // namespace
}  // namespace agent_access::sources

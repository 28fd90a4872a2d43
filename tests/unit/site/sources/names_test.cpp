// Names in the forms of btxdoc 4, of biblatex, and of real files.
#include "site/sources/texts/names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "site/sources/texts/bibtex_names.hpp"

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
      {"Sam Davis, Jr.", "Sam Davis, Jr."},
      {"Mia Muster, Ph.D.", "Mia Muster, Ph.D."},
      {"Muster, Mia, PhD", "Mia Muster, PhD"},
      {"Example, Inc.", "Example, Inc."},
      {"Ivanov, II", "II Ivanov"},
      {"Rossi, Junior", "Junior Rossi"},
      {"Mia Muster, Junior", "Mia Muster, Junior"},
      {"U.S. Bureau of Examples", "U.S. Bureau of Examples"},
      {"J.R. van der Berg", "J. R. van der Berg"},
      {"\"Muster, Mia\"", "Mia Muster"},
      {"García Márquez, Gabriel José", "Gabriel José García Márquez"},
      {"Ernst \\& Partners", "Ernst & Partners"},
      {"Karl von und zu Muster", "Karl von und zu Muster"},
      {"von und zu Muster, Karl", "Karl von und zu Muster"},
      {"Institute for Land und Meer Examples", "Institute for Land und Meer Examples"},
  };
  for (const auto& [latex, expected] : rows) EXPECT_THAT(names(latex), ElementsAre(expected)) << latex;
}

TEST(NamesOfBibtex, KeepOrganizationsWhole) {
  for (const std::string name :
       {"National Aeronautics & Space Administration", "U.S. Fish & Wildlife Service", "US Food & Drug Administration",
        "Texas Parks & Wildlife Department", "Public Health & Social Services",
        "Ministerium Bildung und Forschung Berlin", "Institut Français Recherche et Développement Durable",
        "Bureau de Recherches et Mines Paris"}) {
    const auto list = names_of_bibtex(name + " and Muster, Mia");
    EXPECT_THAT(list.names, ElementsAre(name, "Mia Muster"));
    EXPECT_EQ(list.doubt, "") << name;
  }
  EXPECT_THAT(names("National Oceanic \\& Atmospheric Administration"),
              ElementsAre("National Oceanic & Atmospheric Administration"));
  EXPECT_THAT(names("US Food & Drug Administration, and Muster, Mia"),
              ElementsAre("US Food & Drug Administration", "Mia Muster"));
  EXPECT_THAT(names("Muster, Mia & Example Group"), ElementsAre("Mia Muster", "Example Group"));
}

TEST(NamesOfBibtex, AreReadByTheMembersOfBiblatex) {
  EXPECT_THAT(names("family=Berg, given=Anna, prefix=van der, useprefix=true and Muster, Mia"),
              ElementsAre("Anna van der Berg", "Mia Muster"));
  EXPECT_THAT(names("family={de la Cruz}, given={Juan, P.}, suffix=Jr., given-i={J}"),
              ElementsAre("Juan, P. de la Cruz, Jr."));
  EXPECT_EQ(names_of_bibtex("given=Anna, family=Berg, prefix=van der, useprefix=true").doubt, "");
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
  EXPECT_THAT(names("李，明 and نمونه، علی"), ElementsAre("李明", "علی نمونه"));
  EXPECT_THAT(names("李, Jr., 明"), ElementsAre("李明, Jr."));
}

TEST(NamesOfBibtex, KnowTheListsOfEastAsia) {
  for (const auto* latex : {"王小明, 李明, 张三", "王小明，李明，张三", "王小明、李明、张三", "王小明；李明；张三"}) {
    const auto list = names_of_bibtex(latex);
    EXPECT_THAT(list.names, ElementsAre("王小明", "李明", "张三")) << latex;
    EXPECT_NE(list.doubt, "") << latex;
  }
  EXPECT_THAT(names("山田 太郎，佐藤 花子"), ElementsAre("山田 太郎", "佐藤 花子"));
  EXPECT_THAT(names("李, 明, 王, 小明"), ElementsAre("李明", "王小明"));
}

TEST(NamesOfBibtex, KnowThatThereAreMore) {
  for (const auto* latex :
       {"Muster, Mia and others", "Muster, Mia et al.", "Mia Muster and et al", "Muster, Mia and {et al.}",
        "Muster, Mia and Others", "Muster, Mia and {others}", "Muster, Mia and 3 others"}) {
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

TEST(NamesOfBibtex, GuessWhatStandsBetweenTwoNamesAndSaySo) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"A. Muster, B. Beispiel", "A. Muster|B. Beispiel|commas"},
      {"Muster M, Beispiel R", "Muster M|Beispiel R|commas"},
      {"Mia Muster, Rosa Beispiel, and Noor Voorbeeld", "Mia Muster|Rosa Beispiel|Noor Voorbeeld|commas"},
      {"Muster, Mia \\& Beispiel, Rosa", "Mia Muster|Rosa Beispiel|\"&\""},
      {"Mia Muster, Jan van der Berg & Rosa Beispiel", "Mia Muster|Jan van der Berg|Rosa Beispiel|\"&\""},
      {"Muster, Mia und Beispiel, Rosa", "Mia Muster|Rosa Beispiel|\"und\" or \"et\""},
      {"Muster, Mia; Beispiel, Rosa and Voorbeeld, Noor", "Mia Muster|Rosa Beispiel|Noor Voorbeeld|semicolons"}};
  for (const auto& [latex, expected] : rows) {
    const auto list = names_of_bibtex(latex);
    std::string found;
    for (const auto& name : list.names) found += name + "|";
    const auto doubt = list.doubt.substr(0, list.doubt.find(" between names; write"));
    EXPECT_EQ(found + doubt.substr(doubt.find(' ') + 1), expected) << latex;
  }
}

TEST(NamesOfBibtex, DoubtNamesWithACommaBesideSomeWithout) {
  const auto list = names_of_bibtex("Mia Muster, Rosa Beispiel and Noor Voorbeeld");
  EXPECT_THAT(list.names, ElementsAre("Rosa Beispiel Mia Muster", "Noor Voorbeeld"));
  EXPECT_EQ(list.doubt, "has names with and without a comma; what stands before one is read as the family name");
  for (const auto* latex : {"García Márquez, Gabriel José and {Example Group}", "Muster, Mia and Noor Voorbeeld",
                            "García Márquez, Gabriel José, and Muster, Mia", "Muster, Mia;"}) {
    EXPECT_EQ(names_of_bibtex(latex).doubt, "") << latex;
  }
}

TEST(NamesOfBibtex, MayHaveSeveralWordsBeforeAndBehindAComma) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"García Márquez, Gabriel José,", "Gabriel José García Márquez"},
      {"García Márquez, Gabriel José, and Vargas Llosa, Jorge Mario Pedro",
       "Gabriel José García Márquez|Jorge Mario Pedro Vargas Llosa"},
      {"A. Rahman, Mohd Faizal and López, Ana and Ruiz, Eva", "Mohd Faizal A. Rahman|Ana López|Eva Ruiz"},
      {"Pérez G., María José and López, Ana", "María José Pérez G.|Ana López"},
      {"Nguyen T. T., Hoa Binh", "Hoa Binh Nguyen T. T."},
      {"Smith V, John Paul", "John Paul Smith V"}};
  for (const auto& [latex, expected] : rows) {
    const auto list = names_of_bibtex(latex);
    std::string found;
    for (const auto& name : list.names) found.append(found.empty() ? "" : "|").append(name);
    EXPECT_EQ(found + list.doubt, expected);
  }
}

TEST(NamesOfBibtex, MayHaveASemicolonInParentheses) {
  EXPECT_THAT(names("Mia Muster (University of Example; Institute A) and Bo Beispiel"),
              ElementsAre("Mia Muster (University of Example; Institute A)", "Bo Beispiel"));
  EXPECT_THAT(names("Mia Muster (Bern); Bo Beispiel (Example)"),
              ElementsAre("Mia Muster (Bern)", "Bo Beispiel (Example)"));
}

TEST(NamesOfBibtex, LeaveOutEmptyOnes) {
  EXPECT_THAT(names(" and A and  and B and "), ElementsAre("A", "B"));
  EXPECT_THAT(names("{} and ,"), ElementsAre());
}

TEST(NameOfRis, HasTheSuffixLast) {
  EXPECT_EQ(name_of_ris("Davis, Sam, Jr."), "Sam Davis, Jr.");
  EXPECT_EQ(name_of_ris("Society of Example"), "Society of Example");
  EXPECT_EQ(name_of_ris("李, 明"), "李明");
  EXPECT_EQ(name_of_ris("Example, Inc."), "Example, Inc.");
  EXPECT_EQ(name_of_ris("Rossi, Junior"), "Junior Rossi");
}

}  // namespace
}  // namespace agent_access::sources

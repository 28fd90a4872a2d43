// Lines of authors as people write them.
#include "site/sources/texts/author_line.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"

namespace agent_access::sources {
namespace {

TEST(AuthorsInLine, AreSeparatedInManyWays) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"Mia Muster", "Mia Muster"},
      {"R. Beispiel, M. Muster, A. Alpha", "R. Beispiel|M. Muster|A. Alpha"},
      {"<u>Mia Muster</u>*, Rosa Beispiel*", "Mia Muster|Rosa Beispiel"},
      {"Mia Muster, <strong>Rosa Beispiel</strong>, and Zoe Zeta", "Mia Muster|Rosa Beispiel|Zoe Zeta"},
      {"Mia Muster and Rosa Beispiel", "Mia Muster|Rosa Beispiel"},
      {"Muster, Mia; Beispiel, Rosa. ", "Mia Muster|Rosa Beispiel"},
      {"Muster, Mia and Beispiel, Rosa", "Mia Muster|Rosa Beispiel"},
      {"Lee, J., Hwang, J. & Kim, H. (2021).", "J. Lee|J. Hwang|H. Kim"},
      {"Kim, H. (2022).", "H. Kim"},
      {"Zhang, Z., Li, X. and Wang, Y., 2020. ", "Z. Zhang|X. Li|Y. Wang"},
      {"Juneau J, Duret G, Chu JP", "Juneau J|Duret G|Chu JP"},
      {"de la Cruz, Maria", "Maria de la Cruz"},
      {"Sam Davis, Jr., Mia Muster", "Sam Davis, Jr.|Mia Muster"},
      {"Ann Lee, Bo Chen, ", "Ann Lee|Bo Chen"},
      {"李明、王芳", "李明|王芳"},
      {"李明, 王芳", "李明|王芳"},
      {"García Márquez, Gabriel", "Gabriel García Márquez"},
      {"García Márquez, Gabriel and Vargas Llosa, Mario", "Gabriel García Márquez|Mario Vargas Llosa"},
      {"García Márquez, Gabriel, Muster, Mia", "Gabriel García Márquez|Mia Muster"},
      {"Ada Beispiel, Sting, Bob Muster, Prince", "Ada Beispiel|Sting|Bob Muster|Prince"},
      {"University of Examples, Exampleland", "University of Examples|Exampleland"},
      {"Muster, Mia Sophie, Beispiel, Rosa", "Mia Sophie Muster|Rosa Beispiel"},
      {"Rosa Beispiel, OpenAI", "Rosa Beispiel|OpenAI"},
      {"R. Beispiel, Plato", "R. Beispiel|Plato"},
      {"Rosa Beispiel, 王芳", "Rosa Beispiel|王芳"},
      {"Beispiel R, Muster M, Zeta ZA.", "Beispiel R|Muster M|Zeta ZA"},
      {"Mia M., Zoe Z.", "Mia M.|Zoe Z."},
      {"[Mia Muster](https://m.example), Rosa Beispiel<sup>1,2</sup>", "Mia Muster|Rosa Beispiel"},
      {"Plato", "Plato"},
      {"", ""},
  };
  for (const auto& [line, expected] : rows) {
    EXPECT_EQ(base::joined(authors_in_line(line).names, "|"), expected) << line;
    EXPECT_FALSE(authors_in_line(line).has_more) << line;
  }
}

TEST(AuthorsInLine, MayNotBeAll) {
  for (const auto* line : {"Mia Muster et al.", "Mia Muster, et al.", "Mia Muster, others"}) {
    const auto list = authors_in_line(line);
    EXPECT_EQ(base::joined(list.names, "|"), "Mia Muster") << line;
    EXPECT_TRUE(list.has_more) << line;
  }
}

TEST(AuthorName, MayBeTurned) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"Muster, Mia", "Mia Muster"},
      {"Mia Muster", "Mia Muster"},
      {"***Rosa Beispiel***", "Rosa Beispiel"},
      {"**Zoe Zeta**\\*", "Zoe Zeta"},
      {"[Mia Muster](https://m.example)", "Mia Muster"},
      {"<a href=\"https://m.example\">Mia Muster</a><sup>1</sup>", "Mia Muster"},
      {"Example and Sons, Inc.", "Example and Sons, Inc."},
      {"Davis, Sam, Jr.", "Sam Davis, Jr."},
      {"Davis, Jr.", "Davis, Jr."},
      {"李, 明", "李明"},
  };
  for (const auto& [text, expected] : rows) EXPECT_EQ(author_name(text), expected) << text;
}

}  // namespace
}  // namespace agent_access::sources

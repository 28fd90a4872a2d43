// How declared rows must agree with each other: scopes that exist, names and paths that are not taken twice.
#include <gmock/gmock.h>

#include "unit/app/config/config_fixture.hpp"

namespace agent_access::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using AccessAgreementTest = ConfigTest;

TEST_F(AccessAgreementTest, UseDeclaredScopes) {
  const auto with_scope = [&](const std::string& scope) {
    return problems("[[gates]]\nprefix = \"/a/\"\ntitle = \"A\"\ndescription = \"A.\"\nscope = \"" + scope + "\"\n");
  };
  EXPECT_THAT(with_scope("read:extended"), IsEmpty());
  EXPECT_THAT(with_scope("write:all"),
              ElementsAre(at(5, R"(gates.scope: "write:all" is not declared; declare it with [[scopes]])")));
  EXPECT_THAT(with_scope("read:extendet"),
              ElementsAre(at(5, R"(gates.scope: "read:extendet" is not declared; did you mean "read:extended"?)")));
  EXPECT_THAT(problems("[[documents]]\npath = \"/api/agent/a\"\nsource = \"a\"\ntitle = \"A\"\ndescription = \"A.\"\n"
                       "scope = \"write:all\"\n"),
              ElementsAre(at(6, R"(documents.scope: "write:all" is not declared; declare it with [[scopes]])")));
  EXPECT_THAT(problems("[[gates]]\nprefix = \"/a/\"\ntitle = \"A\"\ndescription = \"A.\"\nscope = \"b\"\n"
                       "[[scopes]]\nname = \"b\"\nmeaning = \"B.\"\n"),
              IsEmpty());
}

TEST_F(AccessAgreementTest, AreNotBlamedForAScopeThatIsRefused) {
  EXPECT_THAT(problems("[[scopes]]\nname = \"a b\"\nmeaning = \"A.\"\n"
                       "[[gates]]\nprefix = \"/a/\"\ntitle = \"A\"\ndescription = \"A.\"\nscope = \"ab\"\n")
                  .size(),
              1U);
}

TEST_F(AccessAgreementTest, AreNotBlamedForEachOtherIfTheyAreRefused) {
  const std::string texts = "title = \"A\"\ndescription = \"A.\"\n";
  const std::string scope = "[[scopes]]\nname = \"\"\nmeaning = \"A.\"\n";
  const std::string document = "[[documents]]\npath = \"a\"\nsource = \"a\"\n" + texts;
  const std::string gate = "[[gates]]\nprefix = \"a\"\n" + texts;
  for (const auto& row : {scope, document, gate}) EXPECT_EQ(problems(row + row).size(), 2U) << row;
}

TEST_F(AccessAgreementTest, AreUnique) {
  const std::string gate_row = "title = \"A\"\ndescription = \"A.\"\n";
  const std::string place = (folder_.path() / "a.toml").string() + ":1";
  EXPECT_THAT(problems("[[scopes]]\nname = \"a\"\nmeaning = \"A.\"\n[[scopes]]\nname = \"a\"\nmeaning = \"B.\"\n"),
              ElementsAre(at(5, "scopes.name: \"a\" is declared already, at " + place)));
  EXPECT_THAT(problems("[[gates]]\nprefix = \"/a/\"\n" + gate_row + "[[gates]]\nprefix = \"/a/\"\n" + gate_row),
              ElementsAre(at(6, "gates.prefix: \"/a/\" is declared already, at " + place)));
  EXPECT_THAT(problems("[[gates]]\nprefix = \"/a/\"\n" + gate_row + "[[gates]]\nprefix = \"/A/\"\n" + gate_row),
              ElementsAre(at(6, "gates.prefix: \"/A/\" is declared already, at " + place + ", in another spelling")));
  EXPECT_THAT(problems("[[gates]]\nprefix = \"/(/\"\n" + gate_row + "[[gates]]\nprefix = \"/%28/\"\n" + gate_row),
              ElementsAre(at(6, "gates.prefix: \"/%28/\" is declared already, at " + place + ", in another spelling")));
  EXPECT_THAT(problems("[[gates]]\nprefix = \"/a/\"\n" + gate_row + "[[gates]]\nprefix = \"/a/b/\"\n" + gate_row),
              IsEmpty());
}

TEST_F(AccessAgreementTest, HaveEachDocumentOnce) {
  const auto row = [](const std::string& path) {
    return "[[documents]]\npath = \"" + path + "\"\nsource = \"a\"\ntitle = \"A\"\ndescription = \"A.\"\n";
  };
  const std::string place = (folder_.path() / "a.toml").string() + ":1";
  EXPECT_THAT(problems(row("/api/agent/a") + row("/api/agent/a")),
              ElementsAre(at(7, "documents.path: \"/api/agent/a\" is declared already, at " + place)));
  EXPECT_THAT(problems(row("/api/agent/a") + row("/api/agent/A")),
              ElementsAre(at(
                  7, "documents.path: \"/api/agent/A\" is declared already, at " + place + ", in another spelling")));
  EXPECT_THAT(problems(row("/api/agent/a") + row("/api/agent/ab") + row("/api/agent/a/b")), IsEmpty());
}

TEST_F(AccessAgreementTest, AreLimitedInNumber) {
  const auto scopes = [](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += "[[scopes]]\nname = \"s" + std::to_string(i) + "\"\nmeaning = \"A.\"\n";
    return text;
  };
  EXPECT_EQ(load(scopes(31)).access.scopes.size(), 31U);
  EXPECT_THAT(problems(scopes(32)),
              ElementsAre(at(94, "there can be at most 31 rows of [[scopes]] besides read:extended")));
  std::string gates;
  for (int i = 0; i < 101; ++i) {
    gates += "[[gates]]\nprefix = \"/" + std::to_string(i) + "/\"\ntitle = \"A\"\ndescription = \"A.\"\n";
  }
  EXPECT_THAT(problems(gates), ElementsAre(at(401, "there can be at most 100 rows of [[gates]]")));
  std::string documents;
  for (int i = 0; i < 101; ++i) {
    documents += "[[documents]]\npath = \"/api/agent/" + std::to_string(i) +
                 "\"\nsource = \"a\"\ntitle = \"A\"\ndescription = \"A.\"\n";
  }
  EXPECT_THAT(problems(documents), ElementsAre(at(501, "there can be at most 100 rows of [[documents]]")));
}

}  // namespace
}  // namespace agent_access::app

// Which rows of [[scopes]], [[documents]] and [[gates]] a configuration may have, and how mistakes in one are reported.
#include <gmock/gmock.h>

#include "app/config/access_table.hpp"
#include "unit/app/config/config_fixture.hpp"

namespace agent_access::app {
namespace {

using testing::ElementsAre;
using namespace std::chrono_literals;

class AccessRowsTest : public ConfigTest {
 protected:
  /// The problem of one document whose key has that value, without the place.
  std::string document(std::string_view key, std::string_view value) {
    return only_problem("documents", key, value,
                        "path = \"/api/agent/a.pdf\"\nsource = \"a.pdf\"\ntitle = \"A\"\ndescription = \"A.\"\n");
  }
  std::string gate(std::string_view key, std::string_view value) {
    return only_problem("gates", key, value, "prefix = \"/data/\"\ntitle = \"A\"\ndescription = \"A.\"\n");
  }
  std::string scope(std::string_view key, std::string_view value) {
    return only_problem("scopes", key, value, "name = \"a\"\nmeaning = \"A.\"\n");
  }

 private:
  std::string only_problem(std::string_view table, std::string_view key, std::string_view value, std::string row) {
    const auto old = row.find(std::string(key) + " = ");
    if (old != std::string::npos) row.erase(old, row.find('\n', old) + 1 - old);
    const auto text = std::string("[[").append(table).append("]]\n").append(key).append(" = ").append(value);
    const auto found = problems(text + "\n" + row);
    if (found.empty()) return "none";
    const std::string start = at(2, std::string(table).append(".").append(key).append(": "));
    if (found.size() != 1 || !found.front().starts_with(start)) return testing::PrintToString(found);
    return found.front().substr(start.size());
  }
};

TEST_F(AccessRowsTest, AreNoneByDefault) { EXPECT_TRUE(load("").access.is_empty()); }

TEST_F(AccessRowsTest, HaveAllTheirValues) {
  const auto config = load(
      "[[scopes]]\nname = \"read:papers\"\nmeaning = \"Read the papers.\"\n"
      "[[documents]]\npath = \"/api/agent/paper.pdf\"\nsource = \"papers/one.pdf\"\nscope = \"read:papers\"\n"
      "title = \"Papers\"\ndescription = \"All of them.\"\n"
      "[[documents]]\npath = \"/api/agent/cv.pdf\"\nsource = \"/srv/cv.pdf\"\ntitle = \"CV\"\n"
      "description = \"With dates.\"\nmedia_type = \"application/pdf\"\n"
      "[[gates]]\nprefix = \"/data/\"\nscope = \"read:papers\"\ntitle = \"Data\"\ndescription = \"As CSV.\"\n"
      "methods = [\"GET\", \"POST\"]\nopenapi = \"/data/openapi.json\"\n");
  ASSERT_EQ(config.access.scopes.size(), 1U);
  EXPECT_EQ(config.access.scopes[0].name, "read:papers");
  EXPECT_EQ(config.access.scopes[0].meaning, "Read the papers.");
  ASSERT_EQ(config.access.documents.size(), 2U);
  const auto& paper = config.access.documents[0];
  EXPECT_EQ(paper.path, "/api/agent/paper.pdf");
  EXPECT_EQ(paper.source, folder_.path() / "papers/one.pdf");
  EXPECT_EQ(paper.scope, "read:papers");
  EXPECT_EQ(paper.title, "Papers");
  EXPECT_EQ(paper.description, "All of them.");
  const auto& file = config.access.documents[1];
  EXPECT_EQ(file.source, "/srv/cv.pdf");
  EXPECT_EQ(file.scope, "read:extended");
  EXPECT_EQ(file.media_type, "application/pdf");
  ASSERT_EQ(config.access.gates.size(), 1U);
  EXPECT_EQ(config.access.gates[0].prefix, "/data/");
  EXPECT_THAT(config.access.gates[0].methods, ElementsAre("GET", "POST"));
  EXPECT_EQ(config.access.gates[0].openapi, "/data/openapi.json");
}

TEST_F(AccessRowsTest, RememberTheirLinesAndThoseOfTheirValues) {
  const auto config = load(
      "\n[[scopes]]\nname = \"a\"\nmeaning = \"A.\"\n\n[[gates]]\nprefix = \"/a/\"\n"
      "title = \"A\"\ndescription = \"A.\"\n");
  const auto file = (folder_.path() / "a.toml").string();
  EXPECT_EQ(to_text(config.access.scopes.at(0).origin), file + ":2");
  const auto& gate = config.access.gates.at(0);
  EXPECT_EQ(to_text(gate.origin), file + ":6");
  EXPECT_EQ(to_text(gate.origins.at(*find_access_key(AccessTable::gates, "title"))), file + ":8");
  EXPECT_EQ(to_text(gate.origins.at(*find_access_key(AccessTable::gates, "methods"))), "default");
}

TEST_F(AccessRowsTest, AreReadFromInlineTablesToo) {
  EXPECT_EQ(load("scopes = [{name = \"a\", meaning = \"A.\"}]\n").access.scopes.at(0).name, "a");
  EXPECT_TRUE(load("gates = []\n").access.is_empty());
}

TEST_F(AccessRowsTest, NeedTwoPairsOfBracketsAndKnownNames) {
  EXPECT_THAT(problems("[documents]\npath = \"/api/agent/a\"\n"),
              ElementsAre(at(1, R"("documents" must be rows: write [[documents]] above each)")));
  EXPECT_THAT(problems("\nscopes = [\"a\"]\n"),
              ElementsAre(at(2, R"("scopes" must be rows: write [[scopes]] above each)")));
  EXPECT_THAT(problems("[[document]]\npath = \"/a\"\n"),
              ElementsAre(at(1, "unknown section [[document]]; did you mean [[documents]]?")));
  EXPECT_THAT(problems("[gate]\nprefix = \"/a/\"\n"),
              ElementsAre(at(1, "unknown section [gate]; did you mean [[gates]]?")));
  EXPECT_THAT(problems("[[limit]]\nrequests = 1\n"),
              ElementsAre(at(1, "unknown section [[limit]]; did you mean [limits]?")));
  EXPECT_THAT(problems("[[scopes]]\nname = \"a\"\nmeaning = \"A.\"\nmeening = \"B.\"\n"),
              ElementsAre(at(4, R"(unknown key "scopes.meening"; did you mean "scopes.meaning"?)")));
  EXPECT_THAT(problems("[[scopes]]\nname = \"a\"\nmeaning = \"A.\"\ncolour = \"red\"\n"),
              ElementsAre(at(4, R"(unknown key "scopes.colour"; there are name, meaning)")));
}

TEST_F(AccessRowsTest, SuggestTheKeyThatAnotherWordMeans) {
  const auto first_problem = [&](const std::string& text) { return problems(text).front(); };
  EXPECT_EQ(first_problem("[[documents]]\nfile = \"a.pdf\"\n"),
            at(2, R"(unknown key "documents.file"; did you mean "documents.source"?)"));
  EXPECT_EQ(first_problem("[[scopes]]\ndescription = \"a\"\n"),
            at(2, R"(unknown key "scopes.description"; did you mean "scopes.meaning"?)"));
  EXPECT_EQ(first_problem("[[gates]]\npath = \"/a/\"\n"),
            at(2, R"(unknown key "gates.path"; did you mean "gates.prefix"?)"));
}

TEST_F(AccessRowsTest, ReportWhatIsMissing) {
  EXPECT_THAT(problems("\n[[scopes]]\n"),
              ElementsAre(at(2, R"(scopes.name is missing; write for example name = "read:papers")"),
                          at(2,
                             "scopes.meaning is missing; write for example meaning = "
                             "\"Read the papers and their data.\"")));
}

TEST_F(AccessRowsTest, ReportAllProblemsAtOnce) {
  EXPECT_THAT(problems("[[scopes]]\nname = 1\nmeaning = \"A.\"\n[[gates]]\nprefix = \"data\"\ntitle = \"\"\n"),
              ElementsAre(at(5, R"(gates.prefix: "data" must begin and end with a slash, as in "/data/")"),
                          at(6, "gates.title: must not be empty"),
                          at(4, R"(gates.description is missing; write for example description = )"
                                R"("Measurements as CSV.")"),
                          at(2, "scopes.name: must be a text in quotes; found the number 1")));
}

TEST_F(AccessRowsTest, HaveScopeNamesOfOAuth) {
  EXPECT_EQ(scope("name", R"("!#[]~:/")"), "none");
  constexpr auto kForm =
      " is not the name of one scope: visible ASCII without spaces, quotes and backslashes, as in \"read:papers\"";
  EXPECT_EQ(scope("name", R"("read papers")"), std::string(R"("read papers")") + kForm);
  EXPECT_EQ(scope("name", R"('a"b')"), std::string(R"("a\"b")") + kForm);
  EXPECT_EQ(scope("name", R"('a\b')"), std::string(R"("a\\b")") + kForm);
  EXPECT_EQ(scope("name", R"("é")"), std::string(R"("é")") + kForm);
  EXPECT_THAT(scope("name", R"("a\u007f")"), testing::EndsWith(kForm));
  EXPECT_EQ(scope("name", "\"\""), R"(must not be empty; write for example "read:papers")");
  EXPECT_EQ(scope("name", "\"" + std::string(64, 'a') + "\""), "none");
  EXPECT_EQ(scope("name", "\"" + std::string(65, 'a') + "\""), "must have at most 64 characters");
  EXPECT_EQ(scope("name", "\"read:extended\""),
            R"("read:extended" always exists, with a fixed meaning: it opens the profile; remove this row)");
}

TEST_F(AccessRowsTest, HaveSentencesOfOneLine) {
  EXPECT_EQ(scope("meaning", "\"Grüße lesen.\""), "none");
  EXPECT_EQ(scope("meaning", R"("a\u00a0b")"), "none");
  EXPECT_EQ(scope("meaning", "\" \""), "must not be empty");
  for (const auto* text : {R"("a\nb")", R"("a\tb")", R"("a\u007f")", R"("a\u0085b")", R"("a\u2028b")", R"("a\u2029b")",
                           R"("a\u00a0b\u0085")"}) {
    EXPECT_EQ(scope("meaning", text), "must be one line without tabs and control characters") << text;
  }
  EXPECT_EQ(scope("meaning", "\"" + std::string(500, 'a') + "\""), "none");
  EXPECT_EQ(scope("meaning", "\"" + std::string(501, 'a') + "\""), "must have at most 500 bytes");
}

TEST_F(AccessRowsTest, KeepUrlsOfSentencesAsTheyAre) {
  const auto config = load("[[scopes]]\nname = \"a\"\nmeaning = \"See https://a.example/@b and c@d.example.\"\n");
  EXPECT_EQ(config.access.scopes.at(0).meaning, "See https://a.example/@b and c@d.example.");
}

TEST_F(AccessRowsTest, HaveDocumentsBelowTheFolderForAgents) {
  EXPECT_EQ(document("path", "\"/api/agent/a/b%20c.pdf\""), "none");
  EXPECT_EQ(document("path", "\"/api/agent/papers/\""),
            "\"/api/agent/papers/\" ends with a slash, but a document is one file; a folder belongs behind a gate "
            "([[gates]])");
  constexpr auto kForm = " is not below /api/agent/; write for example \"/api/agent/paper.pdf\"";
  EXPECT_EQ(document("path", "\"/papers/\""), std::string("\"/papers/\"") + kForm);
  EXPECT_EQ(document("path", "\"/api/agent/\""), std::string("\"/api/agent/\"") + kForm);
  EXPECT_EQ(document("path", "\"/API/agent/a\""), std::string("\"/API/agent/a\"") + kForm);
  EXPECT_EQ(document("path", "\"/api/agent/full-profile\""),
            "\"/api/agent/full-profile\" belongs to the profile; choose another path");
  EXPECT_EQ(document("path", "\"/api/agent/Full-Profile/a\""),
            "\"/api/agent/Full-Profile/a\" belongs to the profile; choose another path");
  EXPECT_EQ(document("path", "\"/api/agent/full-profile.pdf\""), "none");
  EXPECT_EQ(document("path", "\"/api/agent/full\""), "none");
}

TEST_F(AccessRowsTest, HavePathsThatCanBeReadInOneWay) {
  constexpr auto kForm =
      " can be read in two ways: write it without \"//\", \".\", \"..\", \";\" and \"\\\", with percent-encoding only "
      "for characters that need it, as in \"/a%20b\"";
  for (const std::string name : {"a//b", "a/../b", "./a", "a;b", "a%2fb", "%61", "a b", "%", "%zz", "a?b", "a#b"}) {
    const auto path = "\"/api/agent/" + name + "\"";
    EXPECT_EQ(document("path", path), path + kForm);
  }
  EXPECT_EQ(document("path", "\"/api/agent/" + std::string(501, 'a') + "\""), "none");
  EXPECT_EQ(document("path", "\"/api/agent/" + std::string(502, 'a') + "\""), "must have at most 512 characters");
  EXPECT_EQ(gate("prefix", "\"/data/../\""), std::string("\"/data/../\"") + kForm);
}

TEST_F(AccessRowsTest, HaveGatesApartFromWhatAgentsNeedWithoutAToken) {
  EXPECT_EQ(gate("prefix", "\"/a/b/\""), "none");
  EXPECT_EQ(gate("prefix", "\"/\""),
            "\"/\" is the whole site: agents would need a token to read how they get one; name the part that needs a "
            "token, as in \"/data/\"");
  for (const auto* prefix : {"\"/data\"", "\"data/\"", "\"\""}) {
    EXPECT_EQ(gate("prefix", prefix), std::string(prefix) + " must begin and end with a slash, as in \"/data/\"");
  }
  constexpr auto kOverlaps = ", which this program serves; choose another prefix";
  EXPECT_EQ(gate("prefix", "\"/api/\""), std::string("\"/api/\" overlaps /api/agent/") + kOverlaps);
  EXPECT_EQ(gate("prefix", "\"/api/agent/x/\""), std::string("\"/api/agent/x/\" overlaps /api/agent/") + kOverlaps);
  EXPECT_EQ(gate("prefix", "\"/OAuth/\""), std::string("\"/OAuth/\" overlaps /oauth/") + kOverlaps);
  EXPECT_EQ(gate("prefix", "\"/.well-known/a/\""),
            std::string("\"/.well-known/a/\" overlaps /.well-known/") + kOverlaps);
  EXPECT_EQ(gate("prefix", "\"/api/agents/\""), "none");
}

TEST_F(AccessRowsTest, HaveMediaTypesOfHttp) {
  for (const auto* type : {"\"\"", "\"text/csv\"", "\"text/csv; charset=utf-8;header=present\"", "\"text/csv ;a=b\"",
                           R"('text/plain; format="flowed \" x"')", "\"application/vnd.a+json\""}) {
    EXPECT_EQ(document("media_type", type), "none") << type;
  }
  for (const auto* type : {"\"pdf\"", "\"text/\"", "\"/csv\"", "\"text/csv;\"", "\"text/csv; a\"", "\"text/csv x\"",
                           "\"text/csv a=b\"", "\"text/csv;=b\"", "\"text/csv;a=\"", "'text/csv;a=\"b'",
                           "'text/csv;a=\"b\\'", "'text/csv;a=\"é\"'", "\"text/csv;a=é\""}) {
    EXPECT_THAT(document("media_type", type),
                testing::EndsWith(" is not a media type; write for example \"application/pdf\""))
        << type;
  }
  EXPECT_EQ(document("media_type", "\"a/" + std::string(198, 'b') + "\""), "none");
  EXPECT_THAT(document("media_type", "\"a/" + std::string(199, 'b') + "\""), testing::HasSubstr("is not a media type"));
}

TEST_F(AccessRowsTest, HaveMethodsOfTheList) {
  EXPECT_EQ(gate("methods", R"(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])"), "none");
  EXPECT_EQ(gate("methods", R"(["get"])"),
            "\"get\" is not a method; choose from GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
  EXPECT_EQ(gate("methods", "[]"), "names no method; write for example [\"GET\"], or remove it");
  EXPECT_EQ(gate("methods", R"(["GET", "GET"])"), "\"GET\" is listed twice");
  EXPECT_EQ(gate("methods", "\"GET\""), R"(must be a list of texts in quotes; found the text "GET")");
}

TEST_F(AccessRowsTest, HaveADescriptionByHttpsOrOfTheSite) {
  EXPECT_EQ(gate("openapi", "\"https://example.com/data/openapi.json?v=1\""), "none");
  EXPECT_EQ(gate("openapi", "\"/data/openapi.json\""), "none");
  EXPECT_EQ(gate("openapi", "\"\""), "none");
  EXPECT_EQ(gate("openapi", "\"https://example.com/@a\""), "none");
  EXPECT_EQ(gate("openapi", "\"https://example.com?a=@\""), "none");
  EXPECT_EQ(gate("openapi", "\"/" + std::string(999, 'a') + "\""), "none");
  const std::string too_long = "\"/" + std::string(1000, 'a') + "\"";
  for (const auto& text :
       {too_long.c_str(), "\"http://example.com/a\"", "\"https://\"", "\"https:///a\"", "\"//example.com/a\"",
        "\"a.json\"", "\"/a b\"", "\"/a#b\"", "\"https://user:pass@example.com/\""}) {
    EXPECT_EQ(gate("openapi", text),
              "must be an https URL without a user name, or a path of the site, as in "
              "\"https://example.com/data/openapi.json\" or \"/data/openapi.json\"")
        << text;
  }
}

// How declared rows must agree with each other: scopes that exist, names and paths that are not taken twice.

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

TEST_F(AccessAgreementTest, NeedAServiceThatIssuesTokens) {
  const std::string gate = "[[gates]]\nprefix = \"/a/\"\ntitle = \"A\"\ndescription = \"A.\"\n";
  EXPECT_THAT(problems("[access]\nenabled = true\n" + gate), IsEmpty());
  EXPECT_THAT(problems("[access]\nenabled = false\n" + gate),
              ElementsAre(at(3,
                             "what [[gates]] declares needs tokens, and access.enabled = false; remove these rows, or "
                             "set it to true")));
  EXPECT_THAT(problems("[access]\nissuer = \"https://agents.example.com\"\n" + gate),
              ElementsAre(at(3,
                             "what [[gates]] declares is behind a token of access.issuer; declare it in the "
                             "configuration of the service there")));
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

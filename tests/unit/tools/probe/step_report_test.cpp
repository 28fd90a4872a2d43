#include "tools/probe/step_report.hpp"

#include <gtest/gtest.h>

#include "app/text/words.hpp"

namespace agent_access::tools {
namespace {

using namespace std::chrono_literals;

StepReport example() {
  return {"http://127.0.0.1:8080",
          {{"Access", "Short", Mark::passed, 200, 340us, "", ""},
           {"Links", "A longer name", Mark::failed, 404, 12ms, "expected 200, got 404", "add a route"},
           {"Access", "Warned", Mark::warned, 200, 1960us, "odd", "look"},
           {"Links", "Left out", Mark::skipped, 0, 0ms, "", ""}}};
}

TEST(RenderTable, GroupsAndAlignsItsRows) {
  EXPECT_EQ(render_table(example(), Coloring::none),
            "http://127.0.0.1:8080\n"
            "\n"
            "        step          http      ms\n"
            "  Access\n"
            "  ok    Short          200     0.3\n"
            "  warn  Warned         200     2.0\n"
            "        odd\n"
            "        remedy: look\n"
            "\n"
            "  Links\n"
            "  FAIL  A longer name  404    12.0\n"
            "        expected 200, got 404\n"
            "        remedy: add a route\n"
            "  skip  Left out         -       -\n"
            "\n"
            "  1 passed, 1 failed, 1 warning, 1 skipped\n");
}

TEST(RenderTable, WorksWithoutGroups) {
  const auto text = render_table({"http://a", {{"", "One", Mark::passed, 200, 1ms, "", ""}}}, Coloring::none);
  EXPECT_TRUE(text.ends_with("ms\n  ok    One   200     1.0\n\n  1 passed, 0 failed, 0 warnings, 0 skipped\n")) << text;
}

TEST(RenderTable, ColorsMarksHeadingsAndTotalsOnly) {
  const auto text = render_table(example(), Coloring::ansi);
  EXPECT_NE(text.find("\x1b[32mok    \x1b[0mShort"), std::string::npos);
  EXPECT_NE(text.find("\x1b[31mFAIL  \x1b[0mA longer name"), std::string::npos);
  EXPECT_NE(text.find("\x1b[1mLinks\x1b[0m\n"), std::string::npos);
  EXPECT_NE(text.find("\x1b[31m1 failed\x1b[0m"), std::string::npos);
  EXPECT_EQ(render_table(example(), Coloring::none).find('\x1b'), std::string::npos);
}

TEST(RenderJson, HasTheStableMemberNames) {
  EXPECT_EQ(
      render_json(example()),
      R"({"url":"http://127.0.0.1:8080","passed":1,"failed":1,"warnings":1,"skipped":1,"steps":[)"
      R"({"group":"Access","name":"Short","ok":true,"status":200,"ms":0.3,"detail":"","remedy":""},)"
      R"({"group":"Links","name":"A longer name","ok":false,"status":404,"ms":12.0,"detail":"expected 200, got 404",)"
      R"("remedy":"add a route"},)"
      R"({"group":"Access","name":"Warned","ok":true,"status":200,"ms":2.0,"detail":"odd","remedy":"look"},)"
      R"({"group":"Links","name":"Left out","ok":null,"status":0,"ms":0.0,"detail":"","remedy":""}]})"
      "\n");
}

TEST(Printable, EscapesTerminalControlSequencesAndCutsLongText) {
  EXPECT_EQ(app::printable("a\x1b[31mb\r\nc\x7f\xc3\xa9\u202e"), "a\\u001b[31mb\\u000d\\u000ac\\u007fé\\u202e");
  EXPECT_EQ(app::printable("äöüäöü", 5), "äöüäö...");
  EXPECT_EQ(app::printable("12345", 5), "12345");
  EXPECT_EQ(app::printable("123456", 5), "12345...");
}

}  // namespace
}  // namespace agent_access::tools

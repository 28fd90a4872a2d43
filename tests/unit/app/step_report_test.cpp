#include "app/step_report.hpp"

#include <gtest/gtest.h>

namespace agent_access::app {
namespace {

using namespace std::chrono_literals;

StepReport example() {
  return {"http://127.0.0.1:8080",
          {{"Short", Mark::passed, 200, 3ms, "", ""},
           {"A longer name", Mark::failed, 404, 12ms, "expected 200, got 404", "add a route"},
           {"Warned", Mark::warned, 200, 0ms, "odd", "look"},
           {"Left out", Mark::skipped, 0, 0ms, "", ""}}};
}

TEST(StepReport, CountsAWarningAsPassedAndASkippedStepAsNeither) {
  const auto report = example();
  EXPECT_EQ(report.passed(), 2U);
  EXPECT_EQ(report.failed(), 1U);
  EXPECT_EQ(report.skipped(), 1U);
}

TEST(RenderTable, AlignsItsColumns) {
  EXPECT_EQ(render_table(example(), Colour::none),
            "http://127.0.0.1:8080\n"
            "\n"
            "        step          http     ms\n"
            "  ok    Short          200      3\n"
            "  FAIL  A longer name  404     12\n"
            "        expected 200, got 404\n"
            "        remedy: add a route\n"
            "  warn  Warned         200      0\n"
            "        odd\n"
            "        remedy: look\n"
            "  skip  Left out         -      -\n"
            "\n"
            "  2 passed, 1 failed, 1 not run\n");
}

TEST(RenderTable, SaysNothingOfSkippedStepsWhenThereAreNone) {
  const auto text = render_table({"http://a", {{"One", Mark::passed, 200, 1ms, "", ""}}}, Colour::none);
  EXPECT_TRUE(text.ends_with("\n  1 passed, 0 failed\n")) << text;
}

TEST(RenderTable, ColoursMarksAndTotalsOnly) {
  const auto text = render_table(example(), Colour::ansi);
  EXPECT_NE(text.find("\x1b[32mok    \x1b[0mShort"), std::string::npos);
  EXPECT_NE(text.find("\x1b[31mFAIL  \x1b[0mA longer name"), std::string::npos);
  EXPECT_NE(text.find("\x1b[31m1 failed\x1b[0m"), std::string::npos);
  EXPECT_EQ(render_table(example(), Colour::none).find('\x1b'), std::string::npos);
}

TEST(RenderJson, HasTheStableMemberNames) {
  EXPECT_EQ(
      render_json(example()),
      R"({"url":"http://127.0.0.1:8080","passed":2,"failed":1,"steps":[)"
      R"({"name":"Short","ok":true,"status":200,"ms":3,"detail":"","remedy":""},)"
      R"({"name":"A longer name","ok":false,"status":404,"ms":12,"detail":"expected 200, got 404","remedy":"add a route"},)"
      R"({"name":"Warned","ok":true,"status":200,"ms":0,"detail":"odd","remedy":"look"},)"
      R"({"name":"Left out","ok":null,"status":0,"ms":0,"detail":"","remedy":""}]})"
      "\n");
}

TEST(Printable, HidesWhatCouldSteerATerminal) { EXPECT_EQ(printable("a\x1b[31mb\r\nc\x7f\xc3\xa9"), "a?[31mb??c???"); }

TEST(Printable, CutsLongText) {
  EXPECT_EQ(printable("12345", 5), "12345");
  EXPECT_EQ(printable("123456", 5), "12345...");
}

}  // namespace
}  // namespace agent_access::app

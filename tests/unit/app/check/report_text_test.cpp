#include "app/check/report_text.hpp"

#include <gtest/gtest.h>

#include "app/text/table.hpp"

namespace agent_access::app {
namespace {

TEST(RenderReport, HasALineForEachGradeAndNamesASubjectOnce) {
  Report report;
  report.ok("site", "site.json");
  report.info("site", "1 member is shown nowhere");
  report.warn("base URLs, all", "base_urls: https://site.example is an example");
  EXPECT_FALSE(has_failed(report));
  report.find_defect("tls", "tls: www.pem expired");
  EXPECT_TRUE(has_failed(report));
  report.fail("tls", "tls.key: cannot read");
  EXPECT_EQ(render_report(report, kUnlimited),
            "ok    site           site.json\n"
            "info  site           1 member is shown nowhere\n"
            "warn  base URLs, all base_urls: https://site.example is an example\n"
            "FAIL  tls            www.pem expired\n"
            "FAIL  tls            tls.key: cannot read\n");
  EXPECT_EQ(report.problems(), Problems{"tls.key: cannot read"});
  EXPECT_EQ(report.warnings(), (Problems{"base_urls: https://site.example is an example", "tls: www.pem expired"}));
}

TEST(Report, HasForALogTheFirstWarningsOfEachSubjectAndACount) {
  Report report;
  for (int i = 0; i < 13; ++i) report.warn("sources", std::to_string(i));
  report.warn("site", "one");
  const auto warnings = report.warnings();
  ASSERT_EQ(warnings.size(), 12U);
  EXPECT_EQ(warnings[9], "9");
  EXPECT_EQ(warnings[10], "one");
  EXPECT_EQ(warnings[11], "sources: and 3 more warnings; `agent-access check` has all");
}

TEST(RenderReportJson, SaysWhetherItIsGood) {
  Report report;
  EXPECT_EQ(render_report_json(report), "{\"ok\":true,\"results\":[]}\n");
  report.find_defect("tls", "tls: www.pem expired");
  EXPECT_EQ(render_report_json(report),
            "{\"ok\":false,\"results\":[{\"grade\":\"fail\",\"subject\":\"tls\",\"text\":\"www.pem expired\"}]}\n");
}

}  // namespace
}  // namespace agent_access::app

// Dates and periods in the shapes of real files.
#include "site/sources/texts/foreign_date.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/site/sources/text_row.hpp"

namespace agent_access::sources {
namespace {

TEST(ReadDate, TakesTheShapesOfRealFiles) {
  const std::vector<TextRow> rows = {
      {"2020", "2020"},
      {"2020-03", "2020-03"},
      {"2020-03-09", "2020-03-09"},
      {"2020-3-9", "2020-03-09"},
      {"2020/03/01", "2020-03-01"},
      {"2020/03/", "2020-03"},
      {"2020//", "2020"},
      {"2020.03", "2020-03"},
      {"2020-03-01T00:00:00Z", "2020-03-01"},
      {"2020-03-01 10:00:00 +0100", "2020-03-01"},
      {"2020-03-01 10:00 PM EST", "2020-03-01"},
      {"2020-03-01 - 2020-05-02", ""},
      {"2020-03-01T10:00Z/2020-05-02T10:00Z", ""},
      {"WS 2011/12", ""},
      {"2011/12", "2011-12"},
      {"Outono 2019", "2019"},
      {"2020-00-00", "2020"},
      {"2020-05-00", "2020-05"},
      {"202003", "2020-03"},
      {"20200309", "2020-03-09"},
      {"Jun-25", "2025-06"},
      {"Jun-75", "1975-06"},
      {"Jun 2025", "2025-06"},
      {"June 2025", "2025-06"},
      {"Sept. 2019", "2019-09"},
      {"2019 September", "2019-09"},
      {"March 3, 2020", "2020-03-03"},
      {"3rd March 2020", "2020-03-03"},
      {"3. März 2020", "2020-03-03"},
      {"1er septembre 2022", "2022-09-01"},
      {"juillet 2020", "2020-07"},
      {"juin 2020", "2020-06"},
      {"dicembre 2020", "2020-12"},
      {"enero de 2020", "2020-01"},
      {"05/2020", "2020-05"},
      {"31/12/2020", "2020-12-31"},
      {"12/31/2020", "2020-12-31"},
      {"03/03/2020", "2020-03-03"},
      {"03/04/2020", ""},
      {"03.04.2020", "2020-04-03"},
      {"Summer 2019", "2019"},
      {"Q3 2020", "2020"},
      {"c. 2019", "2019"},
      {"2020年3月", "2020-03"},
      {"2019-13", ""},
      {"2019-02-30", ""},
      {"20xx", ""},
      {"0000", ""},
      {"soon", ""},
      {"2014-2018", ""},
      {"", ""},
      {"12", ""},
      {"13/2020", ""},
  };
  for (const auto& [given, expected] : rows) {
    const auto date = read_date(given);
    EXPECT_EQ(date ? date->date : "", expected) << given;
  }
}

TEST(ReadDate, TakesTheNumberOfATermForNoMonth) {
  const std::vector<TextRow> rows = {
      {"Semester 2 2019", "2019"},
      {"Semester 02/2019", "2019"},
      {"2019-2 Semester", "2019"},
      {"Term 1, 2020", "2020"},
      {"1st semester 2019", "2019"},
      {"1st and 2nd semester 2019", ""},
      {"Spring, 3 March 2020", "2020-03-03"},
      {"Spring 2020-03-09", "2020-03-09"},
      {"Winter 2019-12", "2019-12"},
      {"Term 1", ""},
  };
  for (const auto& [given, expected] : rows) {
    const auto date = read_date(given);
    EXPECT_EQ(date ? date->date : "", expected) << given;
  }
  EXPECT_EQ(read_work_date("Semester 2 2019")->date, "2019");
}

TEST(ReadDate, KnowsWhatHasNotEndedAndWhatIsNotOut) {
  for (const auto* open : {"Present", "present ", "Current", "now", "heute", "Aujourd'hui", "至今"}) {
    const auto date = read_date(open);
    ASSERT_TRUE(date) << open;
    EXPECT_TRUE(date->is_open && date->date.empty()) << open;
  }
  for (const auto* status : {"in press", "In Press", "forthcoming", "to appear", "submitted", "accepted", "Im Druck"}) {
    const auto date = read_date(status);
    ASSERT_TRUE(date) << status;
    EXPECT_FALSE(date->status.empty()) << status;
  }
  EXPECT_EQ(read_date("inpress")->status, "in press");
}

TEST(ReadPeriod, HasTwoEndsOrOne) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"2017 - 2019", "2017 2019"},
      {"2017-2019", "2017 2019"},
      {"2017–2019", "2017 2019"},
      {"2019 - present", "2019 "},
      {"2020-", "2020 "},
      {"since 2020", "2020 "},
      {"Jan. 2021 – Sep. 2021", "2021-01 2021-09"},
      {"10/2018 -- 06/2019", "2018-10 2019-06"},
      {"2013 to 2015", "2013 2015"},
      {"WS 2019/20", "2019 2020"},
      {"2019-20", "2019 2020"},
      {"2018年4月 〜 現在", "2018-04 "},
      {"2017", "2017 2017"},
      {"Jul. 2023", "2023-07 2023-07"},
      {"2020-03", "2020-03 2020-03"},
      {"1998-02", "1998-02 1998-02"},
      {"1998–02", "1998 2002"},
      {"2018-09-01 - 2020-06-30", "2018-09-01 2020-06-30"},
      {"2018/09/01 – 2020/06/30", "2018-09-01 2020-06-30"},
      {"2018-09-01 to 2019-03-31", "2018-09-01 2019-03-31"},
      {"2018-09-01T08:00Z/2019-03-31T08:00Z", "2018-09-01 2019-03-31"},
      {"2018. 9. ~ 2020. 6.", "2018-09 2020-06"},
      {"2018 年 9 月 – 2020 年 6 月", "2018-09 2020-06"},
      {"2018年9月～2020年6月", "2018-09 2020-06"},
      {"2018年9月至今", "2018-09 "},
  };
  for (const auto& [text, expected] : rows) {
    const auto period = read_period(text);
    ASSERT_TRUE(period) << text;
    EXPECT_EQ(period->from + " " + period->until, expected) << text;
  }
  for (const auto* text : {"", "soon", "two - three", "since"}) EXPECT_FALSE(read_period(text)) << text;
}

TEST(ReadPeriod, GivesBothEndsWhatIsWrittenOnce) {
  const std::vector<TextRow> rows = {
      {"Jun 15 - Aug 20, 2022", "2022-06-15 2022-08-20"},
      {"May 20 – June 3, 2021", "2021-05-20 2021-06-03"},
      {"28 June - 2 July 2018", "2018-06-28 2018-07-02"},
      {"July 4th - July 8th 2019", "2019-07-04 2019-07-08"},
      {"June 10–12, 2018", "2018-06-10 2018-06-12"},
      {"1.-5. Juni 2018", "2018-06-01 2018-06-05"},
      {"13/06 - 20/07/2018", "2018-06-13 2018-07-20"},
      {"Jun - Aug 2022", "2022-06 2022-08"},
      {"May/June 2018", "2018-05 2018-06"},
      {"Spring - Fall 2018", "2018 2018"},
      {"Sep 18 - Jun 20", "2018-09 2020-06"},
      {"Sep '18 – Jun 2020", "2018-09 2020-06"},
  };
  for (const auto& [text, expected] : rows) {
    const auto period = read_period(text);
    ASSERT_TRUE(period) << text;
    EXPECT_EQ(period->from + " " + period->until, expected) << text;
  }
  for (const auto* text : {"Dec 28 - Jan 3, 2019", "1-5-2018", "03/04/2020", "Nov 2018 – Jan"}) {
    EXPECT_FALSE(read_period(text)) << text;
  }
}

TEST(ReadPeriod, KnowsTermsOfTwoYears) {
  const std::vector<TextRow> rows = {
      {"WS 2010/11", "2010 2011"},
      {"WiSe 2009/10", "2009 2010"},
      {"Wintersemester 2018/19", "2018 2019"},
      {"AY 2011-12", "2011 2012"},
      {"WS 1999/00", "1999 2000"},
      {"WS 2011/12 - SS 2013", "2011 2013"},
      {"SS 2010 – WS 2011/12", "2010 2012"},
      {"WS 2011/12 - heute", "2011 "},
      {"WS 2011/2012", "2011 2012"},
      {"1st term 2011/12", "2011 2012"},
      {"Semester 1 2019 - Semester 2 2020", "2019 2020"},
      {"SS 2013", "2013 2013"},
      {"Winter 2011/09", "2011-09 2011-09"},
  };
  for (const auto& [text, expected] : rows) {
    const auto period = read_period(text);
    ASSERT_TRUE(period) << text;
    EXPECT_EQ(period->from + " " + period->until, expected) << text;
  }
}

TEST(ReadStart, TakesOneEndOfWhatNamesTwo) {
  struct EndRow {
    std::string given;
    std::string start;
    std::string last;
  };
  const std::vector<EndRow> rows = {
      {"WS 2010/11", "2010", "2011"},
      {" ay 2009-10 ", "2009", "2010"},
      {"2020-03-01 - 2020-04-01", "2020-03-01", "2020-04-01"},
      {"2020-03-01 - present", "2020-03-01", ""},
      {"2020-03-01 (approx)", "2020-03-01", "2020-03-01"},
      {"2020-03-01 UTC", "2020-03-01", "2020-03-01"},
      {"2020-03-01 10h", "2020-03-01", "2020-03-01"},
      {"2020-03", "2020-03", "2020-03"},
      {"2020-13-01 (approx)", "", ""},
      {"2017 - 2019", "", ""},
      {"soon", "", ""},
  };
  for (const auto& [given, start, last] : rows) {
    EXPECT_EQ(read_start(given).value_or(ForeignDate()).date, start) << given;
    EXPECT_EQ(read_last(given).value_or(ForeignDate()).date, last) << given;
  }
  EXPECT_TRUE(read_last("present")->is_open);
}

TEST(ReadPeriod, KnowsWordsOfTheLanguagesOfThePages) {
  for (const auto* text : {"2018 - présent", "2018 – à ce jour", "2018 – en cours", "2018 - atualmente",
                           "2018 - Attuale", "sinds 2018", "vanaf 2018", "dès 2018", "2018至今", "2018 tot heden"}) {
    const auto period = read_period(text);
    ASSERT_TRUE(period) << text;
    EXPECT_EQ(period->from + " " + period->until, "2018 ") << text;
  }
  EXPECT_EQ(read_date("Jänner 2018")->date, "2018-01");
  EXPECT_EQ(read_date("mrt 2018")->date, "2018-03");
}

TEST(ReadWorkDate, TakesWhatBibliographiesWrite) {
  const std::vector<TextRow> rows = {
      {"2020", "2020"},
      {"2020a", "2020"},
      {"c1998", "1998"},
      {"1875 [2004]", "1875"},
      {"[2004]", "2004"},
      {"2019/2020", "2019"},
      {"2019–2020", "2019"},
      {"1998/99", "1998"},
      {"2020-05-01/2020-05-03", "2020-05-01"},
      {"2020-05-01 - 2020-05-03", "2020-05-01"},
      {"2020-05-01 (online)", "2020-05-01"},
      {"2020-05/..", "2020-05"},
      {"2020-05?", "2020-05"},
      {"2004-21", "2004"},
      {"2018/05/29/online", "2018-05-29"},
      {"2019/03/01/", "2019-03-01"},
      {"2020/05//Spring", "2020-05"},
      {"2018///", "2018"},
      {"2025-04-22", "2025-04-22"},
      {"2020-02-30", "2020"},
      {"Forthcoming (2025)", "2025"},
      {"20xx", ""},
      {"in press", ""},
      {"12345", ""},
      {"", ""},
  };
  for (const auto& [given, expected] : rows) {
    const auto date = read_work_date(given);
    EXPECT_EQ(date ? date->date : "", expected) << given;
  }
  EXPECT_EQ(read_work_date("to appear 2027")->status, "to appear");
  EXPECT_EQ(read_work_date("in press")->status, "in press");
  EXPECT_FALSE(read_work_date("present"));
}

TEST(WithMonth, ReadsMonthsInFiveLanguages) {
  const std::vector<TextRow> rows = {
      {"mar", "2020-03"},       {"März", "2020-03"},        {"mars", "2020-03"},      {"marzo", "2020-03"},
      {"maart", "2020-03"},     {"mai", "2020-05"},         {"mei", "2020-05"},       {"dicembre", "2020-12"},
      {"août", "2020-08"},      {"12", "2020-12"},          {"feb 29", "2020-02-29"}, {"4 Apr", "2020-04-04"},
      {"Mar.–Apr.", "2020-03"}, {"July/August", "2020-07"}, {"June 3–5", "2020-06"},  {"2020 May", "2020-05"},
      {"13", "2020"},           {"Spring", "2020"},         {"feb 30", "2020-02"},    {"", "2020"}};
  for (const auto& [month, expected] : rows) EXPECT_EQ(with_month("2020", month, ""), expected) << month;
  EXPECT_EQ(with_month("2020", "jan", "7"), "2020-01-07");
  EXPECT_EQ(with_month("2020-03", "may", "1"), "2020-03");
}

}  // namespace
}  // namespace agent_access::sources

// crossref and xdata, by appendix B of biblatex's manual and btxdoc 2.1.
#include "site/sources/works/inheritance.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace agent_access::sources {
namespace {

using testing::ElementsAre;

BibtexFile inherited(std::string_view text) {
  auto file = read_bibtex_entries(text);
  inherit_fields(file);
  return file;
}

/// "name=value; name=value" of the first entry.
std::string fields_of_first(std::string_view text) {
  const auto file = inherited(text);
  std::string fields;
  for (const auto& [name, field] : file.entries.front().fields) fields += name + "=" + field.value + ";";
  return fields;
}

TEST(InheritFields, GivesAPartTheTitleOfTheWholeAndWhatHoldsForBoth) {
  EXPECT_EQ(fields_of_first(
                "@inproceedings{a, title={T}, crossref={C}}\n"
                "@proceedings{c, title={Days}, editor={E}, volume=3, doi={10.5555/c}, abstract={x}, date={2020-07}}"),
            "booktitle=Days;crossref=C;date=2020-07;editor=E;title=T;volume=3;");
  EXPECT_EQ(fields_of_first("@inbook{a, title={T}, crossref={c}}\n@book{c, author={A}, title={Whole}, subtitle={S}}"),
            "author=A;booksubtitle=S;booktitle=Whole;crossref=c;title=T;");
  EXPECT_EQ(fields_of_first("@article{a, title={T}, crossref={c}}\n@periodical{c, title={Journal}, volume=3}"),
            "crossref=c;journaltitle=Journal;title=T;volume=3;");
}

TEST(InheritFields, TellsAVolumeFromItsWhole) {
  constexpr std::string_view kVolume =
      "@book{b, title={Volume One}, crossref={m}}\n@mvbook{m, title={Multi}, subtitle={S}, author={A}}\n";
  EXPECT_EQ(fields_of_first(kVolume), "author=A;crossref=m;mainsubtitle=S;maintitle=Multi;title=Volume One;");
  EXPECT_EQ(fields_of_first("@inbook{a, title={Part}, crossref={b}}\n" + std::string(kVolume)),
            "author=A;booktitle=Volume One;crossref=b;mainsubtitle=S;maintitle=Multi;title=Part;");
  EXPECT_EQ(fields_of_first("@inbook{a, title={Part}, crossref={m}}\n" + std::string(kVolume)),
            "author=A;booksubtitle=S;booktitle=Multi;crossref=m;title=Part;");
  for (const std::string type : {"article", "chapter", "misc", "paper"}) {
    EXPECT_EQ(fields_of_first("@" + type + "{a, title={Part}, crossref={m}}\n@mvproceedings{m, title={Days}}"),
              "booktitle=Days;crossref=m;title=Part;");
  }
  EXPECT_EQ(fields_of_first("@inproceedings{a, title={Part}, crossref={p}}\n"
                            "@proceedings{p, title={Day One}, crossref={m}}\n@mvproceedings{m, title={Days}}"),
            "booktitle=Day One;crossref=p;maintitle=Days;title=Part;");
}

TEST(InheritFields, LetsOwnFieldsWinAndDatesStayWhole) {
  EXPECT_EQ(fields_of_first(
                "@inproceedings{a, title={T}, year=1999, publisher={Own}, crossref={c}}\n"
                "@proceedings{c, title={Short}, booktitle={Proceedings}, year=2011, month=jun, publisher={Other}}"),
            "booktitle=Proceedings;crossref=c;publisher=Own;title=T;year=1999;");
}

TEST(InheritFields, TakesAllOfXdataAndRemovesIt) {
  const auto file = inherited(
      "@xdata{n, publisher={House}}\n@xdata{p, xdata={n}, location={Bern}}\n@book{a, title={T}, xdata={p, q}}");
  ASSERT_EQ(file.entries.size(), 1U);
  EXPECT_EQ(file.entries[0].fields.find("publisher")->second.value, "House");
  EXPECT_EQ(file.entries[0].fields.find("location")->second.value, "Bern");
  ASSERT_EQ(file.notes.size(), 1U);
  EXPECT_EQ(file.notes[0].sentence, "names \"q\", which no entry has as its key");
}

TEST(InheritFields, EndsLoopsAndLongChains) {
  EXPECT_EQ(inherited("@misc{a, title={A}, crossref={b}}\n@misc{b, title={B}, crossref={a}}").entries.size(), 2U);
  EXPECT_EQ(inherited("@misc{a, title={A}, crossref={a}}").entries.size(), 1U);
  std::string chain;
  for (int i = 0; i < 40'000; ++i) {
    chain += "@misc{k" + std::to_string(i) + ", crossref={k" + std::to_string(i + 1) + "}}\n";
  }
  EXPECT_EQ(inherited(chain).entries.size(), 40'000U);
}

TEST(InheritFields, BoundsWhatAllEntriesInherit) {
  std::string text = "@xdata{p, note={" + std::string(1'000'000, 'a') + "}}\n";
  for (int i = 0; i < 100; ++i) text += "@misc{k" + std::to_string(i) + ", title={T}, xdata={p}}\n";
  const auto file = inherited(text);
  const auto count =
      std::ranges::count_if(file.entries, [](const auto& entry) { return entry.fields.contains("note"); });
  EXPECT_EQ(count, 17);
  ASSERT_EQ(file.notes.size(), 1U);
  EXPECT_EQ(file.notes[0].sentence, "inherits no more: all inherited fields take more than 16 MiB");
}

}  // namespace
}  // namespace agent_access::sources

#include "site/sources/language.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <utility>

#include "json/members.hpp"
#include "site/sources/formats.hpp"
#include "unit/site/sources/note_lines.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;
using testing::ElementsAre;
using testing::IsEmpty;

std::string guess(std::string_view summary) {
  return guessed_language(bj::object{{"owner", {{"name", "Robin Example"}, {"summary", summary}}}});
}

TEST(GuessedLanguage, IsThatOfTheStopWords) {
  for (const auto& [language, text] : {
           std::pair("en", "Engineer who builds quiet instruments and writes about them. Head of a laboratory."),
           {"de", "Ich baue seit zehn Jahren leise Räume und schreibe darüber. Leiterin der Messung"},
           {"fr", "Ingénieure en acoustique. Responsable de l’équipe et d’un laboratoire pour la mer."},
           {"es", "Construyo instrumentos de medida y escribo sobre ellos. Jefa del laboratorio para el mar."},
           {"it", "Costruisco strumenti di misura e ne scrivo. Responsabile del laboratorio per il mare."},
           {"pt", "Construo instrumentos de medição e escrevo sobre eles. Desenvolvimento de um gravador para o mar."},
           {"nl", "Ik bouw meetinstrumenten en schrijf erover. Hoofd van het laboratorium voor de zee."},
       }) {
    EXPECT_EQ(guess(text), language) << text;
  }
}

TEST(GuessedLanguage, IsThatOfTheScript) {
  for (const auto& [language, text] : {
           std::pair("zh",
                     "工程师，设计安静的仪器。曾在 Example Institute 工作，发表了关于噪声的论文，这是我们的研究。"),
           {"zh-Hant", "工程師，設計安靜的儀器。曾在研究機構工作，發表了關於噪聲的論文，這是我們的研究。"},
           {"ja", "静かな測定器を設計する技術者です。騒音に関する論文を発表しました。"},
           {"ko", "조용한 악기를 만드는 엔지니어입니다. 소음에 대한 논문을 썼습니다."},
           {"ar", "مهندسة تصنع أجهزة هادئة وتكتب عنها في مختبر البحر."},
           {"fa",
            "مهندسی که دستگاه‌های آرام می‌سازد و درباره آنها "
            "می‌نویسد."},
           {"ru", "Инженер, создаёт тихие приборы и пишет о них. Руководитель лаборатории, опыт двадцать лет."},
           {"uk", "Інженерка, створює тихі прилади і пише про них. Керівниця лабораторії, її досвід двадцять років."},
           {"el", "Μηχανικός που κατασκευάζει αθόρυβα όργανα και γράφει για αυτά."},
           {"he", "מהנדסת שבונה מכשירים שקטים וכותבת עליהם במעבדה."},
       }) {
    EXPECT_EQ(guess(text), language) << text;
  }
}

TEST(GuessedLanguage, IsNoneForLittleTextAndForOtherLanguages) {
  for (const auto* text :
       {"", "Developer", "Java, C, C++, R, Go", "Le Corbusier", "Pilot. Steers. Moors.",
        "Buduję przyrządy pomiarowe i piszę o nich. Kierownik laboratorium na uniwersytecie. To jest praca z ludźmi.",
        "Jag bygger mätinstrument och skriver om dem. En av de första som har gjort det, på ett laboratorium.",
        "Construiesc instrumente de măsură și scriu despre ele. Dezvoltarea unui înregistrator. Este o muncă de un an.",
        "Ölçüm aletleri yapıyorum ve onlar hakkında yazıyorum. Deniz için kayıt cihazı geliştirme."}) {
    EXPECT_EQ(guess(text), "") << text;
  }
}

TEST(GuessedLanguage, DoesNotDependOnNamesAndWorks) {
  const auto site = bj::parse(R"({
    "owner": {"name": "Der und Die", "about": ["She is the head of a laboratory and writes about it."],
              "knows_about": ["die Stille und der Lärm", "das Meer und die Küste"]},
    "links": [{"title": "Über mich und die Arbeit an der Küste", "url": "https://und.example/der/die/das"}],
    "publications": [{"title": "Über die Stille und den Lärm an der Küste und auf dem Meer"}],
    "cv": {"education": [{"degree": "Doctorate", "institution": "Hochschule für die Kunst und das Meer"}]}})");
  EXPECT_EQ(guessed_language(site.as_object()), "en");
}

TEST(GuessedLanguage, OfWorksIsWhatMostOfThemName) {
  std::vector<Work> works(3);
  for (auto& work : works) work.title = "On the silence of the sea and of the land";
  EXPECT_EQ(guessed_language(works), "en");
  works[0].language = "ngerman";
  EXPECT_EQ(guessed_language(works), "en");
  works[1].language = "de_AT";
  EXPECT_EQ(guessed_language(works), "de");
}

TEST(Language, OfAResumeIsSetWithANote) {
  const auto read = read_source(
      R"({"basics": {"name": "R", "summary": "Ich baue leise Räume und schreibe darüber, seit zehn Jahren."}})",
      SourceFormat::resume, {});
  ASSERT_TRUE(read);
  EXPECT_EQ(json::text_at(read->site, "language"), "de");
  EXPECT_THAT(note_lines(read->notes),
              ElementsAre("0 language: \"de\" guessed from the texts of the file; set it in site.json"));
}

TEST(Language, IsThatWhichTheResumeNames) {
  const auto read = read_source(
      R"({"meta": {"language": "de_CH"}, "basics": {"name": "R", "summary": "She is the head of it and writes."}})",
      SourceFormat::resume, {});
  ASSERT_TRUE(read);
  EXPECT_EQ(json::text_at(read->site, "language"), "de-CH");
  EXPECT_THAT(read->notes, IsEmpty());
}

TEST(Language, OfABibliographyIsSetUnlessItIsEnglish) {
  const auto of = [](const std::string& title) {
    const auto read = read_source("@book{a, title={" + title + "}}", SourceFormat::bibtex, {});
    return read ? std::string(json::text_at(read->site, "language")) : "not read";
  };
  EXPECT_EQ(of("De la mer et du silence dans les instruments"), "fr");
  EXPECT_EQ(of("On the silence of the sea and of the land"), "");
}

}  // namespace
}  // namespace agent_access::sources

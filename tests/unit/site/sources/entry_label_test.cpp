// What labels and titles of résumés say in the languages of the pages, above all that something private follows.
#include "site/sources/resumes/entry_label.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "site/content/labels.hpp"
#include "site/sources/formats.hpp"
#include "site/sources/resumes/section_titles.hpp"
#include "unit/site/sources/note_lines.hpp"

namespace agent_access::sources {
namespace {

TEST(MemberOfLabel, KnowsItInManyLanguages) {
  const std::vector<std::pair<std::string_view, std::vector<std::string>>> rows = {
      {"name", {"Full Name", "Nom complet", "Nombre", "Nome", "Naam", "Vollständiger Name", "姓名", "氏名"}},
      {"phone", {"Phone:",          "**Phone**",      "Tel.",
                 "TÉLÉPHONE",       "Phone (mobile)", "Phone / Fax",
                 "Cell phone",      "Mobile number",  "Contact number",
                 "Work phone",      "WhatsApp",       "Ｔｅｌ：",
                 "Telefonnummer",   "Handynummer",    "Mobiltelefon",
                 "Telefonnr.",      "Natel",          "N° de téléphone",
                 "Nº de telemóvel", "Tél. portable",  "Número de teléfono",
                 "Teléfono móvil",  "Celular",        "Cellulare",
                 "Telefoonnummer",  "Mobiel",         "手机号码",
                 "联系电话",        "電話番号",       "携帯電話",
                 "Телефон"}},
      {"birthday",
       {"Date of Birth:", "Birthday", "DOB", "Date and place of birth", "Geburtstag", "Geburtsdatum", "Geb.",
        "Né(e) le", "Date de naissance", "Fecha de nacimiento", "Nato il", "Data de nascimento", "Geboortedatum",
        "出生年月", "誕生日", "Дата рождения", "Data urodzenia"}},
      {"address",
       {"Address", "Home address", "Mailing address", "Wohnadresse", "Privatadresse", "Adresse postale",
        "Adresse personnelle", "Domicilio", "Residenza", "Morada", "Woonadres", "家庭住址", "現住所", "Адрес"}},
      {"email", {"E-Mail", "Email address", "Adresse électronique", "Correo electrónico"}},
      {"location", {"Residence"}},
      {"",
       {"", "Mobile robotics", "Mobilfunk", "Portable tools", "Cellular automata", "Telecom", "Address space layout",
        "IP address", "Geburtshilfe", "NATO", "Contact", "Number", "手机应用", "Company name", "References",
        std::string(100, ' ') + "Phone"}}};
  for (const auto& [member, labels] : rows) {
    for (const auto& label : labels) EXPECT_EQ(member_of_label(label), member) << label;
  }
}

TEST(ListOfTitle, TakesAllThatNamesRefereesForReferences) {
  for (const auto language : content::label_languages()) {
    const auto title = content::Labels(language).text("section_references");
    EXPECT_EQ(list_of_title(title), CvList::references) << title;
  }
  for (const auto* title : {"References:",
                            "References (available)",
                            "references_on_request",
                            "RÉFÉRENCES",
                            "List of References",
                            "Referees (on request)",
                            "Contact for references",
                            "References & Recommendations",
                            "Reference letters",
                            "Letters of recommendation",
                            "Recommenders",
                            "Work references",
                            "Three referees from my thesis",
                            "Personnes de référence",
                            "Références professionnelles",
                            "Lettres de recommandation",
                            "Referenzpersonen",
                            "Persönliche Referenzen",
                            "Kontaktpersonen / Referenzen",
                            "Empfehlungsschreiben",
                            "Cartas de recomendación",
                            "Lettere di raccomandazione",
                            "Aanbevelingen",
                            "Referencje",
                            "Рекомендации",
                            "推荐信",
                            "证明人",
                            "추천인",
                            "المراجع"}) {
    EXPECT_EQ(list_of_title(title), CvList::references) << title;
  }
  for (const auto* title : {"Recommendation systems",
                            "Recommender systems",
                            "Reference architectures",
                            "References cited",
                            "Press references",
                            "Cross-references",
                            "Bibliographic references",
                            "Referencias bibliográficas",
                            "References in the press",
                            "Reference works",
                            "Reference data",
                            "Références clients",
                            "Referee",
                            "Referee work",
                            "Reviewer / Referee",
                            "Referenzprojekte",
                            "Book recommendations",
                            "Refereed",
                            "Journal referee",
                            "推荐系统",
                            "推薦システム",
                            "Preferences",
                            "Letters",
                            "Mobile robotics",
                            "Address space layout"}) {
    EXPECT_EQ(list_of_title(title), CvList::others) << title;
  }
  EXPECT_EQ(list_of_title("Refereed publications"), CvList::others);
  EXPECT_EQ(list_of_title("Selected projects with references to the press"), CvList::others);
}

TEST(ListOfTitle, IsAnotherListThatIsNamedBesideReferences) {
  const std::vector<std::pair<std::string_view, CvList>> rows = {{"Publications and References", CvList::publications},
                                                                 {"References & Projects", CvList::projects},
                                                                 {"Experience / References", CvList::positions},
                                                                 {"Awards & Recommendations", CvList::awards},
                                                                 {"Awards, skills and references", CvList::others}};
  for (const auto& [title, list] : rows) {
    EXPECT_EQ(list_of_title(title), list) << title;
    EXPECT_TRUE(names_references(title)) << title;
  }
  for (const auto* title : {"Projects", "Press references", "Editor & Referee", ""}) {
    EXPECT_FALSE(names_references(title)) << title;
  }
  for (const auto* title : {"References from previous jobs", "Personal and professional references"}) {
    EXPECT_EQ(list_of_title(title), CvList::references) << title;
  }
}

TEST(ListOfTitle, IsTheSameInCapitalsAndWithAColon) {
  EXPECT_EQ(list_of_title("EXPÉRIENCE:"), CvList::positions);
  EXPECT_EQ(list_of_title("Formação"), CvList::education);
  EXPECT_EQ(list_of_title("(Selected) publications"), CvList::publications);
}

TEST(PrivatePart, IsALabelledText) {
  const std::vector<std::pair<std::string_view, std::string_view>> rows = {
      {"phone", R"({"label": "Phone", "details": "+41 79 555 01 00"})"},
      {"phone", R"({"label": "Mobile", "details": "678 901, after six"})"},
      {"phone", R"({"name": "Phone", "value": 41795550100})"},
      {"phone", R"({"name": "Phone", "summary": "tel. +41 79 555 01 00", "date": null})"},
      {"phone", R"({"name": "Telefon: 079 555 01 00"})"},
      {"phone", R"({"bullet": "**電話**：０７９５５５０１００"})"},
      {"birthday", R"({"name": "Date of birth", "date": "1990-01-05"})"},
      {"birthday", R"({"name": "Date of birth: 5 January 1990"})"},
      {"street", R"({"label": "Address", "details": "Example Street"})"},
      {"street", R"({"name": "Address: Example Street 5"})"},
      {"references", R"({"label": "References", "details": "Kim Sample, kim@sample.example"})"},
      {"references", R"({"name": "References: Kim Sample"})"},
      {"references", R"({"label": "Referee", "details": "Kim Sample, kim@sample.example"})"},
      {"references", R"({"name": "Recommendation: Kim Sample, 555-0100"})"},
      {"phone", R"({"label": "Phone", "details": "555-2019, at home"})"},
      {"phone", R"({"label": "Phone", "details": "01.02.2019"})"},
      {"phone", R"({"name": "Phone: 2010 2020"})"},
  };
  for (const auto& [part, entry] : rows) EXPECT_EQ(private_part(boost::json::parse(entry).as_object()), part) << entry;
}

TEST(PrivatePart, IsNotASkillNorAWork) {
  for (const auto* entry : {
           R"({"label": "Mobile", "details": "Android"})",
           R"({"label": "Mobile robotics", "details": "ROS, 2018 to 2021"})",
           R"({"name": "Mobile", "summary": "An app that 10,000 people use"})",
           R"({"name": "Mobile", "summary": "12345678", "url": "https://mobile.example"})",
           R"({"name": "Phone: a study of 12345 calls"})",
           R"({"name": "Address: a play"})",
           R"({"name": "Address", "summary": "A play"})",
           R"({"name": "Mobile", "date": "2020-01-05"})",
           R"({"label": "Mobile phones", "details": "2019-2020, 3 apps"})",
           R"({"label": "Portable", "details": "C, POSIX.1-2008"})",
           R"({"name": "Recommender", "description": "Suggests films"})",
           R"({"name": "Reference", "summary": "An essay"})",
           R"({"title": "Letter of recommendation", "date": "2019-05"})",
           R"({"label": "Referee", "details": "Nature (2019-2023), Cell"})",
           R"({"name": "Recommendations: ALS, kNN"})",
           R"({"label": "Email", "details": "robin@example.com"})",
           R"({"label": "Phone"})",
           R"({"details": "+41 79 555 01 00"})",
           R"({})",
       }) {
    EXPECT_EQ(private_part(boost::json::parse(entry).as_object()), "") << entry;
  }
}

/// What a site publishes of a file, and its notes.
std::pair<std::string, std::vector<std::string>> published(std::string_view text, SourceFormat format) {
  const auto read = read_source(text, format, {});
  EXPECT_TRUE(read) << read.error();
  return read ? std::pair(boost::json::serialize(read->site), note_lines(read->notes))
              : std::pair(std::string(), std::vector<std::string>());
}

TEST(ReadRenderCv, WithholdsWhatIsPrivateInAnyLanguage) {
  const auto [site, notes] = published(R"(
cv:
  name: Rosa Beispiel
  sections:
    推荐人: [{name: Prof Secret, summary: secret@private.example}]
    Infos:
      - {name: Phone, summary: +41 79 555 01 00}
      - "Date of birth: 5 January 1990"
      - {label: Mobile robotics, details: "ROS, 2018 to 2021"}
)",
                                       SourceFormat::rendercv);
  for (const auto* part : {"Secret", "555", "1990"}) EXPECT_FALSE(site.contains(part)) << site;
  EXPECT_TRUE(site.contains("ROS, 2018 to 2021")) << site;
  EXPECT_THAT(notes, testing::IsSupersetOf(
                         {R"(5 cv.sections["推荐人"]: left out; "references" in content.publish publishes them)",
                          R"(7 cv.sections.Infos[0]: left out; "phone" in content.publish publishes it)",
                          R"(8 cv.sections.Infos[1]: left out; "birthday" in content.publish publishes it)"}));
}

TEST(ReadRenderCv, WithholdsNoWorkForItsNameNorForReferencesBesideIt) {
  const auto [site, notes] = published(R"(
cv:
  name: Rosa Beispiel
  sections:
    projects: [{name: Born, summary: Version 2}, {name: Mobile, date: 2020-05}]
    skills: [{label: Street, details: OpenStreetMap}]
    Publications and References:
      - {title: Quiet coils, authors: [Rosa Beispiel], date: 2020}
      - {name: Prof Secret, summary: at home}
      - {name: Prof Secret, date: 2020, summary: secret@private.example}
      - Prof Secret
)",
                                       SourceFormat::rendercv);
  for (const auto* part : {"Version 2", "Mobile", "OpenStreetMap", "Quiet coils"}) {
    EXPECT_TRUE(site.contains(part)) << site;
  }
  EXPECT_FALSE(site.contains("ecret")) << site;
  EXPECT_THAT(notes, testing::ElementsAre(R"(9 cv.sections["Publications and References"][1]: left out; )"
                                          R"("references" in content.publish publishes it x3)"));
}

TEST(ReadAlfolioCv, WithholdsWhatIsPrivateInAnyLanguage) {
  const auto [site, notes] = published(R"(
- title: Informations générales
  type: map
  contents:
    - {name: Nom complet, value: Rosa Exemple}
    - {name: N° de téléphone, value: +41 79 555 01 00}
    - {name: Né(e) le, value: 5 janvier 1990}
    - {name: Portable, value: +41 78 555 01 00}
- title: Contact
  type: map
  contents:
    - {name: Handynummer, value: 41795550100}
    - {name: Wohnadresse, value: Secret 5}
    - {name: Bureau, value: Salle 7}
)",
                                       SourceFormat::alfolio);
  EXPECT_TRUE(site.contains(R"("owner":{"name":"Rosa Exemple"})")) << site;
  for (const auto* part : {"555", "1990", "Secret"}) EXPECT_FALSE(site.contains(part)) << site;
  EXPECT_TRUE(site.contains("Salle 7")) << site;
  EXPECT_THAT(notes,
              testing::IsSupersetOf({R"(12 [1].contents[0]: left out; "phone" in content.publish publishes it)",
                                     R"(13 [1].contents[1]: left out; "street" in content.publish publishes it)"}));
}

TEST(ReadResume, TakesAnAddressForTheNameInANetwork) {
  const auto [site, notes] = published(R"({"basics": {"name": "R", "profiles": [
    {"network": "ORCID", "username": "https://orcid.org/0000-0002-1825-0097"},
    {"network": "LinkedIn", "username": "linkedin.com/in/robin"},
    {"network": "Mastodon", "username": "https://sea.example/@robin"},
    {"network": "GitHub", "username": "robin"},
    {"network": "Instagram", "username": "robin.example"},
    {"network": "X", "username": "https://"}]}})",
                                       SourceFormat::resume);
  EXPECT_TRUE(site.contains(R"("same_as":["https://orcid.org/0000-0002-1825-0097","https://linkedin.com/in/robin",)"
                            R"("https://sea.example/@robin","https://github.com/robin",)"
                            R"("https://www.instagram.com/robin.example"])"))
      << site;
  EXPECT_THAT(notes, testing::Contains("7 basics.profiles[5]: has no address; left out"));
}

}  // namespace
}  // namespace agent_access::sources

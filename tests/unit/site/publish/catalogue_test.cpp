#include "site/publish/catalogue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace agent_access::publish {
namespace {

std::string body_of(char letter) { return "{\"text\":\"" + std::string(500, letter) + "\"}"; }

Catalogue two_documents() {
  return Catalogue({{"/b", "text/plain", "b", "X: y\r\n"}, {"/a.json", "application/json", body_of('a'), ""}});
}

TEST(Catalogue, FindsADocumentByItsExactPath) {
  const auto catalogue = two_documents();
  ASSERT_NE(catalogue.find("/a.json"), nullptr);
  EXPECT_EQ(catalogue.find("/a.json")->identity.body, body_of('a'));
  for (const auto* path : {"", "/", "/a", "/a.json/", "/A.json", "/a.json?x", "//a.json", "/%61.json"}) {
    EXPECT_EQ(catalogue.find(path), nullptr) << path;
  }
  EXPECT_EQ(catalogue.paths(), (std::vector<std::string>{"/a.json", "/b"}));
}

TEST(Catalogue, GivesEachCodingItsOwnEtag) {
  const auto catalogue = two_documents();
  const Document* const document = catalogue.find("/a.json");
  const std::string tag = document->identity.etag.substr(1, document->identity.etag.size() - 2);
  EXPECT_EQ(tag.size(), 22U);
  EXPECT_EQ(document->gzip->etag, "\"" + tag + "-gzip\"");
  EXPECT_EQ(document->brotli->etag, "\"" + tag + "-br\"");
  EXPECT_NE(document->gzip->fields.find("\r\nContent-Encoding: gzip\r\n"), std::string::npos);
  EXPECT_NE(document->brotli->fields.find("\r\nContent-Encoding: br\r\n"), std::string::npos);
  EXPECT_EQ(document->identity.fields.find("Content-Encoding"), std::string::npos);
  EXPECT_EQ(catalogue.find("/b")->gzip, nullptr);
  EXPECT_EQ(catalogue.find("/b")->brotli, nullptr);
}

TEST(Catalogue, SharesDocumentsThatEqualThoseOfOthers) {
  const auto rendered = [](char letter) {
    return std::vector<documents::Rendered>{{"/same.json", "application/json", body_of('s')},
                                            {"/own.json", "application/json", body_of(letter)}};
  };
  const Catalogue first(rendered('a'));
  const Catalogue before(rendered('b'));
  const std::array others = {&first, &before};
  const Catalogue changed(rendered('c'), others);
  EXPECT_THAT((std::array{first.find("/same.json"), before.find("/same.json")}),
              testing::Contains(changed.find("/same.json")));
  EXPECT_EQ(changed.find("/own.json")->identity.body, body_of('c'));
  EXPECT_EQ(Catalogue(rendered('a'), others).find("/own.json"), first.find("/own.json"));
  EXPECT_EQ(Catalogue(rendered('b'), others).find("/own.json"), before.find("/own.json"));
}

TEST(Catalogue, PreparesAgainWhenOnlyTheFieldsChanged) {
  const documents::Rendered plain{"/a", "text/plain", "text"};
  documents::Rendered other_type = plain;
  other_type.media_type = "text/markdown";
  documents::Rendered more_fields = plain;
  more_fields.extra_fields = "X: y\r\n";
  documents::Rendered other_kind = plain;
  other_kind.kind = documents::DocumentKind::page;
  documents::Rendered with_markdown = plain;
  with_markdown.markdown = "# text";
  const Catalogue first({plain});
  const std::array others = {&first};
  documents::Rendered form = plain;
  form.is_form = true;
  for (const documents::Rendered& changed : {other_type, more_fields, other_kind, with_markdown, form}) {
    EXPECT_NE(Catalogue({changed}, others).find("/a"), first.find("/a"));
  }
}

TEST(Catalogue, SharesAPageWhoseMarkdownAloneDiffers) {
  const auto rendered = [](const std::string& body) {
    documents::Rendered page{"/a", "text/html", "<h1>a</h1>", "", documents::DocumentKind::page};
    page.markdown_path = "/a.md";
    documents::Rendered form{"/a.md", "text/markdown; charset=utf-8", body};
    form.is_form = true;
    return std::vector<documents::Rendered>{page, form};
  };
  const Catalogue first(rendered("# first\n"));
  const std::array<const Catalogue*, 1> others = {&first};
  const Catalogue second(rendered("# second\n"), others);
  EXPECT_EQ(second.find("/a"), first.find("/a"));
  EXPECT_EQ(first.markdown_of(*first.find("/a")), first.find("/a.md"));
  EXPECT_EQ(second.markdown_of(*second.find("/a"))->identity.body, "# second\n");
  for (const auto* path : {"/a", "/a.md"}) {
    EXPECT_NE(first.find(path)->identity.fields.find("\r\nVary: Accept, Accept-Encoding\r\n"), std::string::npos);
  }
}

TEST(Catalogue, UsesTheLaterOfTwoDocumentsWithOnePath) {
  const Catalogue catalogue({{"/a", "text/plain", "one"}, {"/a", "text/plain", "two"}});
  EXPECT_EQ(catalogue.find("/a")->identity.body, "two");
}

TEST(Catalogue, HasBothFormsOfAPage) {
  const Catalogue catalogue({{"/", "text/html", "<h1>a</h1>", "X: y\r\n", documents::DocumentKind::page, "# a\n"}});
  const Document* const document = catalogue.find("/");
  const Document* const markdown = catalogue.markdown_of(*document);
  ASSERT_NE(markdown, nullptr);
  EXPECT_EQ(markdown->identity.body, "# a\n");
  EXPECT_NE(markdown->identity.etag, document->identity.etag);
  EXPECT_NE(markdown->identity.fields.find("Content-Type: text/markdown; charset=utf-8\r\n"), std::string::npos);
  for (const auto* form : {document, markdown}) {
    EXPECT_NE(form->identity.fields.find("\r\nVary: Accept, Accept-Encoding\r\n"), std::string::npos);
    EXPECT_NE(form->identity.not_modified_fields().find("Vary: Accept, Accept-Encoding\r\n"), std::string::npos);
  }
}

TEST(Catalogue, DoesNotCompressCompressedMediaTypes) {
  const Catalogue catalogue({{"/a.png", "image/png", body_of('p')},
                             {"/a.svg", "image/svg+xml", body_of('p')},
                             {"/a.zip", "application/zip", body_of('p')}});
  EXPECT_EQ(catalogue.find("/a.png")->gzip, nullptr);
  EXPECT_NE(catalogue.find("/a.svg")->gzip, nullptr);
  EXPECT_EQ(catalogue.find("/a.zip")->brotli, nullptr);
}

/// Whether gzip and brotli are there.
std::pair<bool, bool> codings_of(const Catalogue& catalogue, std::string_view path) {
  const Document* const document = catalogue.find(path);
  return {document->gzip != nullptr, document->brotli != nullptr};
}

TEST(Catalogue, OfMoreThan1000DocumentsCompressesNoShortOnes) {
  std::vector<documents::Rendered> rendered;
  for (const std::size_t size : {1023U, 1024U, 8191U, 8192U}) {
    rendered.push_back({"/" + std::to_string(size), "text/plain", std::string(size, 'a')});
  }
  while (rendered.size() < 1000) rendered.push_back({"/short/" + std::to_string(rendered.size()), "text/plain", "a"});
  const Catalogue few(rendered);
  for (const auto* path : {"/1023", "/8191"}) EXPECT_EQ(codings_of(few, path), std::pair(true, true)) << path;
  rendered.push_back({"/one-more", "text/plain", "a"});
  const Catalogue many(std::move(rendered));
  EXPECT_EQ(codings_of(many, "/1023"), std::pair(false, false));
  EXPECT_EQ(codings_of(many, "/1024"), std::pair(true, false));
  EXPECT_EQ(codings_of(many, "/8191"), std::pair(true, false));
  EXPECT_EQ(codings_of(many, "/8192"), std::pair(true, true));
}

TEST(Catalogue, CompressesNothingThatOnlyBecomesFiles) {
  const Catalogue catalogue({{"/a", "text/html", body_of('p'), {}, documents::DocumentKind::page, body_of('m')}}, {},
                            Compression::none);
  const Document& document = *catalogue.find("/a");
  EXPECT_EQ(document.identity.body, body_of('p'));
  EXPECT_EQ(document.gzip, nullptr);
  EXPECT_EQ(document.brotli, nullptr);
  EXPECT_EQ(catalogue.markdown_of(document)->gzip, nullptr);
}

}  // namespace
}  // namespace agent_access::publish

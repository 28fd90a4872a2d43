#include "publish/catalogue.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <new>

namespace agent_access::publish {
namespace {

std::string body_of(char letter) { return "{\"text\":\"" + std::string(500, letter) + "\"}"; }

Catalogue two_documents() {
  return Catalogue::of({{"/b", "text/plain", "b", "X: y\r\n"}, {"/a.json", "application/json", body_of('a'), ""}});
}

/// All of it, as after a completion.
void make_all(const Catalogue& catalogue) {
  for (const auto& path : catalogue.paths()) static_cast<void>(catalogue.find(path));
  for (std::size_t group = 0; group < catalogue.group_count(); ++group) catalogue.compress(group);
}

/// With the documents of an earlier catalogue, which may be null, as a reload has it.
std::unique_ptr<const Catalogue> make_after(const std::vector<documents::Rendered>& rendered, const Catalogue* first,
                                            const Catalogue* previous) {
  Catalogue::Groups groups;
  for (const auto& document : rendered) groups.push_back({document.path});
  const Catalogue::Render render = [rendered](std::size_t group) { return std::vector{rendered[group]}; };
  auto catalogue = std::make_unique<const Catalogue>(groups, render, first);
  if (previous != nullptr) catalogue->make_those_of(*previous, render);
  return catalogue;
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

TEST(Catalogue, WritesAllFieldsOfADocument) {
  const auto catalogue = two_documents();
  const Representation& identity = catalogue.find("/b")->identity;
  // base64url of the first 16 bytes of SHA-256("b").
  const std::string etag = "\"PiPoFgA5WUoziU9lZOGxNA\"";
  const std::string common =
      "Cache-Control: public, max-age=300\r\n"
      "Vary: Accept-Encoding\r\n"
      "X-Content-Type-Options: nosniff\r\n"
      "Access-Control-Allow-Origin: *\r\n"
      "Access-Control-Expose-Headers: ETag, Link, Retry-After, RateLimit, RateLimit-Policy, RateLimit-Limit, "
      "RateLimit-Remaining, RateLimit-Reset, WWW-Authenticate, X-Request-Id\r\n";
  EXPECT_EQ(identity.etag, etag);
  EXPECT_EQ(identity.fields, "Content-Type: text/plain\r\nETag: " + etag + "\r\n" + common + "X: y\r\n");
  EXPECT_EQ(identity.not_modified_fields, "ETag: " + etag + "\r\n" + common);
}

TEST(Catalogue, WritesTheFieldsOfA404ForThePageOfUnknownPathsOnly) {
  const auto catalogue = Catalogue::of(
      {{"/404.html", "text/html", std::string(500, 'x'), "X: y\r\n"}, {"/a", "text/html", std::string(500, 'x')}});
  const std::string common =
      "Cache-Control: no-store\r\n"
      "Vary: Accept, Accept-Encoding\r\n"
      "X-Content-Type-Options: nosniff\r\n"
      "Access-Control-Allow-Origin: *\r\n"
      "Access-Control-Expose-Headers: ETag, Link, Retry-After, RateLimit, RateLimit-Policy, RateLimit-Limit, "
      "RateLimit-Remaining, RateLimit-Reset, WWW-Authenticate, X-Request-Id\r\n"
      "X: y\r\n";
  const Document* const page = catalogue.find("/404.html");
  EXPECT_EQ(page->identity.not_found_fields, "Content-Type: text/html\r\n" + common);
  make_all(catalogue);
  EXPECT_EQ(page->codings.made()->gzip->not_found_fields,
            "Content-Type: text/html\r\nContent-Encoding: gzip\r\n" + common);
  EXPECT_EQ(catalogue.find("/a")->identity.not_found_fields, "");
}

TEST(Catalogue, GivesEachCodingItsOwnEtag) {
  const auto catalogue = two_documents();
  make_all(catalogue);
  const Document* const document = catalogue.find("/a.json");
  const Codings* const codings = document->codings.made();
  ASSERT_NE(codings, nullptr);
  const std::string tag = document->identity.etag.substr(1, document->identity.etag.size() - 2);
  EXPECT_EQ(tag.size(), 22U);
  EXPECT_EQ(codings->gzip->etag, "\"" + tag + "-gzip\"");
  EXPECT_EQ(codings->brotli->etag, "\"" + tag + "-br\"");
  EXPECT_NE(codings->gzip->fields.find("\r\nContent-Encoding: gzip\r\n"), std::string::npos);
  EXPECT_NE(codings->brotli->fields.find("\r\nContent-Encoding: br\r\n"), std::string::npos);
  EXPECT_EQ(document->identity.fields.find("Content-Encoding"), std::string::npos);
  EXPECT_EQ(catalogue.find("/b")->codings.made()->gzip, nullptr);
  EXPECT_EQ(catalogue.find("/b")->codings.made()->brotli, nullptr);
}

// A request never compresses: see Codings.
TEST(Catalogue, RendersADocumentOnceWhenItIsAskedForAndCompressesItOnlyWhenTold) {
  std::vector<std::size_t> rendered;
  const Catalogue catalogue({{"/a", "/a.md"}, {"/b"}}, [&rendered](std::size_t group) {
    rendered.push_back(group);
    using Documents = std::vector<documents::Rendered>;
    if (group != 0) return Documents{{"/b", "text/html", body_of('b')}};
    return Documents{{"/a", "text/html", body_of('a')}, {"/a.md", "text/markdown", "a"}};
  });
  EXPECT_FALSE(catalogue.compress(0));
  EXPECT_EQ(catalogue.made("/a"), nullptr);
  EXPECT_EQ(catalogue.find("/c"), nullptr);
  EXPECT_TRUE(rendered.empty());
  EXPECT_EQ(catalogue.find("/a.md")->identity.body, "a");
  EXPECT_EQ(catalogue.find("/a"), catalogue.made("/a"));
  EXPECT_EQ(rendered, std::vector<std::size_t>{0});
  EXPECT_EQ(catalogue.made("/b"), nullptr);
  EXPECT_EQ(catalogue.find("/a")->codings.made(), nullptr);
  EXPECT_TRUE(catalogue.compress(0));
  EXPECT_FALSE(catalogue.compress(0));
  EXPECT_NE(catalogue.find("/a")->codings.made()->brotli, nullptr);
}

TEST(Catalogue, LeavesADocumentUnmadeThatCannotBeRendered) {
  bool has_memory = false;
  const Catalogue catalogue({{"/a"}}, [&has_memory](std::size_t) -> std::vector<documents::Rendered> {
    if (!has_memory) throw std::bad_alloc();
    return {{"/a", "text/plain", "a"}};
  });
  EXPECT_THROW(static_cast<void>(catalogue.find("/a")), std::bad_alloc);
  has_memory = true;
  EXPECT_EQ(catalogue.find("/a")->identity.body, "a");
}

TEST(Catalogue, EtagsDependOnTheBody) {
  const auto catalogue = two_documents();
  const auto other = Catalogue::of({{"/a.json", "application/json", body_of('c'), ""}});
  EXPECT_NE(catalogue.find("/a.json")->identity.etag, other.find("/a.json")->identity.etag);
  EXPECT_EQ(catalogue.find("/a.json")->identity.etag, two_documents().find("/a.json")->identity.etag);
}

TEST(Catalogue, PreparesSharedAndUnchangedDocumentsOnce) {
  const auto rendered = [](char letter) {
    return std::vector<documents::Rendered>{{"/same.json", "application/json", body_of('s')},
                                            {"/own.json", "application/json", body_of(letter)}};
  };
  const auto first = Catalogue::of(rendered('a'));
  const auto before = Catalogue::of(rendered('b'));
  make_all(first);
  make_all(before);
  const auto same_as_first = make_after(rendered('c'), &first, &before);
  EXPECT_EQ(same_as_first->made("/same.json"), first.find("/same.json"));
  EXPECT_EQ(same_as_first->made("/own.json")->identity.body, body_of('c'));
  EXPECT_NE(same_as_first->made("/own.json")->codings.made(), nullptr);
  EXPECT_EQ(make_after(rendered('b'), nullptr, &before)->made("/own.json"), before.find("/own.json"));
}

TEST(Catalogue, MakesWhatAnEarlierOneHasMadeAndNothingElse) {
  const std::vector<documents::Rendered> rendered = {{"/a", "text/plain", "a"}, {"/b", "text/plain", "b"}};
  const auto before = Catalogue::of(rendered);
  EXPECT_EQ(before.find("/b")->identity.body, "b");
  const auto after = make_after(rendered, nullptr, &before);
  EXPECT_EQ(after->made("/a"), nullptr);
  EXPECT_EQ(after->made("/b"), before.made("/b"));
}

TEST(Catalogue, PreparesAgainWhenOnlyTheFieldsChanged) {
  const documents::Rendered plain{"/a", "text/plain", "text"};
  documents::Rendered other_type = plain;
  other_type.media_type = "text/markdown";
  documents::Rendered more_fields = plain;
  more_fields.extra_fields = "X: y\r\n";
  documents::Rendered other_kind = plain;
  other_kind.kind = documents::Kind::page;
  documents::Rendered with_markdown = plain;
  with_markdown.markdown = "# text";
  const auto first = Catalogue::of({plain});
  ASSERT_NE(first.find("/a"), nullptr);
  documents::Rendered form = plain;
  form.is_form = true;
  documents::Rendered with_fields = with_markdown;
  with_fields.markdown_fields = "Link: </a>; rel=\"canonical\"\r\n";
  for (const documents::Rendered& changed : {other_type, more_fields, other_kind, with_markdown, form}) {
    EXPECT_NE(make_after({changed}, &first, nullptr)->find("/a"), first.find("/a"));
  }
  const auto second = Catalogue::of({with_markdown});
  const Document* const document = second.find("/a");
  EXPECT_EQ(make_after({with_markdown}, &second, nullptr)->find("/a"), document);
  EXPECT_NE(make_after({with_fields}, &second, nullptr)->find("/a"), document);
}

TEST(Catalogue, SendsAFormAtItsOwnPathWithTheFieldsOfTheNegotiatedOne) {
  documents::Rendered page{"/a", "text/html", "<h1>a</h1>", "", documents::Kind::page, "# a\n"};
  page.markdown_fields = "Link: </a>; rel=\"canonical\"\r\n";
  documents::Rendered form{"/a.md", "text/markdown; charset=utf-8", "# a\n", page.markdown_fields};
  form.is_form = true;
  const auto catalogue = Catalogue::of({page, form});
  const auto& fields = catalogue.find("/a.md")->identity.fields;
  EXPECT_EQ(fields, catalogue.find("/a")->markdown->identity.fields);
  EXPECT_NE(fields.find("\r\nVary: Accept, Accept-Encoding\r\n"), std::string::npos);
  EXPECT_NE(fields.find("Link: </a>; rel=\"canonical\"\r\n"), std::string::npos);
}

TEST(Catalogue, UsesTheLaterOfTwoDocumentsWithOnePath) {
  const auto catalogue = Catalogue::of({{"/a", "text/plain", "one"}, {"/a", "text/plain", "two"}});
  EXPECT_EQ(catalogue.find("/a")->identity.body, "two");
}

TEST(Catalogue, HasBothFormsOfAPage) {
  const auto catalogue = Catalogue::of({{"/", "text/html", "<h1>a</h1>", "X: y\r\n", documents::Kind::page, "# a\n"}});
  const Document* const document = catalogue.find("/");
  ASSERT_NE(document->markdown, nullptr);
  EXPECT_EQ(document->markdown->identity.body, "# a\n");
  EXPECT_NE(document->markdown->identity.etag, document->identity.etag);
  EXPECT_NE(document->markdown->identity.fields.find("Content-Type: text/markdown; charset=utf-8\r\n"),
            std::string::npos);
  for (const auto* form : {document, static_cast<const Document*>(document->markdown.get())}) {
    EXPECT_NE(form->identity.fields.find("\r\nVary: Accept, Accept-Encoding\r\n"), std::string::npos);
    EXPECT_NE(form->identity.not_modified_fields.find("Vary: Accept, Accept-Encoding\r\n"), std::string::npos);
  }
}

TEST(Catalogue, DoesNotCompressCompressedMediaTypes) {
  const auto catalogue = Catalogue::of({{"/a.png", "image/png", body_of('p')},
                                        {"/a.svg", "image/svg+xml", body_of('p')},
                                        {"/a.zip", "application/zip", body_of('p')}});
  make_all(catalogue);
  EXPECT_EQ(catalogue.find("/a.png")->codings.made()->gzip, nullptr);
  EXPECT_NE(catalogue.find("/a.svg")->codings.made()->gzip, nullptr);
  EXPECT_EQ(catalogue.find("/a.zip")->codings.made()->brotli, nullptr);
}

}  // namespace
}  // namespace agent_access::publish

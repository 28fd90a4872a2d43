#include "publish/catalogue.hpp"

#include <gtest/gtest.h>

namespace agent_access::publish {
namespace {

std::string body_of(char letter) { return "{\"text\":\"" + std::string(500, letter) + "\"}"; }

Catalogue two_hosts() {
  return Catalogue::prepare({{{"/a.json", "application/json", body_of('a'), ""}, {"/b", "text/plain", "b", "X: y\r\n"}},
                             {{"/a.json", "application/json", body_of('c'), ""}}});
}

TEST(Catalogue, FindsADocumentOfItsHostOnly) {
  const auto catalogue = two_hosts();
  ASSERT_NE(catalogue.find(0, "/a.json"), nullptr);
  EXPECT_EQ(catalogue.find(0, "/a.json")->identity.body, body_of('a'));
  EXPECT_EQ(catalogue.find(1, "/a.json")->identity.body, body_of('c'));
  EXPECT_EQ(catalogue.find(1, "/b"), nullptr);
  EXPECT_EQ(catalogue.find(2, "/a.json"), nullptr);
  for (const auto* path : {"", "/", "/a", "/a.json/", "/A.json", "/a.json?x", "//a.json", "/%61.json"}) {
    EXPECT_EQ(catalogue.find(0, path), nullptr) << path;
  }
  EXPECT_EQ(catalogue.paths(0), (std::vector<std::string>{"/a.json", "/b"}));
  EXPECT_TRUE(catalogue.paths(2).empty());
}

TEST(Catalogue, WritesAllFieldsOfADocument) {
  const auto catalogue = two_hosts();
  const Representation& identity = catalogue.find(0, "/b")->identity;
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
  const auto catalogue = Catalogue::prepare(
      {{{"/404.html", "text/html", std::string(500, 'x'), "X: y\r\n"}, {"/a", "text/html", std::string(500, 'x')}}});
  const std::string common =
      "Cache-Control: no-store\r\n"
      "Vary: Accept, Accept-Encoding\r\n"
      "X-Content-Type-Options: nosniff\r\n"
      "Access-Control-Allow-Origin: *\r\n"
      "Access-Control-Expose-Headers: ETag, Link, Retry-After, RateLimit, RateLimit-Policy, RateLimit-Limit, "
      "RateLimit-Remaining, RateLimit-Reset, WWW-Authenticate, X-Request-Id\r\n"
      "X: y\r\n";
  const Document* const page = catalogue.find(0, "/404.html");
  EXPECT_EQ(page->identity.not_found_fields, "Content-Type: text/html\r\n" + common);
  ASSERT_NE(page->gzip, nullptr);
  EXPECT_EQ(page->gzip->not_found_fields, "Content-Type: text/html\r\nContent-Encoding: gzip\r\n" + common);
  EXPECT_EQ(catalogue.find(0, "/a")->identity.not_found_fields, "");
}

TEST(Catalogue, GivesEachCodingItsOwnEtag) {
  const auto catalogue = two_hosts();
  const Document* const document = catalogue.find(0, "/a.json");
  ASSERT_NE(document->gzip, nullptr);
  ASSERT_NE(document->brotli, nullptr);
  const std::string tag = document->identity.etag.substr(1, document->identity.etag.size() - 2);
  EXPECT_EQ(tag.size(), 22U);
  EXPECT_EQ(document->gzip->etag, "\"" + tag + "-gzip\"");
  EXPECT_EQ(document->brotli->etag, "\"" + tag + "-br\"");
  EXPECT_NE(document->gzip->fields.find("\r\nContent-Encoding: gzip\r\n"), std::string::npos);
  EXPECT_NE(document->brotli->fields.find("\r\nContent-Encoding: br\r\n"), std::string::npos);
  EXPECT_EQ(document->identity.fields.find("Content-Encoding"), std::string::npos);
  EXPECT_EQ(catalogue.find(0, "/b")->gzip, nullptr);
  EXPECT_EQ(catalogue.find(0, "/b")->brotli, nullptr);
}

TEST(Catalogue, EtagsDependOnTheBody) {
  const auto catalogue = two_hosts();
  EXPECT_NE(catalogue.find(0, "/a.json")->identity.etag, catalogue.find(1, "/a.json")->identity.etag);
  EXPECT_EQ(catalogue.find(0, "/a.json")->identity.etag, two_hosts().find(0, "/a.json")->identity.etag);
}

TEST(Catalogue, PreparesSharedAndUnchangedDocumentsOnce) {
  const auto rendered = [](char letter) {
    return std::vector<documents::Rendered>{{"/same.json", "application/json", body_of('s')},
                                            {"/own.json", "application/json", body_of(letter)}};
  };
  const auto first = Catalogue::prepare({rendered('a'), rendered('b')});
  EXPECT_EQ(first.find(0, "/same.json"), first.find(1, "/same.json"));
  EXPECT_NE(first.find(0, "/own.json"), first.find(1, "/own.json"));
  const auto second = Catalogue::prepare({rendered('a'), rendered('c')}, &first);
  EXPECT_EQ(second.find(0, "/same.json"), first.find(0, "/same.json"));
  EXPECT_EQ(second.find(0, "/own.json"), first.find(0, "/own.json"));
  EXPECT_NE(second.find(1, "/own.json"), first.find(1, "/own.json"));
  EXPECT_EQ(second.find(1, "/own.json")->identity.body, body_of('c'));
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
  const auto first = Catalogue::prepare({{plain}});
  documents::Rendered form = plain;
  form.is_form = true;
  documents::Rendered with_fields = with_markdown;
  with_fields.markdown_fields = "Link: </a>; rel=\"canonical\"\r\n";
  for (const documents::Rendered& changed : {other_type, more_fields, other_kind, with_markdown, form}) {
    EXPECT_NE(Catalogue::prepare({{changed}}, &first).find(0, "/a"), first.find(0, "/a"));
  }
  const auto second = Catalogue::prepare({{with_markdown}});
  EXPECT_EQ(Catalogue::prepare({{with_markdown}}, &second).find(0, "/a"), second.find(0, "/a"));
  EXPECT_NE(Catalogue::prepare({{with_fields}}, &second).find(0, "/a"), second.find(0, "/a"));
}

TEST(Catalogue, SendsAFormAtItsOwnPathWithTheFieldsOfTheNegotiatedOne) {
  documents::Rendered page{"/a", "text/html", "<h1>a</h1>", "", documents::Kind::page, "# a\n"};
  page.markdown_fields = "Link: </a>; rel=\"canonical\"\r\n";
  documents::Rendered form{"/a.md", "text/markdown; charset=utf-8", "# a\n", page.markdown_fields};
  form.is_form = true;
  const auto catalogue = Catalogue::prepare({{page, form}});
  const auto& fields = catalogue.find(0, "/a.md")->identity.fields;
  EXPECT_EQ(fields, catalogue.find(0, "/a")->markdown->identity.fields);
  EXPECT_NE(fields.find("\r\nVary: Accept, Accept-Encoding\r\n"), std::string::npos);
  EXPECT_NE(fields.find("Link: </a>; rel=\"canonical\"\r\n"), std::string::npos);
}

TEST(Catalogue, UsesTheLaterOfTwoDocumentsWithOnePath) {
  const auto catalogue = Catalogue::prepare({{{"/a", "text/plain", "one"}, {"/a", "text/plain", "two"}}});
  EXPECT_EQ(catalogue.find(0, "/a")->identity.body, "two");
}

TEST(Catalogue, HasBothFormsOfAPage) {
  const auto catalogue =
      Catalogue::prepare({{{"/", "text/html", "<h1>a</h1>", "X: y\r\n", documents::Kind::page, "# a\n"}}});
  const Document* const document = catalogue.find(0, "/");
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
  const auto catalogue = Catalogue::prepare({{{"/a.png", "image/png", body_of('p')},
                                              {"/a.svg", "image/svg+xml", body_of('p')},
                                              {"/a.zip", "application/zip", body_of('p')}}});
  EXPECT_EQ(catalogue.find(0, "/a.png")->gzip, nullptr);
  EXPECT_NE(catalogue.find(0, "/a.svg")->gzip, nullptr);
  EXPECT_EQ(catalogue.find(0, "/a.zip")->brotli, nullptr);
}

}  // namespace
}  // namespace agent_access::publish

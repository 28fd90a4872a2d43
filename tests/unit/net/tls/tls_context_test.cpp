#include "net/tls/tls_context.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "net/certificates.hpp"

namespace agent_access::test {
namespace {

using net::TlsContext;
using testing::ElementsAre;

std::vector<std::string> complaints(net::TlsOptions options) {
  const auto context = TlsContext::create(std::move(options));
  return context ? std::vector<std::string>{} : context.error();
}

TEST(TlsContext, DescribesTheCertificate) {
  const auto context = context_with({make_certificate({.names = {"example.com", "*.example.org", "127.0.0.1", "::1"}}),
                                     make_certificate({.names = {"b.test"}, .kind = KeyKind::rsa2048})});
  ASSERT_EQ(context->certificates().size(), 2U);
  const auto& first = context->certificates().front();
  EXPECT_EQ(first.file, "a.pem");
  EXPECT_THAT(first.names, ElementsAre("example.com", "*.example.org", "127.0.0.1", "::1"));
  EXPECT_EQ(first.key_kind, "EC 256");
  EXPECT_EQ(first.chain_problem, "");
  EXPECT_EQ(first.not_after - first.not_before, std::chrono::hours{24 * 90 + 1});
  EXPECT_EQ(context->certificates().back().key_kind, "RSA 2048");
}

TEST(TlsContext, ReportsTheEarliestExpiry) {
  const auto context = context_with(
      {make_certificate({.ends = std::chrono::hours{48}}), make_certificate({.ends = std::chrono::hours{24}})});
  EXPECT_EQ(context->not_after(), context->certificates().back().not_after);
}

TEST(TlsContext, ListsTheHostsOfItsCertificates) {
  const auto context = context_with({make_certificate({.names = {"example.com", "*.example.org", "127.0.0.1", "::1"}}),
                                     make_certificate({.names = {"b.test"}})});
  for (const auto* host : {"example.com", "EXAMPLE.com", "www.example.org", "127.0.0.1", "::1", "[::1]", "b.test"}) {
    EXPECT_TRUE(context->names(host)) << host;
  }
  for (const auto* host : {"www.example.com", "example.org", "a.b.example.org", "127.0.0.2", "test example.com", ""}) {
    EXPECT_FALSE(context->names(host)) << host;
  }
}

TEST(TlsContext, RefusesAKeyOfAnotherCertificate) {
  MadePair mixed = make_certificate();
  mixed.key = make_certificate().key;
  EXPECT_THAT(complaints(options_with({mixed})),
              ElementsAre("the key in a.key does not belong to the first certificate in a.pem"));
}

TEST(TlsContext, RefusesEmptyFiles) {
  EXPECT_THAT(complaints(options_with({{"", ""}})),
              ElementsAre("a.pem contains no PEM certificate chain", "a.key contains no unencrypted PEM private key"));
  EXPECT_THAT(complaints(options_with({})), ElementsAre("TLS needs a certificate"));
}

TEST(TlsContext, RefusesEveryPairWhenOneIsBad) {
  const MadePair good = make_certificate();
  EXPECT_THAT(complaints(options_with({good, {good.certificate, "text"}})),
              ElementsAre("b.key contains no unencrypted PEM private key"));
}

TEST(TlsContext, RefusesATruncatedCertificateAtTheEndOfAChain) {
  const MadePair good = make_certificate();
  const std::string half = good.certificate.substr(0, good.certificate.size() / 2);
  EXPECT_THAT(complaints(options_with({{good.certificate + half, good.key}})),
              ElementsAre("a.pem contains no PEM certificate chain"));
}

TEST(TlsContext, RefusesAnRsaKeyBelow2048Bits) {
  EXPECT_THAT(complaints(options_with({make_certificate({.kind = KeyKind::rsa1024})})),
              ElementsAre("a.pem cannot be used: ee key too small"));
}

TEST(TlsContext, RefusesAnIssuerThatSignedWithSha1) {
  const MadePair root = make_certificate({.names = {"root.test"}});
  const MadePair middle = make_certificate({.names = {"middle.test"}, .digest = "SHA1"}, root);
  const MadePair leaf = make_certificate({}, middle);
  EXPECT_THAT(
      complaints(options_with({{leaf.certificate + middle.certificate, leaf.key}})),
      ElementsAre("certificate 2 in a.pem is signed with SHA1, which clients refuse; get a chain that is signed "
                  "with SHA256 or better"));
  const MadePair own = make_certificate({.digest = "SHA1"}, root);
  EXPECT_THAT(
      complaints(options_with({{own.certificate, own.key}})),
      ElementsAre("certificate 1 in a.pem is signed with SHA1, which clients refuse; get a chain that is signed "
                  "with SHA256 or better"));
}

TEST(TlsContext, AcceptsARootThatSignedItselfWithSha1) {
  const MadePair root = make_certificate({.names = {"root.test"}, .digest = "SHA1"});
  const MadePair leaf = make_certificate({}, root);
  EXPECT_THAT(complaints(options_with({{leaf.certificate + root.certificate, leaf.key}})), ElementsAre());
}

TEST(TlsContext, ReportsWhichCertificateOfAChainIsOutOfPlace) {
  const MadePair root = make_certificate({.names = {"root.test"}});
  const MadePair middle = make_certificate({.names = {"middle.test"}}, root);
  const MadePair leaf = make_certificate({}, middle);
  const auto in_order = context_with({{leaf.certificate + middle.certificate + root.certificate, leaf.key}});
  EXPECT_EQ(in_order->certificates().front().chain_problem, "");
  const auto mixed = context_with({{leaf.certificate + root.certificate + middle.certificate, leaf.key}});
  EXPECT_EQ(mixed->certificates().front().chain_problem,
            "certificate 2 did not issue certificate 1; the order is the server's own, then its issuer, then the "
            "issuer's");
}

}  // namespace
}  // namespace agent_access::test

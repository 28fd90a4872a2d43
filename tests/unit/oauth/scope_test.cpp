#include "oauth/scope.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "unit/oauth/forge.hpp"

namespace agent_access::oauth {
namespace {

using test::at;
using test::good_claims;
using test::good_header;
using test::kNow;
using test::sign;
using test::take;

const Scopes& declared() {
  static const Scopes kScopes({"read:extended", "read:papers", "write:notes"});
  return kScopes;
}

std::string text_of(const Scopes& scopes, ScopeSet set) {
  std::string text;
  scopes.append_text(set, text);
  return text;
}

/// The granted scopes as text, or "refused".
std::string granted(const Scopes& scopes, std::string_view requested) {
  const auto set = scopes.requested(requested);
  if (set) return text_of(scopes, *set);
  return set.error() == TokenFault::invalid_scope ? "refused" : "another fault";
}

TEST(RequestedScopes, AreReadExtendedIfNoneIsNamed) { EXPECT_EQ(granted(declared(), ""), "read:extended"); }

TEST(RequestedScopes, AreTheNamedOnesInTheOrderOfTheirDeclaration) {
  EXPECT_EQ(granted(declared(), "read:papers"), "read:papers");
  EXPECT_EQ(granted(declared(), "write:notes read:extended"), "read:extended write:notes");
  EXPECT_EQ(granted(declared(), "read:papers read:papers"), "read:papers");
}

TEST(RequestedScopes, MayHaveMoreSpacesThanTheyNeed) {
  EXPECT_EQ(granted(declared(), " read:papers"), "read:papers");
  EXPECT_EQ(granted(declared(), "read:papers "), "read:papers");
  EXPECT_EQ(granted(declared(), "read:papers  read:extended"), "read:extended read:papers");
  EXPECT_EQ(granted(declared(), "  "), "read:extended");
}

TEST(RequestedScopes, OfAnotherNameOrFormAreRefused) {
  for (const std::string_view scope : {"read:paper", "read:papers2", "READ:PAPERS", "openid", "read:papers openid",
                                       "read:papers,read:extended", "read:papers\tread:extended", "\\"}) {
    EXPECT_EQ(granted(declared(), scope), "refused") << scope;
  }
  EXPECT_EQ(granted(declared(), std::string(100'000, 'a')), "refused");
}

TEST(RequestedScopes, AreIgnoredIfNoneAreDeclared) {
  EXPECT_EQ(granted(Scopes(), "read:papers"), "read:extended");
  EXPECT_EQ(granted(Scopes({"read:extended"}), "openid \\"), "read:extended");
  EXPECT_FALSE(Scopes().are_declared());
  EXPECT_TRUE(declared().are_declared());
}

TEST(KnownScopes, AreTheDeclaredWordsOfAToken) {
  const auto known = [](std::string_view scope) { return text_of(declared(), declared().known_in(scope)); };
  EXPECT_EQ(known("openid read:papers profile"), "read:papers");
  EXPECT_EQ(known("write:notes  read:extended"), "read:extended write:notes");
  EXPECT_EQ(known("read:papersx xread:papers read:papers\tx"), "");
  EXPECT_EQ(known(""), "");
}

TEST(ScopeSet, HoldsUpTo32Scopes) {
  ScopeSet set;
  set.insert(31);
  EXPECT_TRUE(set.contains(31));
  EXPECT_FALSE(set.contains(30));
  EXPECT_FALSE(set.contains(32));
  EXPECT_FALSE(set.contains(63));
  EXPECT_EQ(set.bits(), 0x80000000U);
}

class VerifyScopes : public test::ForgeryTest {
 protected:
  /// The scopes of the grant as text, or "insufficient_scope".
  std::string verified(std::string_view scope) {
    BearerVerifier verifier = take(BearerVerifier::create(test::make_schedule({0}), test::base_urls(), declared()));
    const auto bearer = verifier.verify(
        sign(good_header().text(), good_claims().with("scope", test::json_string(scope)).text(), key_), at(kNow));
    if (bearer) return text_of(declared(), bearer->grant.scopes());
    return bearer.error() == BearerFault::insufficient_scope ? "insufficient_scope" : "another fault";
  }
};

TEST_F(VerifyScopes, GrantsTheDeclaredOnes) {
  EXPECT_EQ(verified("read:papers"), "read:papers");
  EXPECT_EQ(verified("read:extended openid write:notes"), "read:extended write:notes");
  EXPECT_EQ(verified("openid"), "insufficient_scope");
}

TEST_F(VerifyScopes, FindsThoseOfAnIssuedToken) {
  const KeySchedule schedule = test::make_schedule({0});
  TokenIssuer issuer = take(TokenIssuer::create(schedule, test::base_urls(), declared()));
  BearerVerifier verifier = take(BearerVerifier::create(schedule, test::base_urls(), declared()));
  test::ScriptedRandom random;
  for (const std::string_view scope : {"read:extended", "read:papers", "read:papers write:notes"}) {
    const ScopeSet requested = take(declared().requested(scope));
    const IssuedToken issued = take(issuer.issue(*base::parse_uuid(test::kClientId), requested, 0, at(kNow), random));
    EXPECT_EQ(issued.scopes, requested);
    const VerifiedBearer bearer = take(verifier.verify(issued.access_token, at(kNow)));
    EXPECT_EQ(text_of(declared(), bearer.grant.scopes()), scope);
    EXPECT_EQ(bearer.grant.token_id(), issued.token_id);
  }
}

}  // namespace
}  // namespace agent_access::oauth

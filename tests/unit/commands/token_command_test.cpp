#include "commands/commands.hpp"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/base64url.hpp"
#include "crypto/es256.hpp"
#include "tools/token/token_reasons.hpp"

namespace agent_access::commands {
namespace {

// The key of RFC 7515 appendix A.3, whose thumbprint was computed with another implementation.
constexpr std::string_view kScalar = "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI";
constexpr std::string_view kJwks =
    R"({"keys":[{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",)"
    R"("y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0","kid":"one","use":"sig","alg":"ES256"}]})";
constexpr std::int64_t kIssued = 1717127200;  // 2024-05-31 03:46:40 UTC
constexpr std::string_view kHeader = R"({"alg":"ES256","typ":"at+jwt","kid":"one"})";
constexpr std::string_view kClaims =
    R"({"iss":"https://example.com","sub":"00010203-0405-4607-8809-0a0b0c0d0e0f",)"
    R"("client_id":"00010203-0405-4607-8809-0a0b0c0d0e0f",)"
    R"("aud":["https://example.com","https://example.com/api/agent/full-profile"],)"
    R"("scope":"read:extended","iat":1717127200,"exp":1717128100,"jti":"10111213-1415-4617-9819-1a1b1c1d1e1f"})";
const std::vector<std::string> kBaseUrls = {"https://example.com", "https://www.example.com"};

using Reasons = std::vector<std::string>;

std::string encoded(std::string_view text) { return base::base64url_encode(base::bytes_of(text)); }

std::string signed_token(std::string_view header, std::string_view claims) {
  const auto scalar = base::base64url_decode(kScalar).value();
  const auto key = crypto::PrivateKey::from_scalar(scalar);
  if (!key) throw std::runtime_error("no key");
  auto signer = crypto::Signer::create(*key);
  if (!signer) throw std::runtime_error("no signer");
  const auto content = encoded(header) + "." + encoded(claims);
  const auto signature = signer->sign(base::bytes_of(content));
  if (!signature) throw std::runtime_error("no signature");
  return content + "." + base::base64url_encode(*signature);
}

std::string replaced(std::string_view text, std::string_view part, std::string_view with) {
  std::string result(text);
  const auto place = result.find(part);
  if (place == std::string::npos) throw std::runtime_error("nothing to replace");
  return result.replace(place, part.size(), with);
}

Reasons reasons_of(std::string_view header, std::string_view claims, std::int64_t now = kIssued) {
  return tools::examine_token(signed_token(header, claims), kJwks, kBaseUrls, now).reasons;
}

Reasons reasons_without(std::string_view part, std::string_view with) {
  return reasons_of(kHeader, replaced(kClaims, part, with));
}

TEST(ExamineToken, FindsNoFaultInAGoodToken) {
  const auto examination = tools::examine_token(signed_token(kHeader, kClaims), kJwks, kBaseUrls, kIssued + 899);
  EXPECT_EQ(examination.reasons, Reasons{});
  EXPECT_EQ(examination.notes, Reasons{});
  EXPECT_EQ(examination.header, kHeader);
  EXPECT_EQ(examination.payload, kClaims);
}

TEST(ExamineToken, ReportsWhenATokenExpired) {
  EXPECT_EQ(reasons_of(kHeader, kClaims, 1717128100), Reasons{"expired since 2024-05-31 04:01:40 UTC, 0 s ago"});
  EXPECT_EQ(reasons_of(kHeader, kClaims, 1717128165), Reasons{"expired since 2024-05-31 04:01:40 UTC, 1 min 5 s ago"});
}

TEST(ExamineToken, ReportsAHighSSignature) {
  // n - s for the n of P-256 (FIPS 186-4 D.1.2.3): a signature that other libraries accept.
  constexpr std::array<unsigned, 32> kOrder = {0xff, 0xff, 0xff, 0xff, 0,    0,    0,    0,    0xff, 0xff, 0xff,
                                               0xff, 0xff, 0xff, 0xff, 0xff, 0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17,
                                               0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51};
  const auto token = signed_token(kHeader, kClaims);
  const auto at = token.rfind('.') + 1;
  auto signature = base::base64url_decode(token.substr(at)).value();
  unsigned borrow = 0;
  for (std::size_t i = 32; i-- > 0;) {
    const unsigned difference = 256 + kOrder[i] - std::to_integer<unsigned>(signature[32 + i]) - borrow;
    signature[32 + i] = static_cast<std::byte>(difference % 256);
    borrow = difference < 256 ? 1 : 0;
  }
  const auto twin = token.substr(0, at) + base::base64url_encode(signature);
  EXPECT_EQ(
      tools::examine_token(twin, kJwks, kBaseUrls, kIssued).reasons,
      Reasons{"the signature matches, but its s is high (above half of the group's order): only the low-S form is "
              "accepted, so that a token has one valid form; replace s by n - s when signing"});
}

TEST(ExamineToken, AllowsTheIssuersClockToBeAMinuteAhead) {
  EXPECT_EQ(reasons_of(kHeader, kClaims, kIssued - 60), Reasons{});
  EXPECT_EQ(reasons_of(kHeader, kClaims, kIssued - 61),
            Reasons{"issued in the future, at 2024-05-31 03:46:40 UTC: a clock is wrong"});
}

TEST(ExamineToken, NamesAnUnknownKey) {
  EXPECT_EQ(reasons_of(replaced(kHeader, "one", "two"), kClaims),
            Reasons{"kid \"two\" is not among the 1 published keys: retired, of another deployment, or forged"});
  EXPECT_EQ(reasons_of(R"({"alg":"ES256","typ":"at+jwt"})", kClaims),
            Reasons{"kid is absent, so no key can be chosen"});
}

TEST(ExamineToken, ReportsASignatureThatDoesNotMatch) {
  auto token = signed_token(kHeader, kClaims);
  const auto first = token.rfind('.') + 1;
  token[first] = token[first] == 'A' ? 'B' : 'A';
  EXPECT_EQ(tools::examine_token(token, kJwks, kBaseUrls, kIssued).reasons,
            Reasons{"the signature does not match: the token was altered or forged"});
}

TEST(ExamineToken, ReportsTheChecksSkippedWithoutBaseUrls) {
  const auto examination = tools::examine_token(signed_token(kHeader, kClaims), kJwks, {}, kIssued);
  EXPECT_EQ(examination.reasons, Reasons{});
  EXPECT_EQ(examination.notes, Reasons{"no base URL is known here: iss is not checked, aud is compared with iss only"});
}

TEST(ExamineToken, NamesEachFaultOfAClaim) {
  constexpr std::string_view kAudience =
      R"("aud":["https://example.com","https://example.com/api/agent/full-profile"],)";
  const struct {
    std::string_view part;
    std::string_view with;
    std::string reason;
  } rows[] = {
      {R"("iss":"https://example.com",)", "", "iss is absent"},
      {R"("iss":"https://example.com")", R"("iss":"https://other.example")",
       "iss \"https://other.example\" is not one of the base URLs"},
      {R"("sub":"00010203-0405-4607-8809-0a0b0c0d0e0f",)", "", "sub or client_id is absent"},
      {kAudience, "", "aud is absent"},
      {kAudience, R"("aud":"https://other.example",)",
       "wrong audience: \"https://other.example\" is neither a base URL of the service nor its profile"},
      {"read:extended", "read:extended_more", "scope lacks read:extended; the answer would be 403 insufficient_scope"},
      {R"("iat":1717127200,)", "", "iat is absent or not a whole number"},
      {R"("exp":1717128100,)", "", "exp is absent or not a whole number"},
      {"1717128100", "1717128101", "lives too long: exp is 901 s after iat, at most 900 s are accepted"},
      {"1717128100", "1717128100000", "lives too long: exp is 1715410972800 s after iat, at most 900 s are accepted"},
      {R"(,"jti":"10111213-1415-4617-9819-1a1b1c1d1e1f")", "", "jti is absent"},
  };
  for (const auto& [part, with, reason] : rows) EXPECT_EQ(reasons_without(part, with), Reasons{reason});
}

TEST(ExamineToken, NeedsOneAcceptedAudience) {
  EXPECT_EQ(reasons_without(R"("https://example.com",)", R"("https://www.example.com",)"), Reasons{});
}

TEST(ExamineToken, ReportsFaultsOfTheHeader) {
  EXPECT_EQ(reasons_of(replaced(kHeader, "at+jwt", "JWT"), kClaims),
            Reasons{"typ is \"JWT\", an access token has at+jwt"});
  EXPECT_EQ(reasons_of(replaced(kHeader, "ES256", "none"), kClaims),
            Reasons{"alg is \"none\", only ES256 is accepted"});
  EXPECT_EQ(reasons_of(replaced(kHeader, "at+jwt", "application/AT+JWT"), kClaims), Reasons{});
}

TEST(ExamineToken, GivesAllReasonsAtOnce) {
  const auto reasons =
      reasons_of(replaced(kHeader, "at+jwt", "JWT"), replaced(kClaims, "read:extended", "x"), kIssued + 900);
  EXPECT_EQ(reasons,
            (Reasons{"typ is \"JWT\", an access token has at+jwt", "expired since 2024-05-31 04:01:40 UTC, 0 s ago",
                     "scope lacks read:extended; the answer would be 403 insufficient_scope"}));
}

TEST(ExamineToken, ReportsTheVerifiersRefusalWhenItFindsNoFault) {
  EXPECT_EQ(reasons_without(R"("scope":"read:extended")", R"("scope":"read:extended","scope":"read:extended")"),
            Reasons{"the payload is not one JSON object with unique names, or a claim has the wrong type"});
}

TEST(ExamineToken, AcceptsAnyText) {
  const Reasons malformed{"not a compact JWS: three segments of base64url without padding, a signature of 64 bytes"};
  for (const auto* text : {"", "a", "..", "a.b.c", "\xff.\xff.\xff"}) {
    EXPECT_EQ(tools::examine_token(text, kJwks, kBaseUrls, kIssued).reasons, malformed) << text;
  }
}

TEST(ExamineToken, ReportsMissingKeys) {
  EXPECT_EQ(tools::examine_token(signed_token(kHeader, kClaims), R"({"keys":[]})", kBaseUrls, kIssued).reasons,
            Reasons{"the JWK Set contains no usable ES256 key"});
}

struct Outcome {
  int code;
  std::string out;
  std::string err;
};

Outcome inspect(const TokenInspectOptions& options) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const auto code = run_token_inspect(options);
  return {code, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
}

TokenInspectOptions options_for(std::string token) {
  TokenInspectOptions options;
  options.token = std::move(token);
  options.jwks_json = kJwks;
  options.base_urls = kBaseUrls;
  options.now = kIssued + 40;
  return options;
}

TEST(TokenInspect, PrintsAGoodTokenAndSucceeds) {
  const auto token = signed_token(kHeader, kClaims);
  const auto outcome = inspect(options_for("  " + token + "\n"));
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_NE(outcome.out.find("  exp        1717128100  (2024-05-31 04:01:40 UTC, in 14 min 20 s)\n"),
            std::string::npos);
  EXPECT_NE(outcome.out.find("  iat        1717127200  (2024-05-31 03:46:40 UTC, 40 s ago)\n"), std::string::npos);
  EXPECT_NE(outcome.out.find("\nAccepted: "), std::string::npos);
  EXPECT_EQ(outcome.out.find(token.substr(token.rfind('.') + 1)), std::string::npos) << "the signature was printed";
}

TEST(TokenInspect, PrintsTheReasonsAndFails) {
  auto options = options_for(signed_token(kHeader, kClaims));
  options.now = kIssued + 900;
  const auto outcome = inspect(options);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.out.find("\nRefused:\n  - expired since 2024-05-31 04:01:40 UTC, 0 s ago\n"), std::string::npos);
}

TEST(TokenInspect, PrintsJson) {
  auto options = options_for(signed_token(kHeader, R"({"scope":"x"})"));
  options.json = true;
  const auto outcome = inspect(options);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(outcome.out.starts_with(
      R"({"valid":false,"header":{"alg":"ES256","typ":"at+jwt","kid":"one"},"claims":{"scope":"x"},"reasons":["exp )"))
      << outcome.out;
}

TEST(TokenInspect, SendsNoControlCharactersToTheTerminal) {
  const auto outcome = inspect(options_for(signed_token(kHeader, "{\"iss\":\"\\u001b[31m\x7f\"}")));
  EXPECT_EQ(outcome.out.find('\x1b'), std::string::npos);
  EXPECT_EQ(outcome.out.find('\x7f'), std::string::npos);
  EXPECT_NE(outcome.out.find("?[31m?"), std::string::npos);
}

TEST(TokenInspect, NeedsATokenAndKeys) {
  const auto empty = inspect(options_for(" \n"));
  EXPECT_EQ(empty.code, 2);
  EXPECT_NE(empty.err.find("no token on standard input"), std::string::npos);
  auto options = options_for(signed_token(kHeader, kClaims));
  options.jwks_json.clear();
  const auto keyless = inspect(options);
  EXPECT_EQ(keyless.code, 2);
  EXPECT_NE(keyless.err.find("--jwks URL or --config FILE"), std::string::npos);
}

}  // namespace
}  // namespace agent_access::commands

// Each call of OpenSSL fails in turn during a request of the profile with a valid token.
#include "unit/failures/failing_openssl.hpp"
#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

class FailingService : public ServiceTest {
 protected:
  /// Whether the token is accepted; otherwise the response must be a server error and not a refusal of the token.
  bool opens(const std::string& token) {
    const auto answer = profile(token);
    if (answer.status == 200) return true;
    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(answer.error(), "temporarily_unavailable");
    EXPECT_EQ(answer.trace.reason, "unavailable");
    return false;
  }
};

TEST_F(FailingService, ReportsAServerErrorForATokenThatItCannotVerify) {
  const std::string token = signed_token(
      example_schedule(),
      R"({"iss":"https://example.com","sub":"6f1c2a0e-3b1d-4a57-9c8e-2d4b7f0a9e31",)"
      R"("client_id":"6f1c2a0e-3b1d-4a57-9c8e-2d4b7f0a9e31","aud":"https://example.com","scope":"read:extended",)"
      R"("iat":1790000000,"exp":1790000900,"jti":"5541c633-2a46-46ae-8461-eed0cd86aff1"})");
  // Two digests, one to look the token up and one to verify it, and the verification.
  expect_each_failure_to_be_seen("token", 7, [&] { return opens(token); });
}

TEST_F(FailingService, ReportsAServerErrorForATokenThatItCannotLookUp) {
  const std::string token = token_for(register_client());
  expect_each_failure_to_be_seen("known token", 3, [&] { return opens(token); });
}

}  // namespace
}  // namespace agent_access::test

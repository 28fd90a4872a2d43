#include "app/deployment/confidential.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/base64url.hpp"
#include "base/bytes.hpp"

namespace agent_access::app {
namespace {

// `openssl ecparam -name prime256v1 -genkey`, made for this test, in SEC 1 and PKCS#8.
constexpr std::string_view kSec1 =
    "MHcCAQEEII6bEJ5xkJi_mASHxR9dd-nLKWBuvtImO19XwhPfhPSyoAoGCCqGSM49AwEHoUQDQgAEf83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9u"
    "PHvRVEXH8UTNG72bfocs3-257rn0s2ldbqkLJK2KRiMohYjlrQ";
constexpr std::string_view kPkcs8 =
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjpsQnnGQmL-YBIfFH1136cspYG6-0iY7X1fCE9-E9LKhRANCAAR_zc4ncPbEXUGD"
    "y-5v20t7WAczNXvp7xO6z248e9FURcfxRM0bvZt-hyzf7bnuufSzaV1uqQskrYpGIyiFiOWt";
constexpr std::string_view kBody = "MHcCAQEEII6bEJ5xkJi/mASHxR9dd+nLKWBuvtImO19XwhPfhPSyoAoGCCqGSM49";

std::string pem(std::string_view label, std::string_view body = kBody) {
  return "-----BEGIN " + std::string(label) + "-----\n" + std::string(body) + "\n-----END " + std::string(label) +
         "-----\n";
}

std::string der(std::string_view base64url) {
  const auto bytes = base::base64url_decode(base64url).value();
  return std::string(base::text_of(bytes));
}

TEST(HoldsPrivateKey, FindsEveryKindOfPemKey) {
  for (const auto* label : {"PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY", "DSA PRIVATE KEY",
                            "ENCRYPTED PRIVATE KEY", "OPENSSH PRIVATE KEY", "ANY PRIVATE KEY"}) {
    EXPECT_TRUE(holds_private_key(pem(label))) << label;
    EXPECT_TRUE(holds_private_key("a certificate before it\n" + pem(label) + "and more")) << label;
  }
}

TEST(HoldsPrivateKey, FindsAKeyWithinOtherText) {
  EXPECT_TRUE(holds_private_key(R"({"key":"-----BEGIN PRIVATE KEY-----\n)" + std::string(kBody) +
                                R"(\n-----END PRIVATE KEY-----\n"})"));
  EXPECT_TRUE(holds_private_key("<pre>" + pem("EC PRIVATE KEY") + "</pre>"));
  EXPECT_TRUE(holds_private_key("-----BEGIN PRIVATE KEY-----\r\n" + std::string(kBody))) << "cut off";
  EXPECT_TRUE(holds_private_key(
      pem("RSA PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n" + std::string(kBody))));
}

TEST(HoldsPrivateKey, FindsAP256KeyInDer) {
  EXPECT_TRUE(holds_private_key(der(kSec1)));
  EXPECT_TRUE(holds_private_key(der(kPkcs8)));
  EXPECT_TRUE(holds_private_key(std::string(1000, '\0') + der(kPkcs8) + std::string(1000, '\0')));
}

TEST(HoldsPrivateKey, FindsNothingInOtherContent) {
  EXPECT_FALSE(holds_private_key(""));
  EXPECT_FALSE(holds_private_key(pem("CERTIFICATE")));
  EXPECT_FALSE(holds_private_key(pem("PUBLIC KEY")));
  EXPECT_FALSE(holds_private_key("PRIVATE KEY-----" + std::string(kBody)));
  EXPECT_FALSE(holds_private_key("-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----\n"));
  EXPECT_FALSE(holds_private_key(
      "A file that begins with -----BEGIN PRIVATE KEY----- is a key, and whoever reads it owns what it protects."));
  // A public key of P-256 names the curve, but is no ECPrivateKey.
  EXPECT_FALSE(holds_private_key(std::string("\x30\x59\x30\x13\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x08\x2a\x86\x48"
                                             "\xce\x3d\x03\x01\x07\x03\x42\x00\x04",
                                             27) +
                                 std::string(64, 'x')));
}

TEST(HoldsPrivateKey, ContinuesAfterTextThatResemblesAKey) {
  const std::string label = "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----\n";
  EXPECT_TRUE(holds_private_key(label + pem("PRIVATE KEY")));
  const std::string curve("\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07", 10);
  EXPECT_TRUE(holds_private_key(curve + std::string(1000, '\0') + der(kSec1)));
  // Text after the end of a block is not part of it, and a label is on one line.
  EXPECT_FALSE(holds_private_key(label + std::string(kBody)));
  EXPECT_FALSE(holds_private_key("-----BEGIN \nPRIVATE KEY-----\n" + std::string(kBody)));
}

TEST(HoldsPrivateKey, TakesLinearTime) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "-----BEGIN PRIVATE KEY-----";
  EXPECT_FALSE(holds_private_key(text));
}

}  // namespace
}  // namespace agent_access::app

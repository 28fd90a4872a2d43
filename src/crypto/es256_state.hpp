/// \file
/// What PublicKey and PrivateKey hold. Private to this folder.
#pragma once

#include "crypto/es256.hpp"
#include "crypto/key_table.hpp"
#include "crypto/openssl.hpp"

namespace agent_access::crypto {

struct PublicKey::State {
  EvpKey key;
  Coordinate x;
  Coordinate y;
  mutable KeyTableSlot table{};
};

struct PrivateKey::State {
  EvpKey key;
  PublicKey public_key;
};

}  // namespace agent_access::crypto

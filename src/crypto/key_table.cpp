#include "crypto/key_table.hpp"

namespace agent_access::crypto {
namespace {

/// Deprecated since OpenSSL 3.0 without a replacement, and the only function that makes the table. Where it does
/// nothing, everything below is still correct, but slower.
int precompute(EC_GROUP* group, BN_CTX* scratch) noexcept {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  return EC_GROUP_precompute_mult(group, scratch);
#pragma GCC diagnostic pop
}

/// Whether a multiple of the point is the same with and without the table. A coordinate serves as a random factor.
bool is_right(const EC_GROUP* table, const EC_POINT* point, base::ByteView factor_bytes, BN_CTX* scratch) noexcept {
  const BigNumber factor(BN_bin2bn(octets(factor_bytes), static_cast<int>(factor_bytes.size()), nullptr));
  const EcPoint by_table(EC_POINT_new(table));
  const EcPoint without(EC_POINT_new(table));
  return factor && by_table && without &&
         EC_POINT_mul(table, by_table.get(), factor.get(), nullptr, nullptr, scratch) == 1 &&
         EC_POINT_mul(table, without.get(), nullptr, point, factor.get(), scratch) == 1 &&
         EC_POINT_cmp(table, by_table.get(), without.get(), scratch) == 0;
}

}  // namespace

EcGroup make_key_table(base::ByteView point) noexcept {
  EcGroup group(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1));
  const BigNumberContext scratch(BN_CTX_new());
  if (!group || !scratch) return nullptr;
  const EcPoint key(EC_POINT_new(group.get()));
  if (!key || EC_POINT_oct2point(group.get(), key.get(), octets(point), point.size(), scratch.get()) != 1 ||
      EC_GROUP_set_generator(group.get(), key.get(), EC_GROUP_get0_order(group.get()),
                             EC_GROUP_get0_cofactor(group.get())) != 1 ||
      precompute(group.get(), scratch.get()) != 1 ||
      !is_right(group.get(), key.get(), point.subspan(1, 32), scratch.get())) {
    return nullptr;
  }
  return group;
}

void KeyTableSlot::put(EcGroup table) noexcept {
  EC_GROUP* none = nullptr;
  if (table_.compare_exchange_strong(none, table.get(), std::memory_order_acq_rel)) std::ignore = table.release();
}

base::Result<TableVerification, CryptoFault> TableVerification::create() {
  TableVerification made;
  made.base_.reset(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1));
  made.scratch_.reset(BN_CTX_new());
  if (!made.base_ || !made.scratch_) return fail();
  for (auto* const number : {&made.r_, &made.inverse_of_s_, &made.base_factor_, &made.key_factor_, &made.x_}) {
    number->reset(BN_new());
    if (!*number) return fail();
  }
  for (auto* const point : {&made.base_multiple_, &made.key_multiple_, &made.sum_}) {
    point->reset(EC_POINT_new(made.base_.get()));
    if (!*point) return fail();
  }
  return made;
}

bool TableVerification::add_up(const EC_GROUP* key_table, const Digest& digest, const Signature& signature) noexcept {
  const EC_GROUP* const base = base_.get();
  const BIGNUM* const order = EC_GROUP_get0_order(base);
  BN_CTX* const scratch = scratch_.get();
  BIGNUM* const inverse_of_s = inverse_of_s_.get();
  const unsigned char* const numbers = octets(signature);
  // The multiplication reduces the digest modulo n. EC_POINT_add handles equal and opposite points.
  return BN_bin2bn(numbers, 32, r_.get()) != nullptr && BN_bin2bn(numbers + 32, 32, inverse_of_s) != nullptr &&
         BN_bin2bn(octets(digest), 32, base_factor_.get()) != nullptr &&
         BN_mod_inverse(inverse_of_s, inverse_of_s, order, scratch) != nullptr &&
         BN_mod_mul(base_factor_.get(), base_factor_.get(), inverse_of_s, order, scratch) == 1 &&
         BN_mod_mul(key_factor_.get(), r_.get(), inverse_of_s, order, scratch) == 1 &&
         EC_POINT_mul(base, base_multiple_.get(), base_factor_.get(), nullptr, nullptr, scratch) == 1 &&
         EC_POINT_mul(key_table, key_multiple_.get(), key_factor_.get(), nullptr, nullptr, scratch) == 1 &&
         EC_POINT_add(base, sum_.get(), base_multiple_.get(), key_multiple_.get(), scratch) == 1;
}

SignatureVerdict TableVerification::verify(const EC_GROUP* key_table, const Digest& digest,
                                           const Signature& signature) noexcept {
  if (!add_up(key_table, digest, signature)) return SignatureVerdict::undecided;
  const EC_GROUP* const base = base_.get();
  BN_CTX* const scratch = scratch_.get();
  if (EC_POINT_is_at_infinity(base, sum_.get()) == 1) return SignatureVerdict::invalid;
  if (EC_POINT_get_affine_coordinates(base, sum_.get(), x_.get(), nullptr, scratch) != 1 ||
      BN_nnmod(x_.get(), x_.get(), EC_GROUP_get0_order(base), scratch) != 1) {
    return SignatureVerdict::undecided;
  }
  return BN_cmp(x_.get(), r_.get()) == 0 ? SignatureVerdict::valid : SignatureVerdict::invalid;
}

}  // namespace agent_access::crypto

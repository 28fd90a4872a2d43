// Which key signs, and which keys are published and accepted.
//
// Without a row, because no input shows a difference: that a schedule checks the calendar before it derives the first key, since each
// key is refused by the same check; that a negative rotation is refused at once, since its calendar has no epoch.
import { of } from '../of.mjs'

// The compiler has a check of its own, which leaves with the value.
const kAssertion = 'static_assert(kRetirementDelay == kTokenLifetime + kClockSkew);'

const delay = [
  ['a key is dropped while its last token is valid', 'kRetirementDelay{protocol::kRetirementSeconds}', 'kRetirementDelay{899}', kAssertion],
  ['a key is kept a second longer', 'kRetirementDelay{protocol::kRetirementSeconds}', 'kRetirementDelay{961}', kAssertion],
  ['a key is kept a second less', 'kRetirementDelay{protocol::kRetirementSeconds}', 'kRetirementDelay{959}', kAssertion]
]

const keySchedule = [
  ['epochs before 1970 round up', 'return since % rotation.count() < 0 ? quotient - 1 : quotient;', 'return quotient;'],
  ['an epoch before 1970 begins a second late', 'since % rotation.count() < 0 ?', 'since % rotation.count() <= 0 && since < 0 ?'],
  ['a rotation of zero is accepted', 'if (rotation <= seconds{0} || rotation.count() > kFarthest) return false;', 'if (rotation.count() > kFarthest) return false;'],
  ['a rotation may be of any length', 'if (rotation <= seconds{0} || rotation.count() > kFarthest) return false;', 'if (rotation <= seconds{0}) return false;'],
  ['an epoch may be any time in the future', 'return epoch >= -farthest && epoch <= farthest;', 'return epoch >= -farthest;'],
  ['an epoch may be any time in the past', 'return epoch >= -farthest && epoch <= farthest;', 'return epoch <= farthest;'],
  ['the last epoch of the calendar is refused', 'epoch <= farthest;', 'epoch < farthest;'],
  ['the first epoch of the calendar is refused', 'epoch >= -farthest', 'epoch > -farthest'],
  ['a key is in the set twice', 'if (!is_known) keys.push_back(std::move(key));', 'keys.push_back(std::move(key));'],
  ['an epoch beyond the calendar has a key', 'if (!is_on_calendar(epoch, rotation)) return base::Failure<KeyFault>(KeyFault::no_keys);', 'if (rotation <= seconds{0}) return base::Failure<KeyFault>(KeyFault::no_keys);'],
  ['every epoch has the same key', 'label::token_key(generation, epoch)', 'label::token_key(generation, 0)'],
  ['every generation has the same key', 'label::token_key(generation, epoch)', 'label::token_key(1, epoch)'],
  ['a key signs a second longer', 'const Seconds signs_until = signs_from + rotation;', 'const Seconds signs_until = signs_from + rotation + seconds{1};'],
  ['a key is not published before it signs', '.published_from = signs_from - rotation,', '.published_from = signs_from,'],
  ['a key is not published after it has signed last', '.published_until = signs_until + kRetirementDelay}', '.published_until = signs_until}'],
  ['no master is needed', 'if (masters.empty() || rotation <= seconds{0})', 'if (rotation <= seconds{0})'],
  ['a schedule may have no rotation', 'if (masters.empty() || rotation <= seconds{0})', 'if (masters.empty())'],
  ['the previous key is not published', 'epoch_at(now - kRetirementDelay, rotation)', 'epoch_at(now, rotation)'],
  ['the previous key is published a second longer', 'epoch_at(now - kRetirementDelay, rotation)', 'epoch_at(now - kRetirementDelay - seconds{1}, rotation)'],
  ['the previous key is published a second less', 'epoch_at(now - kRetirementDelay, rotation)', 'epoch_at(now - kRetirementDelay + seconds{1}, rotation)'],
  ['the next rotation is the present one', 'Seconds{rotation * (current + 1)}', 'Seconds{rotation * current}'],
  ['a schedule is valid beyond the next rotation', 'schedule.valid_until_ = schedule.next_rotation_;', 'schedule.valid_until_ = schedule.next_rotation_ + rotation;'],
  ['a schedule is valid beyond the retirement of a key', 'schedule.valid_until_ = std::min(schedule.valid_until_, key->published_until);', ''],
  ['the next key is not published', 'epoch <= current + 1; ++epoch', 'epoch <= current; ++epoch'],
  ['a key after the next is published', 'epoch <= current + 1; ++epoch', 'epoch <= current + 2; ++epoch'],
  ['the keys of previous masters sign', 'if (&master != masters.data()) key->signs_until = key->signs_from;', ''],
  ['the keys of the present master do not sign', 'if (&master != masters.data()) key->signs_until', 'if (&master == masters.data()) key->signs_until'],
  ['no PEM key is needed', 'if (pems.empty()) return base::Failure<KeyFault>(KeyFault::no_keys);', ''],
  ['a malformed PEM is reported as a failure of the system', 'fault == crypto::CryptoFault::invalid_key ? KeyFault::invalid_pem : KeyFault::unavailable', 'KeyFault::unavailable'],
  ['every PEM key signs', '.signs_until = signs ? Seconds::max() : Seconds::min(),', '.signs_until = Seconds::max(),'],
  ['no PEM key signs', '.signs_until = signs ? Seconds::max() : Seconds::min(),', '.signs_until = Seconds::min(),'],
  ['the last PEM key signs', '&pem == pems.data();', '&pem == &pems.back();'],
  ['PEM keys are retired', 'schedule.valid_until_ = Seconds::max();', 'schedule.valid_until_ = Seconds{};'],
  ['PEM keys rotate', 'schedule.next_rotation_ = Seconds::max();', 'schedule.next_rotation_ = Seconds{};']
]

export default [
  ...of('src/oauth/key_schedule.hpp', ['oauth'], delay),
  ...of('src/oauth/key_schedule.cpp', ['oauth'], keySchedule)
]

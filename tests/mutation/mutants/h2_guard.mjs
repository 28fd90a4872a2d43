// How many useless frames an HTTP/2 connection may send.
//
// Without a row, because no input shows a difference: that refill() does nothing before a unit of time has passed, since it
// then adds no unit.
import { of } from '../of.mjs'

const numbers = [
  ['a ninth CONTINUATION frame is accepted', '++continuations_ <= kMostContinuations', '++continuations_ <= kMostContinuations + 1'],
  ['two empty frames in a row are accepted', '++empty_in_a_row_ <= kMostEmptyInARow', '++empty_in_a_row_ <= kMostEmptyInARow + 1'],
  ['101 PRIORITY frames for a stream are accepted', 'kPriorityPerStream * (1 + opened_)', '(kPriorityPerStream + 1) * (1 + opened_)'],
  ['21 WINDOW_UPDATE frames for a DATA frame are free', 'kWindowUpdatesPerData * data_sent_', '(kWindowUpdatesPerData + 1) * data_sent_'],
  ['three WINDOW_UPDATE frames for a stream are free', 'kWindowUpdatesPerStream * opened_', '(kWindowUpdatesPerStream + 1) * opened_'],
  ['a WINDOW_UPDATE frame for each 31 bytes is free', 'bytes_sent_ / kBytesPerWindowUpdate', 'bytes_sent_ / (kBytesPerWindowUpdate - 1)'],
  ['a DATA frame that was sent allows no WINDOW_UPDATE', ' + kWindowUpdatesPerData * data_sent_', ''],
  ['the bytes of DATA frames allow no WINDOW_UPDATE', ' + bytes_sent_ / kBytesPerWindowUpdate', '']
]

const guard = [
  ['empty frames are not counted', 'return admit_empty_frame(frame) && admit_type(frame);', 'return admit_type(frame);'],
  ['only empty frames are counted', 'return admit_empty_frame(frame) && admit_type(frame);', 'return admit_empty_frame(frame);'],
  ['time does not refill the budget', '  refill(now);\n', ''],
  ['an empty HEADERS frame is not counted', 'frame.type != kData && frame.type != kHeaders && frame.type != kContinuation', 'frame.type != kData && frame.type != kContinuation'],
  ['an empty DATA frame is not counted', 'frame.type != kData && frame.type != kHeaders && frame.type != kContinuation', 'frame.type != kHeaders && frame.type != kContinuation'],
  ['an empty CONTINUATION frame is not counted', 'frame.type != kData && frame.type != kHeaders && frame.type != kContinuation', 'frame.type != kData && frame.type != kHeaders'],
  ['an empty PING frame is counted as an empty frame', 'if (frame.type != kData && frame.type != kHeaders && frame.type != kContinuation) return true;', ''],
  ['a CONTINUATION frame may end a stream', 'frame.type != kContinuation && frame.has(kEndStream);', 'frame.has(kEndStream);'],
  ['an empty frame that ends its stream counts', 'if (frame.length > 0 || ends_stream) {', 'if (frame.length > 0) {'],
  ['empty frames that are not in a row count together', '    empty_in_a_row_ = 0;\n', ''],
  ['a tiny frame is free', 'const bool is_tiny = frame.length < kTinyData && !frame.has(kEndStream);', 'const bool is_tiny = false;'],
  ['a frame of 64 bytes is tiny', 'frame.length < kTinyData', 'frame.length <= kTinyData'],
  ['the last DATA frame of a stream is tiny', 'frame.length < kTinyData && !frame.has(kEndStream);', 'frame.length < kTinyData;'],
  ['padding of DATA is free', 'return charge(is_tiny || frame.has(kPadded) ? 1 : 0);', 'return charge(is_tiny ? 1 : 0);'],
  ['every DATA frame is charged', 'return charge(is_tiny || frame.has(kPadded) ? 1 : 0);', 'return charge(1);'],
  ['CONTINUATION frames count over all header blocks', '  continuations_ = 0;\n', ''],
  ['every HEADERS frame opens a stream', 'const bool opens = frame.stream > highest_;', 'const bool opens = true;'],
  ['no HEADERS frame opens a stream', 'const bool opens = frame.stream > highest_;', 'const bool opens = false;'],
  ['the highest stream may be opened again', 'frame.stream > highest_;', 'frame.stream >= highest_;'],
  ['the highest stream is not kept', '    highest_ = frame.stream;\n', ''],
  ['streams that are opened are not counted', '    ++opened_;\n', ''],
  ['padding of HEADERS is free', 'return charge(opens && !frame.has(kPadded) ? 0 : 1);', 'return charge(opens ? 0 : 1);'],
  ['trailers are free', 'return charge(opens && !frame.has(kPadded) ? 0 : 1);', 'return charge(!frame.has(kPadded) ? 0 : 1);'],
  ['the number of CONTINUATION frames is not limited', 'return ++continuations_ <= kMostContinuations;', 'return true;'],
  ['PRIORITY_UPDATE is not limited', '    case kPriorityUpdate:\n', '    case kPriorityUpdate: return true;\n'],
  ['the number of PRIORITY frames is not limited', 'return ++priorities_ <= kPriorityPerStream * (1 + opened_);', 'return true;'],
  ['streams allow no PRIORITY frames', 'kPriorityPerStream * (1 + opened_)', 'kPriorityPerStream'],
  ['WINDOW_UPDATE frames are never charged', 'if (window_updates_ >= needed) return charge(1);', 'if (window_updates_ >= needed) return true;'],
  ['streams allow no WINDOW_UPDATE frames', 'kWindowUpdatesPerStream * opened_ + ', ''],
  ['WINDOW_UPDATE frames are not counted', '  ++window_updates_;\n', ''],
  ['one more WINDOW_UPDATE is free', 'window_updates_ >= needed', 'window_updates_ > needed'],
  ['a reset costs as much as a PING frame', 'return charge(kResetCost);', 'return charge(1);'],
  ['a reset is free', 'return charge(kResetCost);', 'return true;'],
  ['the PING frame after a reset is charged', '      ping_is_free_ = true;\n', ''],
  ['after a reset every PING frame is free', 'std::exchange(ping_is_free_, false)', 'ping_is_free_'],
  ['other frames are free', '    default:\n      return charge(1);', '    default:\n      return true;'],
  ['the budget is never exhausted', 'if (cost > budget_) return false;', 'if (cost > budget_) return true;'],
  ['the last unit of the budget cannot be used', 'if (cost > budget_) return false;', 'if (cost >= budget_) return false;'],
  ['nothing is taken from the budget', '  budget_ -= cost;\n', ''],
  ['responses refill the budget beyond its size', 'std::min(kBudget, budget_ + kAnswerRefill)', 'budget_ + kAnswerRefill'],
  ['responses do not refill the budget', 'void Guard::answered() noexcept { budget_ = std::min(kBudget, budget_ + kAnswerRefill); }', 'void Guard::answered() noexcept {}'],
  ['the remainder of a unit of time is lost', 'refilled_ += units * kUnit;', 'refilled_ = now;'],
  ['a unit of time refills the budget repeatedly', '  refilled_ += units * kUnit;\n', ''],
  ['time refills the budget beyond its size', 'std::min<std::int64_t>(units, room)', 'units'],
  ['a unit of time fills the budget', 'std::min<std::int64_t>(units, room)', 'room']
]

export default [
  ...of('src/net/http2/guard.cpp', ['net'], [...numbers, ...guard])
]

// How much nonsense one HTTP/2 connection may send.
//
// Not listed, because no input can tell it from its absence: that refill() does nothing before a unit of time has passed,
// since it then adds no unit.
import { of } from '../of.mjs'

const numbers = [
  ['a ninth CONTINUATION is taken', 'kMostContinuations = 8;', 'kMostContinuations = 9;'],
  ['two empty frames in a row are taken', 'kMostEmptyInARow = 1;', 'kMostEmptyInARow = 2;'],
  ['a hundred and one PRIORITY frames are taken', 'kPriorityPerStream = 100;', 'kPriorityPerStream = 101;'],
  ['a tiny frame is any DATA frame below 65 bytes', 'kTinyData = 64;', 'kTinyData = 65;'],
  ['twenty-one WINDOW_UPDATE frames for a DATA frame are free', 'kWindowUpdatesPerData = 20;', 'kWindowUpdatesPerData = 21;'],
  ['three WINDOW_UPDATE frames for a stream are free', 'kWindowUpdatesPerStream = 2;', 'kWindowUpdatesPerStream = 3;'],
  ['a WINDOW_UPDATE frame for each 31 bytes is free', 'kBytesPerWindowUpdate = 32;', 'kBytesPerWindowUpdate = 31;'],
  ['a DATA frame that was sent allows no WINDOW_UPDATE', '    ++data_sent_;\n', ''],
  ['the bytes of DATA frames allow no WINDOW_UPDATE', '    bytes_sent_ += bytes;\n', '']
]

const guard = [
  ['empty frames are not counted', 'if (!admit_empty_frame(frame) || !admit_type(frame)) return std::nullopt;', 'if (!admit_type(frame)) return std::nullopt;'],
  ['an empty frame is all that is counted', 'if (!admit_empty_frame(frame) || !admit_type(frame)) return std::nullopt;', 'if (!admit_empty_frame(frame)) return std::nullopt;'],
  ['the price of the last frame is asked again', '  price_ = 0;\n', ''],
  ['time gives nothing back', '  refill(now);\n', ''],
  ['an empty HEADERS frame is none', 'frame.type != kData && frame.type != kHeaders && frame.type != kContinuation', 'frame.type != kData && frame.type != kContinuation'],
  ['an empty DATA frame is none', 'frame.type != kData && frame.type != kHeaders && frame.type != kContinuation', 'frame.type != kHeaders && frame.type != kContinuation'],
  ['an empty CONTINUATION is none', 'frame.type != kData && frame.type != kHeaders && frame.type != kContinuation', 'frame.type != kData && frame.type != kHeaders'],
  ['an empty PING is an empty frame', 'if (frame.type != kData && frame.type != kHeaders && frame.type != kContinuation) return true;', ''],
  ['a CONTINUATION may end a stream', 'frame.type != kContinuation && frame.has(kEndStream);', 'frame.has(kEndStream);'],
  ['an empty frame that ends its stream counts', 'if (frame.length > 0 || ends_stream) {', 'if (frame.length > 0) {'],
  ['empty frames count although others came between', '    empty_in_a_row_ = 0;\n', ''],
  ['a tiny frame is free', 'const bool is_tiny = frame.length < kTinyData && !frame.has(kEndStream);', 'const bool is_tiny = false;'],
  ['a frame of 64 bytes is tiny', 'frame.length < kTinyData', 'frame.length <= kTinyData'],
  ['the last DATA frame of a stream is tiny', 'frame.length < kTinyData && !frame.has(kEndStream);', 'frame.length < kTinyData;'],
  ['padding of DATA is free', 'price_ = is_tiny || frame.has(kPadded) ? 1 : 0;', 'price_ = is_tiny ? 1 : 0;'],
  ['every DATA frame pays', 'price_ = is_tiny || frame.has(kPadded) ? 1 : 0;', 'price_ = 1;'],
  ['CONTINUATION frames count over all header blocks', '  continuations_ = 0;\n', ''],
  ['every HEADERS frame opens a stream', 'const bool opens = frame.stream > highest_;', 'const bool opens = true;'],
  ['no HEADERS frame opens a stream', 'const bool opens = frame.stream > highest_;', 'const bool opens = false;'],
  ['the highest stream may be opened again', 'frame.stream > highest_;', 'frame.stream >= highest_;'],
  ['the highest stream is not kept', '    highest_ = frame.stream;\n', ''],
  ['streams that are opened are not counted', '    ++opened_;\n', ''],
  ['padding of HEADERS is free', 'price_ = opens && !frame.has(kPadded) ? 0 : 1;', 'price_ = opens ? 0 : 1;'],
  ['trailers are free', 'price_ = opens && !frame.has(kPadded) ? 0 : 1;', 'price_ = !frame.has(kPadded) ? 0 : 1;'],
  ['any number of trailers', 'return repeated_ <= kBudget + opened_;', 'return true;'],
  ['streams allow no trailers', 'return repeated_ <= kBudget + opened_;', 'return repeated_ <= kBudget;'],
  ['any number of CONTINUATION frames', 'return ++continuations_ <= kMostContinuations;', 'return true;'],
  ['PRIORITY_UPDATE is not limited', '    case kPriorityUpdate:\n', '    case kPriorityUpdate: return true;\n'],
  ['any number of PRIORITY frames', 'return ++priorities_ <= kPriorityPerStream * (1 + opened_);', 'return true;'],
  ['streams allow no PRIORITY frames', 'kPriorityPerStream * (1 + opened_)', 'kPriorityPerStream'],
  ['any number of WINDOW_UPDATE frames', 'if (window_updates_ >= needed) return charge(1);', 'if (window_updates_ >= needed) return true;'],
  ['streams allow no WINDOW_UPDATE frames', 'kWindowUpdatesPerStream * opened_ + ', ''],
  ['WINDOW_UPDATE frames are not counted', '  ++window_updates_;\n', ''],
  ['one more WINDOW_UPDATE is free', 'window_updates_ >= needed', 'window_updates_ > needed'],
  ['a reset costs what a PING does', 'price_ = kResetCost;', 'price_ = 1;'],
  ['a reset is free', 'price_ = kResetCost;', 'price_ = 0;'],
  ['any number of resets', 'return ++resets_ <= kBudget + 2 * opened_ + data_sent_;', 'return true;'],
  ['streams allow no resets', 'return ++resets_ <= kBudget + 2 * opened_ + data_sent_;', 'return ++resets_ <= kBudget + data_sent_;'],
  ['frames on their way allow no resets', 'return ++resets_ <= kBudget + 2 * opened_ + data_sent_;', 'return ++resets_ <= kBudget + 2 * opened_;'],
  ['the PING behind a reset costs one', '      ping_is_free_ = true;\n', ''],
  ['a reset pays for every PING', 'std::exchange(ping_is_free_, false)', 'ping_is_free_'],
  ['other frames are free', '    default:\n      return charge(1);', '    default:\n      return true;'],
  ['the budget is never used up', 'if (cost > budget_) return false;', 'if (cost > budget_) return true;'],
  ['the last of the budget cannot be spent', 'if (cost > budget_) return false;', 'if (cost >= budget_) return false;'],
  ['nothing is taken from the budget', '  budget_ -= cost;\n', ''],
  ['answers fill the budget without end', 'std::min(kBudget, budget_ + kAnswerRefill)', 'budget_ + kAnswerRefill'],
  ['answers give nothing back', 'void Guard::answered() noexcept { budget_ = std::min(kBudget, budget_ + kAnswerRefill); }', 'void Guard::answered() noexcept {}'],
  ['a part of a unit of time is lost', 'refilled_ += units * kUnit;', 'refilled_ = now;'],
  ['a unit of time gives again and again', '  refilled_ += units * kUnit;\n', ''],
  ['time fills the budget without end', 'std::min<std::int64_t>(units, room)', 'units'],
  ['a unit of time fills the budget', 'std::min<std::int64_t>(units, room)', 'room']
]

export default [
  ...of('src/net/http2/guard.hpp', ['net'], numbers),
  ...of('src/net/http2/guard.cpp', ['net'], guard)
]

// Spellings of paths that lead into a gate at /data/ for some server and not for another: combinations of what servers resolve, merge, cut off, decode
// once more or compare without case.
import { kPathTricks, kTricksFromOutside } from './path_tricks.mjs'

// In front of the name of the gate.
const kLeads = [
  '', '/', '/.', '/./.', '/x/..', '/x/../', '/pub/p.txt/../..', '/..', '/../..', '/%2e', '/x/%2e%2e', '/x/.%2E', '/%252e', '/x/%252e%252e', '/x/%25252e.', '/;', '/;v=1', '/x;y/..', '/x/..;', '/x/..;v=1', '/x/;v/..',
  '/%3b', '/x/..%3b', '/%253b', '/%2f', '/x%2f..', '/x/..%2f', '/%252f', '/x%252f..', '/\\', '/x\\..', '/%5c', '/x/..%5c', '/%255c', '/%00', '/x/..%00', '/%c0%ae', '/x/%c0%ae%c0%ae', '/%c0%af', '/%e0%80%af', '//x', '/x//..',
]
const kNames = [
  'data', 'DATA', 'Data', 'dAtA', '%64ata', '%64%61%74%61', 'dat%61', '%44ATA', '%2564ata', 'dat%2561', '%252564ata', 'data;', 'data;v=1', 'data;v=/', 'data%3b', 'data%3bv=1', 'data%253b', 'data%2e', 'data%00', 'data%00.txt', 'da%00ta',
  'da%09ta', '%c1%a4ata', '%c1%a4%c1%a1%c1%b4%c1%a1', '%e0%81%a4ata', '%25c1%25a4ata', 'data#', 'data%23', 'data%2523', 'data%3f', 'data%253f', 'x;/data',
]
const kSeparators = ['', '/', '//', '\\', '%2f', '%2F', '%252f', '%5c', '%255c', '%c0%af', '/./', '/.//', '/;/', '/;v=1/', '/%2e/', '/x/../', '/x/..;/', '/%2e%2e/data/']
const kTails = [
  'x.csv', '', '.', '..', 'x.csv/..', 'x.csv/../..', 'x.csv/../../pub/p.txt', '../pub/p.txt', '..%2fpub/p.txt', '..%2Fpub%2Fp.txt', '%2e%2e/pub/p.txt', '%2e%2e%2fpub%2fp.txt', '..%252fpub/p.txt', '%252e%252e/pub/p.txt', '..\\pub\\p.txt',
  '..%5cpub/p.txt', '..;/pub/p.txt', '..;v=1/pub/p.txt', '..%3b/pub/p.txt', 'x.csv;/../..', '%c0%ae%c0%ae/pub/p.txt', '..%00/pub/p.txt', 'x.csv%00/../..', 'x.csv#/../..', 'x.csv?/../..', 'x.csv%3f/../..',
]
const kWholeTargets = [
  'http://elsewhere.example/data/x.csv', '/data', '/data?', '/data?x', '/data?/../..', '/DATA', '/data#', '/pub/../data', '/%E2%84%AA/../data', '/data\xe2\x84\xaa/../x.csv', '*', '?/data/x.csv', 'data/x.csv', 'http:/data/x.csv', '/http://x/data/x.csv', '//127.0.0.1/data/x.csv', '///127.0.0.1//data/x.csv',
  '/\xc0\xae\xc0\xae/data/x.csv', '/\xc1\xa4ata/x.csv', '/\xc0\xafdata/x.csv', '/data\xc0\xafx.csv', '/data\xff/../data/x.csv', '/%u0064ata/x.csv', '/%/../data/x.csv', '/%zz/../data/x.csv', '/data%', '/data/%', `/data/../data/${'x'.repeat(3000)}`, `/${'../'.repeat(500)}data/x.csv`,
]

const combined = (leads, names, separators, tails) =>
  leads.flatMap((lead) => names.flatMap((name) => separators.flatMap((separator) => tails.map((tail) => `${lead}/${name}${separator}${tail}`))))

/** Targets of requests. Each is ASCII, or has bytes written as characters of Latin-1. */
export const kSpellings = [...new Set([
  ...kPathTricks, ...kTricksFromOutside, ...kWholeTargets,
  ...combined(kLeads, kNames, ['/'], ['x.csv']), ...combined(kLeads, ['data'], ['/'], kTails), ...combined([''], kNames, kSeparators, ['x.csv']), ...combined([''], ['data'], kSeparators, kTails),
].flatMap((target) => (target.startsWith('/data/x') || target.startsWith('/x/..') ? [target, `http://127.0.0.1${target}`] : [target])))]

// Targets that a server may read as another path than they seem to be, around a gate at /data/.

/** Each names, for at least one kind of server, something in /data/ or leaves it. */
export const kPathTricks = [
  '/data/../secret.txt', '/data/./x.csv', '/data/.', '/data/..', '/data/%2e%2e/secret.txt', '/data/.%2e/secret.txt', '/data/%2E%2E%2Fsecret.txt',
  '/data/..%2fsecret.txt', '/data/..%5csecret.txt', '/data/..\\secret.txt', '/data/%252e%252e/secret.txt', '/data/%252e%252e%252fsecret.txt', '/data//x.csv',
  '/data///x.csv', '/data/a//../x.csv', '/data/..;/secret.txt', '/data/x.csv;a=b', '/data/;/x.csv', '/data/%3b/x.csv', '/data/x.csv%00', '/data/%00', '/data/x.csv%00.txt',
  '/data/%0d%0aX-Agent-Client-Id:%20x', '/data/%78.csv', '/data/x%2ecsv', '/data/%c0%ae%c0%ae/secret.txt', '/data/%c0%af..%c0%afsecret.txt', '/data/%u002e%u002e/secret.txt',
  '/data/%zz', '/data/%', '/data/%2', '/data/x.csv%', '/data/%25', '/data/x.csv%7f', '/data/%2f', '/data/%5c', '/data/%fc',
]

/** The same from outside: other spellings of a path in /data/. */
export const kTricksFromOutside = [
  '//data/x.csv', '/./data/x.csv', '/x/../data/x.csv', '/%64ata/x.csv', '/%64%61%74%61/x.csv', '/data%2fx.csv', '/data%2Fx.csv', '/data\\x.csv', '/data%5cx.csv', '/x/%2e%2e/data/x.csv',
  '/x/..%2fdata/x.csv', '/x/..;/data/x.csv', '/;/data/x.csv', '/data;a=b/x.csv', '/%2e/data/x.csv', '/%2fdata/x.csv', '///data///x.csv', '/x//../data/x.csv', '/DATA/x.csv', '/Data/x.csv',
  '/dAtA/../data/x.csv', '/%2564ata/x.csv', '/x/%252e%252e/data/x.csv',
]

// The tests of conformance/ that cannot hold on a worker, with the reason, for worker/conformance.mjs. `by`: what has the behavior instead: the
// host of a worker, the program of which it is an export, or nothing, because a worker does less. `on`: the runtime, if it is one alone; `sometimes`: the
// tests may pass. The name of a file stands for all its tests, none of which can begin.
export const kExceptions = [
  {
    by: 'host', reason: 'A host compresses.',
    tests: {
      discovery: [/: every content coding decodes to the same bytes$/],
      export: ['127.0.0.1: every document from a file is the response of the service', 'localhost: every document from a file is the response of the service'],
    },
  },
  {
    by: 'host', reason: 'TLS is the host\'s.',
    tests: {
      gated_documents: ['16 MiB are sent whole, to many at a time and over TLS'],
      metrics: ['every metric of dashboard and alert rules is exposed'],
      tls: [
        'HSTS is on every response',
        'a client registers, gets its token and reads the profile over https',
        'a session is resumed at every replica with the same secret and at no other',
        'a slow handshake is closed at its deadline, counted and not logged',
        'curl accepts the certificate',
        'early data is rejected and not served, even if the client sends it',
        'every step of try passes',
        'old versions, weak suites and unknown ALPN protocols are refused',
        'plain HTTP on the TLS port gets a plain 400 and is closed',
        'renegotiation is refused',
        'tls.hsts = "0s" disables HSTS',
      ],
      tls_certificates: [
        'SNI selects the certificate',
        'a reload loads a valid pair and keeps the old one instead of an invalid one',
        'a start with an invalid pair fails and reports why',
        'a ticket of one host opens no session of another',
        'try refuses a certificate of no known authority or of another host',
      ],
    },
  },
  {
    by: 'host', reason: 'The host reads requests: their framing, versions, expectations and limits of heads, and it joins fields that are repeated.',
    tests: {
      cors: [
        '505 for another version',
      ],
      framing: [
        'OPTIONS * says which methods the server knows',
        'a trailer is not read as a header',
        'refuses 4,000 chunks of one byte: 413',
        'refuses a chunk extension: 400',
        'refuses a coding with an underscore: 400',
        'refuses a length with an underscore beside the right one: 400',
        'refuses a name of 300 characters: 431',
        'refuses a size with a leading zero: 400',
        'refuses a trailer of 32 KiB: 400',
        'refuses an empty line with a bare LF before the request line: 400',
        'refuses chunked behind a tab: 400',
        'refuses gzip, chunked: 400',
        'refuses identity, chunked: 400',
        'refuses no version: 400',
        'refuses the absolute form without an authority: 400',
        'refuses the preface of HTTP/2: 505',
        'refuses two empty lines before the request line: 400',
        'the method X is refused and echoes nothing',
        'the method get is refused and echoes nothing',
      ],
    },
  },
  {
    by: 'host', reason: 'The host reads requests: their framing, versions, expectations and limits of heads, and it joins fields that are repeated.', on: 'workerd',
    tests: {
      cors: [
        '400 for a malformed request', '408 for a body that does not end', '408 for a head that does not end', '414 for a target that is too long',
        '417 for an unknown expectation', '431 for a head that is too large', '503 beyond the connections of an address',
      ],
      framing: [
        'accepts HTTP/1.0',
        'accepts the absolute form of an own host, whose authority counts',
        'refuses 101 fields: 431',
        'refuses CONNECT: 400',
        'refuses HTTP/2.0: 505',
        'refuses a TLS handshake: 400',
        'refuses a bare LF behind a size: 400',
        'refuses a fragment: 400,404',
        'refuses a header block above 8 KiB: 431',
        'refuses a null byte in the target: 400',
        'refuses a plus sign: 400',
        'refuses a request in place of the empty line: 400',
        'refuses a request line above 8 KiB: 414',
        'refuses a space before the colon: 400',
        'refuses an empty Host: 400,421',
        'refuses an empty name: 400',
        'refuses an expectation other than 100-continue: 417',
        'refuses bare CR in a value: 400',
        'refuses bare LF alone: 400',
        'refuses chunked and a length: 400',
        'refuses chunked in two fields: 400',
        'refuses chunked with HTTP/1.0: 400',
        'refuses identity: 400',
        'refuses no Host: 400',
        'refuses obs-fold that hides Content-Length: 400',
        'refuses quoted chunked: 400',
        'refuses two Authorization fields: 400',
        'refuses two different Hosts: 400',
        'refuses two different lengths: 400',
        'refuses user information in Host: 400',
        'refuses xchunked with a request behind it: 400',
        'the authority of an absolute target that is not ours gets 421, whatever Host says',
      ],
      mcp_messages: ['Content-Type must be application/json, also if it is repeated'],
      pipelining: ['an HTTP/1.0 connection closes unless keep-alive is requested', 'every response has its own request id and a date'],
      token_refusals: ['two Content-Type fields are refused'],
    },
  },
  {
    by: 'host', reason: 'The host removes dot segments and fragments from a path.',
    tests: {
      content: ['an own file is found in every spelling of its address, and no other file in its place'],
      profile: [
        '4.4 /api/./agent/full-profile is an unknown path, with and without a token',
        '4.4 /api/x/../agent/full-profile is an unknown path, with and without a token',
      ],
    },
  },
  {
    by: 'host', reason: 'The host removes dot segments from a path, and workerd also fragments. Whether a generated request has one depends on the seed.', sometimes: true,
    tests: { gated_openapi: ['600 requests generated from the document get only responses that it describes'] },
  },
  {
    by: 'host', reason: 'The host leaves out a field that is empty.', on: 'workerd',
    tests: {
      mcp_messages: [
        'a foreign origin is 403 before anything else, and each own one is accepted',
        'a foreign origin is 403 whatever the method, and none is allowed by a preflight',
        'an origin that the owner allows may call, and its preflight is answered',
      ],
    },
  },
  {
    by: 'nothing', reason: 'keys.pem_files: a worker derives its keys.',
    tests: {
      forged_tokens: ['conformance/forged_tokens.test.mjs'],
      openapi: ['conformance/openapi.test.mjs'],
      published_secrets: [/^a (copy of|hard link to) \S+ below content\.root is refused, and never served$/],
    },
  },
  {
    by: 'nothing', reason: 'access.enabled = false: a site that issues no tokens needs no worker.',
    tests: { access_modes: ['conformance/access_modes.test.mjs'] },
  },
  {
    by: 'nothing', reason: 'Gates need the service.',
    tests: {
      access_rows: ['serve names every mistake with its line'],
      gate: [
        'X-Forwarded-Host names the host of the original request where it is present',
        'a method that the gate does not list gets 405 with the methods of the gate',
        'a path that could be read in two ways gets 400, also with a token',
        'a path that is too long for metadata of its own has that of the gate',
        'a path that no gate holds gets 403, with and without a token',
        'a preflight passes without a token where the gate lists OPTIONS, another OPTIONS does not',
        'a question without exactly one method and one target gets 400',
        'a request without a token gets 401 with the challenge of the path',
        'a token of the scope opens the path, and the proxy learns client, scopes and token',
        'a token that is not valid gets 401',
        'a token without the scope of the gate gets 403 with that scope in the challenge',
        'one connection of a proxy carries questions of different clients',
        'the caller is charged and not the proxy, and failures cost more',
        'the form of Envoy has the original path behind the endpoint and the original method',
        'the log has the asked path and the outcome, and never the token',
        'the prefix without its last slash is the gate\'s',
        'without gates the endpoint does not exist, and a reload adds and removes gates',
      ],
      gate_metrics: ['metrics, log and report name the gate by its prefix'],
      gated_discovery: ['metadata of a path below a gate do not say whether a file exists', 'try tests each document and gate behind the proxy'],
      gated_openapi: ['a gate responds as described'],
    },
  },
  {
    by: 'nothing', reason: 'A limit counts by the address that the host names, and neither for networks, nor across a new export.',
    tests: {
      limits: [
        'a refusal of the network layer is charged and has both families of fields',
        'a reload changes the budget and keeps the debts',
        'addresses of listed networks have a multiple of the budget',
        'beyond the budget the response is 429 with Retry-After and changes nothing',
      ],
    },
  },
  {
    by: 'nothing', reason: 'A limit counts by the address that the host names, and neither for networks, nor across a new export.', on: 'workerd',
    tests: {
      limits: [
        'a /56 has four budgets',
        'a trusted proxy names the client by the right-most hop',
        'an IPv4 address is one client in every form, and so is an IPv6 /64',
        'limits.forwarded_field = "Forwarded" names the client from that field alone',
        'the ceiling limits all clients together',
        'the field that is not configured changes nothing',
      ],
    },
  },
  {
    by: 'program', reason: 'Health and metrics belong to the listener for the owner, which a process has.',
    tests: {
      admin: [
        '/livez and /readyz return ok',
        '/metrics is the text format of Prometheus',
        'an unknown path and a wrong method return JSON errors',
        'registrations, tokens and profile reads are counted',
      ],
      mcp_documents: ['reads are counted by document, in the metrics and in the report'],
      metrics: ['every metric has its own kind of name, and the process is described', 'tokens for clients of a previous master secret are counted'],
    },
  },
  {
    by: 'program', reason: 'Health and metrics belong to the listener for the owner, which a process has.', on: 'workerd',
    tests: {
      admin: ['the log has one JSON line for each response, without query'],
    },
  },
  {
    by: 'program', reason: 'A worker is not reloaded: it is exported and deployed again, and its log has requests alone.',
    tests: {
      content: [
        'a reload of content keeps all cached tokens, and new keys remove all of them',
        'an invalid site.json changes nothing and is logged with file, line and member',
        'plain dev serves the example and nothing of the working directory',
        'until the owner writes a profile, agents on a domain read an empty one',
        'without site.json the site has the name of its host, and the log reports it',
      ],
      reload: [
        'a reload changes the exemption from the connection cap and the trusted forwarded field together',
        'a reload logs each changed setting that needs a restart, and no other',
      ],
      reload_command: [
        'clients of a previous secret stay valid through a rotation by reload',
        'it ends when the new content is served',
        'it fails with every reason, and what was served before is served',
        'it names the settings that need a restart',
        'without a record it says what is missing, and for a process that ended that it cannot be signalled',
      ],
      replicas: [
        'SIGHUP loads a new profile',
        'SIGHUP with a configuration that is not TOML keeps the previous state and is counted',
        'SIGHUP with a profile that is not JSON keeps the previous state and is counted',
        'SIGHUP with a profile with a _meta of its own keeps the previous state and is counted',
        'SIGHUP with a secret that is too short keeps the previous state and is counted',
        'SIGHUP with an unknown key keeps the previous state and is counted',
        'a reload that finds another master secret warns with both fingerprints, unless the previous one is accepted',
        'every request during 50 reloads gets a response',
      ],
    },
  },
  {
    by: 'program', reason: 'The log has what a host tells: no address of a connection, no request id of a proxy.',
    tests: {
      who_came: [
        'a proxy that is missing from limits.trusted_proxies is told once, with the line to add',
        'the request id of a trusted proxy is taken over in a refusal before the handler',
        'the request id of a trusted proxy is taken over in answer and log',
      ],
    },
  },
  {
    by: 'program', reason: 'The log has what a host tells: no address of a connection, no request id of a proxy.', on: 'workerd',
    tests: {
      who_came: ['a line has the network of the client, the host and the User-Agent', 'log.client_address selects the address, its network or none'],
    },
  },
  {
    by: 'program', reason: 'Of the process `serve` and its command line, in whose place a script is here.',
    tests: {
      check_ports: ['its own ports are no fault while the service runs', 'the ports of another site are named as such'],
      command_line: [
        'an address that the machine does not have is named with those that it has', 'no line of a help is wider than 80 columns',
        'version, config, check, export and health print JSON',
      ],
      container: [
        'deploy/compose.yaml mounts what its header prepares, so that the user of the image can read the secret',
        'the image has no shell, no package manager and no set-user-ID program',
        'the image names the Debian package of every library, and has its notices',
        'the image serves as its user from environment and mounted files, is healthy, passes try, and stops',
        'the script does not write into a folder that exists',
      ],
      import: ['without bibutils the message names the package'],
      libraries: ['a server maps neither libcurl nor the libraries that Debian builds it on'],
      published_secrets: ['dev refuses a secret below content.root'],
      report: [
        'a log in which 200,000 clients give themselves other names and ask for other paths is counted whole, in 100 MB',
        'the report has what happened, by day, agent, document and reason',
      ],
    },
  },
  {
    by: 'host', reason: 'The host reads requests, and may close a connection before a refusal was sent.', sometimes: true,
    tests: { framing: ['a refused request of 3 MiB is not read to its end'] },
  },
]

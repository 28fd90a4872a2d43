#!/usr/bin/env python3
"""Writes the public keys of agent-access for HAProxy: FOLDER/KID.pem for each, and FOLDER/keys.cfg, which loads them.

    agent-access-keys FOLDER https://example.com [SERVER]

SERVER is the address of the service itself, such as 127.0.0.1:8080, for a machine that reaches it without TLS.
"""
import base64
import hashlib
import json
import os
import re
import sys
import urllib.parse
import urllib.request

# SubjectPublicKeyInfo (RFC 5480) of a point on P-256, up to its coordinates.
HEAD = bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d03010703420004")


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def fetch(origin, server=None):
    url = urllib.parse.urlsplit(origin)
    if url.scheme != "https" and not server and url.hostname not in ("localhost", "127.0.0.1", "::1"):
        raise ValueError("use https: who can change the response on its way would choose the keys")
    target = f"http://{server}" if server else origin
    request = urllib.request.Request(f"{target}/.well-known/jwks.json", headers={"Host": url.netloc})
    with urllib.request.build_opener(NoRedirect).open(request, timeout=10) as response:
        return json.loads(response.read(1 << 20))["keys"]


def bytes_of(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def pem_of(key):
    """The key as PEM. Its kid becomes the name of a file: it must be the thumbprint (RFC 7638)."""
    members = json.dumps({name: key[name] for name in ("crv", "kty", "x", "y")}, separators=(",", ":"))
    thumbprint = base64.urlsafe_b64encode(hashlib.sha256(members.encode()).digest()).rstrip(b"=").decode()
    coordinates = bytes_of(key["x"]) + bytes_of(key["y"])
    if key["kid"] != thumbprint or key["crv"] != "P-256" or len(coordinates) != 64:
        raise ValueError("this is not the key set of agent-access")
    text = base64.b64encode(HEAD + coordinates).decode()
    return f"-----BEGIN PUBLIC KEY-----\n{text[:64]}\n{text[64:]}\n-----END PUBLIC KEY-----\n"


def write(path, text):
    with open(f"{path}.new", "w") as file:
        file.write(text)
    os.replace(f"{path}.new", path)


def main(folder, *source):
    pems = {f"{key['kid']}.pem": pem_of(key) for key in fetch(*source)}
    if not pems:
        raise ValueError("the key set is empty")
    folder = os.path.abspath(folder)
    os.makedirs(folder, exist_ok=True)
    for name, pem in pems.items():
        write(os.path.join(folder, name), pem)
    # HAProxy reads keys only when it starts, and only those that its configuration names.
    lines = [f"  http-request set-var(txn.loaded) str(x),jwt_verify(ES256,{folder}/{name})\n" for name in pems]
    write(os.path.join(folder, "keys.cfg"), "backend agent_access_keys\n  mode http\n" + "".join(lines))
    for name in os.listdir(folder):
        if re.fullmatch(r"[\w-]{43}\.pem", name) and name not in pems:
            os.remove(os.path.join(folder, name))


if len(sys.argv) not in (3, 4):
    sys.exit(__doc__)
try:
    main(*sys.argv[1:])
except (OSError, ValueError, KeyError, TypeError) as error:
    sys.exit(f"cannot write the keys of {sys.argv[2]}: {error!r}")

"""Prints what is at a URL: python3 read_url.py https://example.com/data/x.csv"""
import json
import re
import sys
import urllib.error
import urllib.parse
import urllib.request


def open_url(url, fields=None, token=None):
    """The response to GET, or to POST of fields."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    data = None if fields is None else urllib.parse.urlencode(fields).encode()
    return urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=10)


def token_for(url, challenge):
    """A token for a resource, from the challenge of its 401."""
    parameters = dict(re.findall(r'(\w+)="([^"]*)"', challenge))
    resource = json.load(open_url(parameters["resource_metadata"]))
    parts = urllib.parse.urlsplit(url)
    if resource["resource"] not in (url, f"{parts.scheme}://{parts.netloc}"):
        sys.exit(f"the metadata are those of {resource['resource']}")
    issuer = resource["authorization_servers"][0]
    server = json.load(open_url(f"{issuer}/.well-known/oauth-authorization-server"))
    if server["issuer"] != issuer:
        sys.exit(f"{issuer} has the metadata of {server['issuer']}")
    registration = urllib.request.Request(server["registration_endpoint"], method="POST")
    client = json.load(urllib.request.urlopen(registration, timeout=10))
    fields = {"grant_type": "client_credentials", "client_id": client["client_id"], "client_secret": client["client_secret"]}
    fields["scope"] = parameters.get("scope") or resource["scopes_supported"][0]
    return json.load(open_url(server["token_endpoint"], fields))["access_token"]


url = sys.argv[1]
try:
    response = open_url(url)
except urllib.error.HTTPError as refusal:
    if refusal.code != 401:
        sys.exit(f"{url}: {refusal}")
    response = open_url(url, token=token_for(url, refusal.headers["WWW-Authenticate"]))
sys.stdout.buffer.write(response.read())

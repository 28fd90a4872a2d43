"""Reads the profile of a site, and again for each line on standard input: python3 read_profile.py https://example.com"""
import json
import os
import sys
import time

import httpx

NAME = "my-agent/1.0"
ATTEMPTS = 4  # for a request that is answered 429 or 503
LONGEST_WAIT = 60  # seconds of Retry-After
MARGIN = 60  # seconds between the renewal of a token and its expiry


class SiteError(Exception):
    """The site answered with an error."""


class Agent:
    def __init__(self, http, site):
        self.http = http
        self.site = site.rstrip("/")
        metadata = answer(self.send("GET", f"{self.site}/.well-known/oauth-authorization-server"))
        if metadata["issuer"] != self.site:
            raise SiteError(f"{self.site} has the metadata of {metadata['issuer']}: use that address")
        self.token_endpoint = metadata["token_endpoint"]
        self.client_id = os.environ.get("AGENT_CLIENT_ID")
        self.client_secret = os.environ.get("AGENT_CLIENT_SECRET")
        if not (self.client_id and self.client_secret):
            client = answer(self.send("POST", metadata["registration_endpoint"], json={"client_name": NAME}))
            self.client_id, self.client_secret = client["client_id"], client["client_secret"]
        self.renewal = 0  # the first token is yet to come

    def send(self, method, url, **options):
        """The response to a request, which is sent again after a 429 or 503."""
        for attempt in range(1, ATTEMPTS + 1):
            response = self.http.request(method, url, **options)
            wait = response.headers.get("Retry-After", "")
            if response.status_code not in (429, 503) or not wait.isdecimal() or int(wait) > LONGEST_WAIT:
                break
            if attempt < ATTEMPTS:
                time.sleep(int(wait))
        return response

    def renew(self):
        """Gets a token."""
        asked = time.monotonic()
        client = {"client_id": self.client_id, "client_secret": self.client_secret}
        response = self.send("POST", self.token_endpoint, data={"grant_type": "client_credentials", **client})
        if response.status_code == 401:
            raise SiteError(f"{self.site} refuses the secret of client {self.client_id}: register again")
        token = answer(response)
        self.headers = {"Authorization": f"Bearer {token['access_token']}"}
        self.renewal = asked + token["expires_in"] - MARGIN

    def profile(self):
        if time.monotonic() >= self.renewal:
            self.renew()
        url = f"{self.site}/api/agent/full-profile"
        response = self.send("GET", url, headers=self.headers)
        if response.status_code == 401:
            self.renew()
            response = self.send("GET", url, headers=self.headers)
        return answer(response)


def answer(response):
    """The JSON of a response."""
    if not response.is_success:
        wait = response.headers.get("Retry-After")
        after = f" (Retry-After: {wait})" if wait else ""
        raise SiteError(f"{response.url} answered {response.status_code}{after}: {response.text[:300]}")
    return response.json()


if len(sys.argv) != 2:
    sys.exit("usage: python3 read_profile.py https://example.com")
try:
    with httpx.Client(headers={"User-Agent": NAME}, timeout=10) as http:
        agent = Agent(http, sys.argv[1])
        print(json.dumps(agent.profile()), flush=True)
        for _ in sys.stdin:
            print(json.dumps(agent.profile()), flush=True)
except SiteError as error:
    sys.exit(str(error))
except (httpx.HTTPError, KeyError, ValueError) as error:
    sys.exit(f"{sys.argv[1]}: {error!r}")

// Reads the profile of a site, and again for each line on standard input: go run read_profile.go https://example.com
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

const (
	name        = "my-agent/1.0"
	attempts    = 4                // for a request that is answered 429 or 503
	longestWait = 60               // seconds of Retry-After
	margin      = 60 * time.Second // between the renewal of a token and its expiry
)

var client = http.Client{Timeout: 10 * time.Second}

// refusal is a response that is no success.
type refusal struct {
	status int
	text   string
}

func (r refusal) Error() string { return r.text }

func isUnauthorized(err error) bool {
	var refused refusal
	return errors.As(err, &refused) && refused.status == http.StatusUnauthorized
}

// call sends a request, again after a 429 or 503, and reads the JSON of a success into result.
func call(method, address string, header http.Header, body string, result any) error {
	for attempt := 1; ; attempt++ {
		request, err := http.NewRequest(method, address, strings.NewReader(body))
		if err != nil {
			return err
		}
		for field := range header {
			request.Header.Set(field, header.Get(field))
		}
		request.Header.Set("User-Agent", name)
		response, err := client.Do(request)
		if err != nil {
			return err
		}
		content, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil {
			return err
		}
		if response.StatusCode < 300 {
			return json.Unmarshal(content, result)
		}
		after := response.Header.Get("Retry-After")
		wait, err := strconv.Atoi(after)
		isBusy := response.StatusCode == http.StatusTooManyRequests || response.StatusCode == http.StatusServiceUnavailable
		if !isBusy || attempt == attempts || err != nil || wait > longestWait {
			text := fmt.Sprintf("%s answered %s (Retry-After: %s): %.300s", address, response.Status, after, content)
			return refusal{response.StatusCode, text}
		}
		time.Sleep(time.Duration(wait) * time.Second)
	}
}

type agent struct {
	site, tokenEndpoint, id, secret, token string
	renewal                                time.Time // zero before the first token
}

func start(address string) (*agent, error) {
	a := &agent{site: strings.TrimRight(address, "/")}
	var metadata struct {
		Issuer       string
		Token        string `json:"token_endpoint"`
		Registration string `json:"registration_endpoint"`
	}
	if err := call("GET", a.site+"/.well-known/oauth-authorization-server", nil, "", &metadata); err != nil {
		return nil, err
	}
	if metadata.Issuer != a.site {
		return nil, fmt.Errorf("%s has the metadata of %s: use that address", a.site, metadata.Issuer)
	}
	a.tokenEndpoint = metadata.Token
	a.id, a.secret = os.Getenv("AGENT_CLIENT_ID"), os.Getenv("AGENT_CLIENT_SECRET")
	if a.id == "" || a.secret == "" {
		var registered struct {
			ID     string `json:"client_id"`
			Secret string `json:"client_secret"`
		}
		body, _ := json.Marshal(map[string]string{"client_name": name})
		header := http.Header{"Content-Type": {"application/json"}}
		if err := call("POST", metadata.Registration, header, string(body), &registered); err != nil {
			return nil, err
		}
		a.id, a.secret = registered.ID, registered.Secret
	}
	return a, nil
}

// renew gets a token.
func (a *agent) renew() error {
	asked := time.Now()
	var issued struct {
		Token   string `json:"access_token"`
		Seconds int    `json:"expires_in"`
	}
	fields := url.Values{"grant_type": {"client_credentials"}, "client_id": {a.id}, "client_secret": {a.secret}}
	header := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	err := call("POST", a.tokenEndpoint, header, fields.Encode(), &issued)
	if isUnauthorized(err) {
		return fmt.Errorf("%s refuses the secret of client %s: register again", a.site, a.id)
	}
	a.token, a.renewal = issued.Token, asked.Add(time.Duration(issued.Seconds)*time.Second-margin)
	return err
}

func (a *agent) read() (profile map[string]any, err error) {
	header := http.Header{"Authorization": {"Bearer " + a.token}}
	err = call("GET", a.site+"/api/agent/full-profile", header, "", &profile)
	return profile, err
}

func (a *agent) profile() (map[string]any, error) {
	if time.Now().After(a.renewal) {
		if err := a.renew(); err != nil {
			return nil, err
		}
	}
	profile, err := a.read()
	if !isUnauthorized(err) {
		return profile, err
	}
	if err := a.renew(); err != nil {
		return nil, err
	}
	return a.read()
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: go run read_profile.go https://example.com")
	}
	a, err := start(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	lines, output := bufio.NewScanner(os.Stdin), json.NewEncoder(os.Stdout)
	for again := true; again; again = lines.Scan() {
		profile, err := a.profile()
		if err != nil {
			log.Fatal(err)
		}
		output.Encode(profile)
	}
}

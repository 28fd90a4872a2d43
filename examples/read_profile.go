// Reads the profile of a site, and verifies the token that it used: go run read_profile.go https://example.com
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// read decodes the JSON of a response.
func read(response *http.Response, result any) {
	if response.StatusCode >= 300 {
		log.Fatalf("%s answered %s", response.Request.URL, response.Status)
	}
	must(result, json.NewDecoder(response.Body).Decode(result))
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: go run read_profile.go https://example.com")
	}
	site, ctx := os.Args[1], context.Background()

	var client struct {
		ID     string `json:"client_id"`
		Secret string `json:"client_secret"`
	}
	name := strings.NewReader(`{"client_name": "my-agent/1.0"}`)
	read(must(http.Post(site+"/oauth/register", "application/json", name)), &client)
	config := clientcredentials.Config{ClientID: client.ID, ClientSecret: client.Secret, TokenURL: site + "/oauth/token"}
	tokens := config.TokenSource(ctx)
	var profile struct{ Name string }
	read(must(oauth2.NewClient(ctx, tokens).Get(site+"/api/agent/full-profile")), &profile)
	fmt.Println(profile.Name) // Robin Example

	keys := oidc.NewRemoteKeySet(ctx, site+"/.well-known/jwks.json")
	rules := oidc.Config{ClientID: site, SupportedSigningAlgs: []string{oidc.ES256}}
	verified := must(oidc.NewVerifier(site, keys, &rules).Verify(ctx, must(tokens.Token()).AccessToken))
	var claims struct{ Scope string }
	must(claims, verified.Claims(&claims))
	fmt.Println(claims.Scope) // read:extended
}

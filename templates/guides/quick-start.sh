curl -s -X POST {{{issuer}}}/oauth/register -H 'Content-Type: application/json' -d '{"client_name":"Example Agent"}'
curl -s {{{issuer}}}/oauth/token -d grant_type={{{grant_type}}} -d client_id="$CLIENT_ID" -d client_secret="$CLIENT_SECRET"
curl -s {{{issuer}}}{{{profile_path}}} -H "Authorization: Bearer $ACCESS_TOKEN"

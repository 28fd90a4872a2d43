curl -s -X POST {{{issuer}}}{{{register_path}}} -H 'Content-Type: application/json' -d '{"client_name":"Example Agent"}'
curl -s {{{issuer}}}{{{token_path}}} -d grant_type={{{grant_type}}} -d client_id="$CLIENT_ID" -d client_secret="$CLIENT_SECRET"
curl -s {{{issuer}}}{{{profile_path}}} -H "Authorization: Bearer $ACCESS_TOKEN"

curl -s -X POST {{{base_url}}}/oauth/register -H 'Content-Type: application/json' -d '{"client_name":"Example Agent"}'
curl -s {{{base_url}}}/oauth/token -d grant_type={{{grant_type}}} -d client_id="$CLIENT_ID" -d client_secret="$CLIENT_SECRET"
curl -s {{{base_url}}}{{{profile_path}}} -H "Authorization: Bearer $ACCESS_TOKEN"

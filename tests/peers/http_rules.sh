#!/usr/bin/env bash
# Every rule that a request over HTTP has to keep, with curl: KEDGE_BINARY=… http_rules.sh. Tells each rule that does not hold.
set -uo pipefail
folder=$(mktemp -d)
servers=()
end() {
  for server in "${servers[@]}"; do kill "$server" 2>/dev/null; done
  wait
  rm -rf "$folder"
}
trap end EXIT
mkdir "$folder/root"
printf 'one\ntwo\n' >"$folder/root/a.txt"
export KEDGE_STATE=$folder/state

held=0 broken=0
holds() {  # WHAT COMMAND…
  local what=$1
  shift
  if "$@"; then
    held=$((held + 1))
  else
    broken=$((broken + 1))
    printf 'broken: %s\n' "$what"
  fi
}

serve() {  # NAME OPTION…: sets url_NAME and pid_NAME
  local name=$1
  shift
  : >"$folder/$name.err"
  "$KEDGE_BINARY" mcp --root "$folder/root" "$@" 2>"$folder/$name.err" &
  servers+=($!)
  printf -v "pid_$name" %s $!
  until grep -q serving "$folder/$name.err" || ! kill -0 $! 2>/dev/null; do sleep 0.05; done
  printf -v "url_$name" %s "$(sed -n 's/^kedge: serving //p' "$folder/$name.err")"
}
ends_well() {  # PID
  kill "$1"
  wait "$1"
}

# The status, with the header in $folder/head and the body in $folder/body.
ask() { curl -s -m 20 -o "$folder/body" -D "$folder/head" -w '%{http_code}' "$@"; }
expect() {  # STATUS WHAT [curl arguments…], to the plain server unless a URL is given
  local status=$1 what=$2
  shift 2
  [[ "${*: -1}" == http://* ]] || set -- "$@" "$url_plain"
  local got
  got=$(ask "$@")
  holds "$what: $status expected, $got came: $(head -c 300 "$folder/body" 2>/dev/null)" [ "$got" = "$status" ]
}
expect_code() {  # STATUS CODE WHAT [curl arguments…]: CODE of the JSON-RPC error
  local code=$2
  expect "$1" "$3" "${@:4}"
  holds "$3: error $code expected, this came: $(head -c 300 "$folder/body")" grep -q "\"code\":$code[,}]" "$folder/body"
}
told() { grep -qi "$1" "$folder/head"; }  # a header of the last response

json=(-H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream')
initialize() { printf '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"%s","capabilities":{},"clientInfo":{"name":"curl","version":"1"}}}' "${1:-2025-11-25}"; }
open_session() {  # [REVISION]: prints its id
  ask "${json[@]}" -d "$(initialize "$@")" "$url_plain" >/dev/null
  sed -n 's/^Mcp-Session-Id: *\([^\r]*\)\r*$/\1/Ip' "$folder/head"
}
list='{"jsonrpc":"2.0","id":2,"method":"tools/list"}'

serve plain --http 127.0.0.1:0
port=${url_plain##*:}
port=${port%/mcp}

# Who is asking
open=("${json[@]}" -d "$(initialize)")
expect 200 'the server takes its own address' "${open[@]}"
expect 200 'and localhost' "${open[@]}" -H "Host: localhost:$port"
expect 403 'a foreign Host is refused' "${open[@]}" -H 'Host: evil.example'
expect 403 'another port in Host is refused' "${open[@]}" -H 'Host: localhost:1'
expect 403 'no Host is refused' "${open[@]}" -H 'Host:'
expect 200 'its own Origin is taken' "${open[@]}" -H "Origin: http://127.0.0.1:$port"
expect 403 'a foreign Origin is refused' "${open[@]}" -H 'Origin: http://evil.example'
expect 403 'an Origin of null is refused' "${open[@]}" -H 'Origin: null'
expect 403 'an Origin with another scheme is refused' "${open[@]}" -H "Origin: https://127.0.0.1:$port"
expect 403 'two Origins are refused' "${open[@]}" -H "Origin: http://127.0.0.1:$port" -H 'Origin: http://evil.example'
expect 403 'a page of another site is refused' "${open[@]}" -H 'Sec-Fetch-Site: cross-site'
expect 403 'a preflight is refused' -X OPTIONS -H 'Origin: http://evil.example' -H 'Access-Control-Request-Method: POST'
expect 403 'a preflight without Origin is refused' -X OPTIONS

# Form
expect 404 'another path is not found' "${open[@]}" "http://127.0.0.1:$port/other"
expect 404 'nor is the root' "${open[@]}" "http://127.0.0.1:$port/"
expect 200 'a query is ignored' "${open[@]}" "$url_plain?a=b"
for method in PUT PATCH; do expect 405 "$method is refused" -X $method "${open[@]}"; done
holds 'a 405 tells what is allowed' told '^Allow:'
expect 405 'HEAD is refused' -I
expect 415 'another Content-Type is refused' -H 'Accept: */*' -H 'Content-Type: text/plain' -d "$(initialize)"
expect 415 'no Content-Type is refused' -H 'Accept: */*' -H 'Content-Type:' -d "$(initialize)"
expect 415 'a Content-Type that only begins like JSON is refused' -H 'Content-Type: application/jsonp' -d "$(initialize)"
expect 200 'parameters of Content-Type are fine' -H 'Content-Type: Application/JSON; charset=utf-8' -d "$(initialize)"
expect 406 'Accept needs the stream, too' -H 'Content-Type: application/json' -H 'Accept: application/json' -d "$(initialize)"
expect 406 'Accept needs JSON, too' -H 'Content-Type: application/json' -H 'Accept: text/event-stream' -d "$(initialize)"
expect 200 'Accept may have weights and wildcards' -H 'Content-Type: application/json' -H 'Accept: text/*;q=0.5, application/json' -d "$(initialize)"
expect 400 'a header that counts may not be given twice' "${open[@]}" -H 'MCP-Protocol-Version: 2025-11-25' -H 'MCP-Protocol-Version: 2025-06-18'
expect 431 'a header that is too large is refused' "${open[@]}" -H "X-Large: $(head -c 20000 /dev/zero | tr '\0' x)"
expect 413 'a message that is announced too large is refused' "${json[@]}" -H 'Content-Length: 40000000' -d "$(initialize)"
expect 200 'a client may ask before it sends' "${open[@]}" -H 'Expect: 100-continue'
expect 200 'HTTP/1.0 is answered' -0 "${open[@]}"
expect_code 400 -32700 'what is no JSON is told' "${json[@]}" -d '{'
expect_code 400 -32600 'what is no message is told' "${json[@]}" -d '{"id":1}'
raw() { printf "$1" >&5; timeout 20 head -n 1 <&5 | tr -d '\r'; return "${PIPESTATUS[0]}"; }
exec 5<>"/dev/tcp/127.0.0.1/$port"
holds 'what is no HTTP is refused' [ "$(raw 'nonsense\r\n\r\n')" = 'HTTP/1.1 400 Bad Request' ]
exec 5<>"/dev/tcp/127.0.0.1/$port"
ends() { raw "$1" >/dev/null; }
holds 'who does not finish a header is not waited for' ends 'POST /mcp HT'
exec 5<>"/dev/tcp/127.0.0.1/$port"
both="POST /mcp HTTP/1.1\\r\\nHost: 127.0.0.1:$port\\r\\nContent-Length: 5\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n"
holds 'two lengths are refused' [ "$(raw "$both")" = 'HTTP/1.1 400 Bad Request' ]
exec 5<>"/dev/tcp/127.0.0.1/$port"
two() { printf 'GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nAccept: text/event-stream\r\n\r\n' "$port" "$port" >&5; timeout 5 cat <&5 | grep -c '^HTTP/1.1 405'; }
holds 'requests that are sent together are answered one after the other' [ "$(two)" = 2 ]
exec 5<&-
reused=$(curl -sv "${open[@]}" "$url_plain" "$url_plain" -o /dev/null -o /dev/null 2>&1 | grep -ci 're-using existing connection')
holds 'a connection is kept for the next request' [ "$reused" = 1 ]

# Sessions
session=$(open_session)
with=("${json[@]}" -H "Mcp-Session-Id: $session" -H 'MCP-Protocol-Version: 2025-11-25')
holds 'initialize tells a session that nobody can guess' [ ${#session} -ge 32 ]
expect 202 'a notification is taken without an answer' "${with[@]}" -d '{"jsonrpc":"2.0","method":"notifications/initialized"}'
holds 'there is nothing in it' [ ! -s "$folder/body" ]
expect 202 'and so is the answer to a question that nobody asked' "${with[@]}" -d '{"jsonrpc":"2.0","id":7,"result":{}}'
expect 200 'a request is answered' "${with[@]}" -d "$list"
expect 200 'one that cannot be carried out as well' "${with[@]}" -d '{"jsonrpc":"2.0","id":2,"method":"no/such"}'
expect 400 'initialize twice is refused' "${with[@]}" -d "$(initialize)"
expect 400 'a request without a session is refused' "${json[@]}" -d "$list"
expect 404 'an unknown session is not found' "${json[@]}" -H 'Mcp-Session-Id: 00000000000000000000000000000000' -d "$list"
expect_code 400 -32600 'a batch is refused in this revision' "${with[@]}" -d "[$list]"
old=$(open_session 2025-03-26)
expect 200 'and taken in the one that has them' "${json[@]}" -H "Mcp-Session-Id: $old" -d "[$list,{\"jsonrpc\":\"2.0\",\"method\":\"x\"},{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}]"
holds 'with all of its answers' grep -q '^\[.*"id":2.*"id":3.*\]$' "$folder/body"
expect 202 'a batch without requests has no answer' "${json[@]}" -H "Mcp-Session-Id: $old" -d '[{"jsonrpc":"2.0","method":"x"}]'
stream=(-H 'Accept: text/event-stream' -H "Mcp-Session-Id: $session")
expect 405 'a stream needs a session' -H 'Accept: text/event-stream'
expect 404 'one that is there' -H 'Accept: text/event-stream' -H 'Mcp-Session-Id: 0'
expect 406 'and a client that takes it' -H 'Accept: application/json' -H "Mcp-Session-Id: $session"
expect 404 'an event that is not known cannot be gone on from' "${stream[@]}" -H 'Last-Event-ID: 99-1'
curl -sN -m 60 "${stream[@]}" "$url_plain" >"$folder/stream" &
reader=$!
until [ -s "$folder/stream" ] || ! kill -0 $reader; do sleep 0.05; done
expect 409 'a stream is read once' "${stream[@]}"
expect 202 'messages are taken meanwhile' "${with[@]}" -d '{"jsonrpc":"2.0","method":"notifications/initialized"}'
expect 400 'only a session can be ended' -X DELETE
expect 204 'a session is ended' -X DELETE -H "Mcp-Session-Id: $session"
holds 'and its stream with it' wait $reader
expect 404 'it is gone then' "${with[@]}" -d "$list"
expect 404 'and cannot be ended again' -X DELETE -H "Mcp-Session-Id: $session"

# Without sessions
meta='"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}'
modern=("${json[@]}" -H 'MCP-Protocol-Version: 2026-07-28')
message() { printf '{"jsonrpc":"2.0","id":5,"method":"%s","params":{%s%s}}' "$1" "$meta" "${2:+,$2}"; }
read_a='"name":"read","arguments":{"path":"a.txt"}'
expect 200 'discovery is answered' "${modern[@]}" -H 'Mcp-Method: server/discover' -d "$(message server/discover)"
expect 200 'a call is answered' "${modern[@]}" -H 'Mcp-Method: tools/call' -H 'Mcp-Name: read' -d "$(message tools/call "$read_a")"
expect 200 'a name may be in an envelope' "${modern[@]}" -H 'Mcp-Method: tools/call' -H 'Mcp-Name: =?base64?cmVhZA==?=' -d "$(message tools/call "$read_a")"
expect_code 400 -32020 'but not in a broken one' "${modern[@]}" -H 'Mcp-Method: tools/call' -H 'Mcp-Name: =?base64?cmVhZA?=' -d "$(message tools/call "$read_a")"
expect_code 400 -32020 'the method has to be repeated' "${modern[@]}" -d "$(message tools/list)"
expect_code 400 -32020 'as it is' "${modern[@]}" -H 'Mcp-Method: Tools/List' -d "$(message tools/list)"
expect_code 400 -32020 'the name as well' "${modern[@]}" -H 'Mcp-Method: tools/call' -d "$(message tools/call "$read_a")"
expect_code 400 -32020 'and be the same' "${modern[@]}" -H 'Mcp-Method: tools/call' -H 'Mcp-Name: edit' -d "$(message tools/call "$read_a")"
expect_code 400 -32020 'a name where there is none is refused' "${modern[@]}" -H 'Mcp-Method: tools/list' -H 'Mcp-Name: read' -d "$(message tools/list)"
expect_code 400 -32020 'the revision has to be repeated' "${json[@]}" -H 'Mcp-Method: tools/list' -d "$(message tools/list)"
expect_code 400 -32020 'and be the same' "${json[@]}" -H 'MCP-Protocol-Version: 2025-11-25' -H 'Mcp-Method: tools/list' -d "$(message tools/list)"
expect_code 400 -32022 'a revision that nobody speaks is refused' "${json[@]}" -H 'MCP-Protocol-Version: 2099-01-01' -H 'Mcp-Method: tools/list' -d "$(message tools/list | sed s/2026-07-28/2099-01-01/)"
expect_code 400 -32602 'who does not say who is asking is refused' "${modern[@]}" -H 'Mcp-Method: tools/list' -d "$list"
expect_code 404 -32601 'a method that is not there is not found' "${modern[@]}" -H 'Mcp-Method: no/such' -d "$(message no/such)"
expect_code 404 -32601 'nor one of older revisions' "${modern[@]}" -H 'Mcp-Method: ping' -d "$(message ping)"
expect_code 400 -32602 'a tool that is not there is told' "${modern[@]}" -H 'Mcp-Method: tools/call' -H 'Mcp-Name: no' -d "$(message tools/call '"name":"no"')"
expect 202 'a notification is taken' "${modern[@]}" -d '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}'
expect 405 'there is no stream' -H 'MCP-Protocol-Version: 2026-07-28' -H 'Accept: text/event-stream'
expect 405 'and nothing to end' -X DELETE -H 'MCP-Protocol-Version: 2026-07-28'
curl -sN -m 60 -D "$folder/head" "${modern[@]}" -H 'Mcp-Method: subscriptions/listen' -d "$(message subscriptions/listen "\"notifications\":{\"resourceSubscriptions\":[\"file://$folder/root/a.txt\",\"file:///none\"]}")" "$url_plain" >"$folder/stream" &
reader=$!
until grep -q acknowledged "$folder/stream" || ! kill -0 $reader; do sleep 0.05; done
holds 'what can be watched is acknowledged, and nothing else' grep -q '"resourceSubscriptions":\["file:[^,]*/a.txt"\]' "$folder/stream"
holds 'nobody on the way may keep a stream back' told '^X-Accel-Buffering: no'
echo three >>"$folder/root/a.txt"
until grep -q resources/updated "$folder/stream" || ! kill -0 $reader; do sleep 0.05; done
holds 'a change is told with the id of the request' grep -q 'resources/updated.*subscriptionId":5' "$folder/stream"
kill $reader
holds 'the server ends well' ends_well "$pid_plain"

# A token
token=0123456789abcdef0123456789abcdef
(umask 077 && printf '%s\n' "$token" >"$folder/token")
serve token --http 127.0.0.1:0 --token-file "$folder/token"
expect 401 'without the token nobody is served' "${open[@]}" "$url_token"
holds 'and told how to bring it' told '^WWW-Authenticate: Bearer'
expect 401 'with another one neither' "${open[@]}" -H 'Authorization: Bearer 0123456789abcdef0123456789abcdeX' "$url_token"
expect 401 'nor with a part of it' "${open[@]}" -H 'Authorization: Bearer 0123456789abcdef' "$url_token"
expect 401 'nor with an empty one' "${open[@]}" -H 'Authorization: Bearer ' "$url_token"
expect 401 'nor in another way' "${open[@]}" -H "Authorization: Basic $token" "$url_token"
expect 401 'nor twice' "${open[@]}" -H "Authorization: Bearer $token" -H "Authorization: Bearer $token" "$url_token"
expect 200 'with it everybody is' "${open[@]}" -H "Authorization: bearer $token" "$url_token"
expect 403 'but still not from everywhere' "${open[@]}" -H "Authorization: Bearer $token" -H 'Origin: http://evil.example' "$url_token"
holds 'this server ends well, too' ends_well "$pid_token"
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
  serve mine --http 127.0.0.1:0
  stranger() { setpriv --reuid 65534 --regid 65534 --clear-groups curl -s -m 20 -o /dev/null -w '%{http_code}' "${open[@]}" "$url_mine"; }
  holds 'without a token another user of the machine is not served' [ "$(stranger)" = 000 ]
  holds 'that one ends well' ends_well "$pid_mine"
fi

# A socket in the file system
serve local --socket "$folder/socket"
expect 200 'a socket is served' --unix-socket "$folder/socket" "${open[@]}" http://anything/mcp
expect 403 'no page may ask there' --unix-socket "$folder/socket" "${open[@]}" -H 'Origin: http://anything' http://anything/mcp
holds 'it ends well' ends_well "$pid_local"

printf '%d rules hold, %d do not\n' "$held" "$broken"
[ "$broken" = 0 ]

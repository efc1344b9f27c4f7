#!/bin/sh
# Starts a deployment in Pinbound, waits for its end and prints its numbers. Needs curl.
#
#   PINBOUND_URL          https://pinbound.example
#   PINBOUND_TOKEN        project token with the preset ci
#   PINBOUND_PROJECT      UUID of the project
#   PINBOUND_ENVIRONMENT  UUID of the environment
#   COMMIT                commit or release; BRANCH and RUN_URL are optional
#   TIMEOUT, INTERVAL     seconds; 1800 and 5 by default
#
# Exit status: 0 nothing, or only changes at elements with comments; 1 elements that went back to the reported look, or
# changes that no comment names; 2 failed.
set -eu

for name in PINBOUND_URL PINBOUND_TOKEN PINBOUND_PROJECT PINBOUND_ENVIRONMENT COMMIT; do
  eval "value=\${$name:-}"
  if [ -z "$value" ]; then echo "$name is not set" >&2; exit 2; fi
done
timeout=${TIMEOUT:-1800}
interval=${INTERVAL:-5}
base=${PINBOUND_URL%/}

# Calls the API; the body is in $body afterwards. The token is not an argument, which others could list.
call() {
  answer=$(printf 'header = "Authorization: Bearer %s"\n' "$PINBOUND_TOKEN" |
    curl --config - --silent --show-error --retry 3 --max-time 60 --write-out '\n%{http_code}' "$@") || exit 2
  body=$(printf '%s\n' "$answer" | sed '$d')
  case $(printf '%s\n' "$answer" | tail -n 1) in
    2*) ;;
    *) echo "Pinbound rejected the request: $body" >&2; exit 2 ;;
  esac
}

# First value of a member. Quotes in texts are escaped in JSON, so that no text looks like a member.
text() { printf '%s\n' "$body" | sed -n "s/\"$1\":\"/\\
&/;s/.*\\n\"$1\":\"\\([^\"]*\\)\".*/\\1/p"; }
number() { printf '%s\n' "$body" | sed -n "s/\"$1\":[0-9]/\\
&/;s/.*\\n\"$1\":\\([0-9]*\\).*/\\1/p"; }
json() { printf '"%s"' "$(printf '%s' "$1" | tr -d '\n\r\t' | sed 's/\\/\\\\/g;s/"/\\"/g')"; }

request="{\"environmentId\":$(json "$PINBOUND_ENVIRONMENT"),\"commit\":$(json "$COMMIT")"
if [ -n "${BRANCH:-}" ]; then request="$request,\"branch\":$(json "$BRANCH")"; fi
if [ -n "${RUN_URL:-}" ]; then request="$request,\"url\":$(json "$RUN_URL")"; fi
call "$base/v1/projects/$PINBOUND_PROJECT/deployments" --header 'Content-Type: application/json' --data "$request}"
id=$(text id)
echo "Deployment of $COMMIT"
echo "Report: $(text reportUrl)"

waited=0
while call "$base/v1/deployments/$id"; do
  status=$(text status)
  case $status in queued | running) ;; *) break ;; esac
  if [ "$waited" -ge "$timeout" ]; then echo "Still $status after $waited seconds" >&2; exit 2; fi
  sleep "$interval"
  waited=$((waited + interval))
done

# Splits the report before each value of a member, so that each line has one object.
lines() { printf '%s\n' "$body" | sed "s/\"$1\":/\\
&/g" | sed 1d; }
# Comments by the effect of the deployment on them. Whether another change answers a comment, a person must say.
comments() { lines annotationNumber |
  sed -n 's/^"annotationNumber":\([0-9]*\),"verdict":"[a-z]*","overallEffect":"\([a-z_]*\)".*/#\1 \2/p' | sort -u |
  sed 's/does_it$/does what it says/;s/changed_otherwise$/changed otherwise, for a person to judge/;s/went_back$/went back/'; }
failed_pages() { printf '%s\n' "$body" | sed 's/.*"failedCaptures":\[//;s/"verdicts":\[.*//' | sed 's/"url":/\
&/g' | sed -n 's/^"url":"\([^"]*\)",.*"width":\([0-9]*\).*"error":"\(\([^"\\]\|\\.\)*\)".*/\1 at \2 px: \3/p'; }

returned=$(number wentBack)
unexplained=$(number unexplained)
echo "Status: $status"
echo "$(number finishedCaptures) of $(number captures) captures, $(number failedCaptures) failed, $(number newBaselines) new baselines"
echo "Comments: $(number doesIt) done as they say, $(number changedOtherwise) changed otherwise, $returned went back, $(number unchanged) unchanged, $(number unknown) unknown"
comments | sed 's/^/  /'
echo "Changes: $(number explained) at elements with comments, $unexplained that no comment names"
case $status in
  passed) exit 0 ;;
  needs_review) if [ "$returned" -gt 0 ] || [ "$unexplained" -gt 0 ]; then exit 1; fi ;;
  *) text error; failed_pages | sed 's/^/  /'; exit 2 ;;
esac

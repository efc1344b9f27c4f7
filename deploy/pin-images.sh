#!/bin/sh
# Writes the present digests of the public images to the files that name them: docs/containers.md.
set -eu
files=${*:-Dockerfile compose.yaml compose.scaled.yaml}
# Images that are built here, and without a registry, are left as they are.
images=$(sed -nE 's/^(FROM| *image:) +([a-z0-9./-]+:[a-zA-Z0-9._-]+).*/\2/p' $files | grep -v '^pinbound:' | sort -u)
for image in $images; do
  digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$image")
  case $digest in
    sha256:*) ;;
    *) echo "$image has no digest" >&2; exit 1 ;;
  esac
  sed -i.bak -E "s#^(FROM| *image:) +$image(@sha256:[0-9a-f]+)?( |\$)#\1 $image@$digest\3#" $files
  echo "$image@$digest"
done
for file in $files; do rm -f "$file.bak"; done

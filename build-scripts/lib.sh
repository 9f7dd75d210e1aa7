# Shared by toolchain, play and test. Sourced, never run. Works with bash 3.2 (macOS).
# shellcheck shell=bash
# shellcheck disable=SC2034  # variables are for the scripts that source this file

repository=$(cd "${BASH_SOURCE[0]%/*}/.." && pwd -P)
cache=${POSENC_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/posenc}
toolchain=$repository/build-scripts/toolchain

node_minimum=20.19

say() { printf '%s\n' "$*" >&2; }

fail() {
  printf 'error: %s\n' "$1" >&2
  shift
  for line in "$@"; do printf '       %s\n' "$line" >&2; done
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# version_at_least 3.1.69 3.1.6 -> false. Text after the numbers (~dfsg, -rc1) is ignored.
version_at_least() {
  local have_parts want_parts i
  IFS=. read -r -a have_parts <<<"${1%%[!0-9.]*}"
  IFS=. read -r -a want_parts <<<"$2"
  for i in 0 1 2; do
    local have_part=$((10#${have_parts[i]:-0})) want_part=$((10#${want_parts[i]:-0}))
    ((have_part == want_part)) || { ((have_part > want_part)); return; }
  done
}

# First dotted number in a program's own version line.
version_of() { "$@" 2>/dev/null | sed -n 's/[^0-9]*\([0-9][0-9]*\(\.[0-9][0-9]*\)*\).*/\1/p;' | head -n 1; }

# step "what, about how long" command...: runs it quietly, says how long it took, shows the end of its log on failure.
step() {
  local title=$1 log started=$SECONDS status=0
  shift
  log=$(mktemp "${TMPDIR:-/tmp}/posenc-step.XXXXXX")
  say "posenc: $title ..."
  "$@" >"$log" 2>&1 </dev/null || status=$?
  if ((status != 0)); then
    tail -n 40 "$log" >&2
    fail "this step failed with status $status: $title" "Its whole output is in $log"
  fi
  rm -f "$log"
  say "posenc:   done in $((SECONDS - started)) s"
}

sha256_of() { if have sha256sum; then sha256sum; else shasum -a 256; fi | cut -d' ' -f1; }

outside_node_ok() { have node && have npm && version_at_least "$(version_of node --version)" "$node_minimum"; }

# node, npm and npx: this machine's own, or the toolchain's where there is none new enough.
node_exec() {
  if [[ ${POSENC_IN_ROOT:-} ]] || outside_node_ok; then exec "$@"; else exec "$toolchain" run "$@"; fi
}
node_runner() { (node_exec "$@"); }

# npm ci, unless node_modules already is what package-lock.json says. npm ci empties the folder first, so a broken install has no stamp.
ensure_node_modules() {
  local stamp=$repository/node_modules/.posenc-lock hash
  hash=$(sha256_of <"$repository/package-lock.json")
  if [[ -r $stamp && $(<"$stamp") == "$hash" ]]; then return; fi
  step "installing the npm packages (about 10 seconds)" node_runner npm ci --ignore-scripts --no-audit --no-fund
  printf '%s\n' "$hash" >"$stamp"
}

# What deploy/install and deploy/upgrade share: where things lie, and how a release is laid down. Read by both, not run.

readonly HOME_OF_CODE=/opt/ready-room RELEASES=/opt/ready-room/releases CURRENT=/opt/ready-room/current
readonly DATA=/var/lib/ready-room SETTINGS=/etc/ready-room/ready-room.env KEY=/etc/ready-room/secret-key
readonly OWNER=ready-room DATABASE=ready_room UNDER_WAY=$HOME_OF_CODE/.upgrading
readonly UNITS=(ready-room.target ready-room-web.service ready-room-worker@.service ready-room-beat.service
  ready-room-backup.service ready-room-backup.timer)
source_tree=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
changes=0

fail() { echo "$(basename "$0"): $*" >&2; exit 1; }
did() { changes=$((changes + 1)); echo "– $*"; }
refuse_others() { [ "$(id -u)" = 0 ] || fail "only root may do this; try: sudo $0 $*"; }
on_git() { git -c safe.directory="$source_tree" -C "$source_tree" "$@"; }
is_clone() { [ -e "$source_tree/.git" ] && command -v git >/dev/null; }
manage() { /usr/local/bin/ready-room "$@"; }

# The name of the release that this source tree makes: its version, and its commit where it is a clone.
release_name() {
  local version
  version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$source_tree/pyproject.toml")
  [ -n "$version" ] || fail "$source_tree/pyproject.toml tells no version; is the source complete?"
  if is_clone; then version+=-$(on_git rev-parse --short=12 HEAD); fi
  echo "$version"
}

# Puts the code of this source tree into a folder of its own, with its packages, and prints what it does.
# What was begun and not finished, by a power cut say, is begun anew.
lay_release() {
  local release=$RELEASES/$1
  [ ! -e "$release/.complete" ] || return 0
  rm -rf "$release"
  install -d -m 755 "$HOME_OF_CODE" "$RELEASES" "$release"
  if is_clone; then
    on_git archive HEAD | tar -x -C "$release"
    on_git rev-parse HEAD >"$release/REVISION"
  else
    tar -c -C "$source_tree" --exclude=./.venv --exclude=./.boot --exclude=./data --exclude=./test-artifacts . | tar -x -C "$release"
  fi
  chown -R root:root "$release"
  chmod -R u=rwX,go=rX "$release"
  (cd "$release" && umask 022 && bin/bootstrap) ||
    fail "the Python packages could not be installed into $release; is there a way to the package index? Try again."
  (cd "$release" && .venv/bin/python -m compileall -q -j 2 -x '/(tests|bench|[.]boot)/' .) || true
  install -d -o "$OWNER" -g "$OWNER" -m 755 "$release/staticfiles"
  touch "$release/.complete"
  did "Laid down the code as $release."
}

# as_postgres COMMAND…: in a folder that the user may see
as_postgres() { (cd / && runuser -u postgres -- "$@"); }

make_database() {
  as_postgres createdb --owner "$OWNER" --encoding UTF8 --locale C.UTF-8 --template template0 "$DATABASE"
}

# Copies one file where it differs from what is there: place SOURCE TARGET MODE OWNER GROUP
place() {
  if cmp -s "$1" "$2" && [ "$(stat -c '%a %U %G' "$2")" = "${3#0} $4 $5" ]; then return 1; fi
  install -m "$3" -o "$4" -g "$5" "$1" "$2" || fail "$2 cannot be written."
  did "Wrote $2."
}

place_units() {
  local unit placed=no
  for unit in "${UNITS[@]}"; do
    [ -e "$1/deploy/systemd/$unit" ] || continue # an older release has fewer
    if place "$1/deploy/systemd/$unit" "/etc/systemd/system/$unit" 644 root root; then placed=yes; fi
  done
  [ $placed = no ] || systemctl daemon-reload
}

place_command() { place "$1/deploy/ready-room" /usr/local/bin/ready-room 755 root root || true; }

# Whether all of UNITS runs and, within the seconds given, all is well; otherwise what is not, in a line each.
# is_well SECONDS UNIT…
is_well() {
  (set -a && . "$SETTINGS" && set +a && exec python3 "$CURRENT/deploy/healthy" "$1") || return
  local unit ill=0
  for unit in "${@:2}"; do
    systemctl is-active --quiet "$unit" || { echo "$unit does not run; look at: journalctl -u $unit" >&2; ill=1; }
  done
  return $ill
}

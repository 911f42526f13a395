# What make and opens have in common; both source it.
export LC_ALL=C
tab=$'\t'
schema_source=src/store/schema.cpp
journal_source=src/commit/journal.cpp

# A loop device that was free a moment ago may be taken by others. Unmounting gives it back.
mount_image() {  # IMAGE FOLDER
  local left=20 said
  until said=$(mount -t ext4 -o loop "$1" "$2" 2>&1); do
    if ((--left == 0)); then
      echo "$said" >&2
      return 1
    fi
    sleep 0.05
  done
}

unmount() {  # FOLDER
  local left=100
  until umount "$1" 2>/dev/null; do
    ((--left == 0)) && { umount "$1"; return; }
    sleep 0.02
  done
}

# One row for each file and folder: path, permissions, SHA-256.
tree() {  # FOLDER
  (
    cd "$1" || exit
    mapfile -t files < <(find . -type f -printf '%P\n' | sort)
    {
      find . -mindepth 1 -type d -printf "%P/\t%m\t-\n"
      paste <(printf '%s\n' "${files[@]}") <(stat -c %a -- "${files[@]}") <(sha256sum -- "${files[@]}" | cut -c1-64)
    } | sort
  )
}

# The version that the tables of a state folder have. The newest first page counts; it may still be in the log.
schema_in() {  # STATE
  local file at
  for file in "$1"/store.db-wal "$1"/store.db; do
    at=$(grep -obUa 'SQLite format 3' "$file" 2>/dev/null | tail -1 | cut -d: -f1)
    [ -n "$at" ] && break
  done
  [ -n "$at" ] && od -An -tu1 -j $((at + 60)) -N4 "$file" | { read -r a b c d && echo $(((a << 24) + (b << 16) + (c << 8) + d)); }
}

# The record of a change that was cut off.
record_in() { find "$1/tx" -type f ! -name '*[.-]*'; }                   # STATE
journal_in() { sed -n '1s/^kedge-journal //p' "$1"; }                    # RECORD
phase_in() { sed -n '2s/^phase //p;3s/^commit //p' "$1" | paste -sd' '; }  # RECORD

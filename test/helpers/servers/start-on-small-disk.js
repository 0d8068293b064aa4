// Starts the production server with its data folder on a small disk of its own, filled with the contents of the folder: Linux alone,
// where a person may make namespaces. The process number is in the file `pid` of the folder that it covers.
import process from 'node:process';

const COMMANDS = `
echo $$ > "$MEKI_DATA_DIR/pid"
mkdir "$MEKI_DATA_DIR/disk"
mount -t tmpfs -o size=12m,mode=700 tmpfs "$MEKI_DATA_DIR/disk"
for part in "$MEKI_DATA_DIR"/*; do [ "$part" = "$MEKI_DATA_DIR/disk" ] || cp -R "$part" "$MEKI_DATA_DIR/disk"; done
MEKI_DATA_DIR="$MEKI_DATA_DIR/disk" exec "$0" scripts/start.js`;

process.execve('/usr/bin/unshare', ['unshare', '-rm', 'sh', '-ec', COMMANDS, process.execPath]);

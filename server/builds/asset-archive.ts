import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashBytes, type PackedForm } from '../http/create-variants.ts';

/** The file of an archive begins with this list as JSON, in one line; the bodies follow in the same order. */
type Entry = Pick<PackedForm, 'isPacked' | 'hash'> & { name: string; bytes: number };

const END = 10;

/** The names of the assets of a build, in `/assets/`. Later files are not seen; a missing folder counts as empty. */
export function listAssets(clientFolder: string): string[] {
  try {
    return readdirSync(join(clientFolder, 'assets')).filter((name) => !/\.(br|gz|map)$/.test(name));
  } catch {
    return [];
  }
}

/**
 * What identifies the client files of a build, as React Router has it in the browser: the hash in the name of its manifest of routes,
 * which names all of them. `undefined` without a build.
 */
export function clientVersion(clientFolder: string): string | undefined {
  return listAssets(clientFolder)
    .map((name) => /^manifest-([0-9a-f]+)\.js$/.exec(name)?.[1])
    .find((version) => version !== undefined);
}

/** The assets of a build in one file, compressed where the build has compressed them. */
export function packAssets(clientFolder: string): Uint8Array {
  const folder = join(clientFolder, 'assets');
  const packed = new Set(readdirSync(folder));
  const bodies: Buffer[] = [];
  const entries = listAssets(clientFolder).map((name): Entry => {
    const plain = readFileSync(join(folder, name));
    const isPacked = packed.has(`${name}.br`);
    const body = isPacked ? readFileSync(join(folder, `${name}.br`)) : plain;
    bodies.push(body);
    return { name, isPacked, hash: hashBytes(plain), bytes: body.byteLength };
  });
  return Buffer.concat([Buffer.from(`${JSON.stringify(entries)}\n`), ...bodies]);
}

/** The assets in an archive, by name. @throws for other files */
export function unpackAssets(archive: Uint8Array): Map<string, PackedForm> {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = bytes.indexOf(END);
  const entries = JSON.parse(bytes.subarray(0, end).toString()) as Entry[];
  let at = end + 1;
  return new Map(
    entries.map(({ name, bytes: length, isPacked, hash }) => {
      const body = bytes.subarray(at, at + length);
      at += length;
      return [name, { body, isPacked, hash, effort: 'thorough' }];
    }),
  );
}

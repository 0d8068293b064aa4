import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { idOf } from '#core/documents/document-path.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { getDocument, queryDocuments, setDocument } from '#core/documents/typed-documents.ts';
import type { FileStore } from '#core/media/file-store.ts';
import { limitConcurrency } from '#core/media/limit-concurrency.ts';
import { builds } from '#core/site/builds-collection.ts';
import { hashBytes, type PackedForm, variantsOf } from '../http/create-variants.ts';
import type { FlatHeaders, Variants } from '../http/representation.ts';
import { assetOptions } from '../http/static-assets.ts';
import { listenFromNow } from '../listening/listen-from-now.ts';
import type { Log } from '../log/log.ts';

const DAY = 86_400_000;

/** Milliseconds for which the assets of a build are kept after an instance last said that it runs it. Source: Meki's own. */
const KEPT = 7 * DAY;

/** Maximum builds whose names are known, and whose assets are in memory: about 1 MB each. Source: Meki's own. */
const MOST_KNOWN = 200;
const MOST_HELD = 3;

/** Milliseconds before assets that could not be read are asked for again. Source: Meki's own. */
const PAUSE = 60_000;

const ASSETS = '/assets/';

type Assets = Map<string, PackedForm>;

export interface KeptBuildsOptions {
  store: DocumentStore;
  files: FileStore;
  /** The id of the build that is served, and the folder of its client files. */
  build: { id: string; clientFolder: string };
  securityHeaders: FlatHeaders;
  log: Pick<Log, 'warn'>;
  now?: () => number;
}

/** The assets of other builds: while instances are updated one after another, any of them is asked for those of the others. */
export class KeptBuilds {
  readonly #options: KeptBuildsOptions;
  readonly #now: () => number;
  /** The build of each asset that is not of this one. */
  #known = new Map<string, string>();
  readonly #held = new Map<string, { at: number; assets: Assets | undefined }>();
  /** Each of the known builds waits once. */
  readonly #reading = new Map<string, Promise<Assets | undefined>>();
  readonly #inTurn = limitConcurrency(1, MOST_KNOWN, () => new Error('Too many builds are read'));
  readonly #stopListening: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: KeptBuildsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    const refresh = () => this.#refresh();
    this.#stopListening = listenFromNow(options.store, builds.name, {
      onStart: refresh,
      onChanges: refresh,
      onGap: refresh,
      onError: (err) => options.log.warn({ err }, 'Listening to builds of the app failed; retrying'),
    });
  }

  /** Stores the assets of this build, and forgets builds that nobody has run for a week. Failures are logged. */
  async store(): Promise<void> {
    try {
      await this.#storeOwn();
      await this.#forgetOld();
    } catch (err) {
      this.#options.log.warn({ err }, 'The assets of this build cannot be kept for instances of another one');
    }
  }

  /** An asset of another build. A name that none of them has is answered from memory. */
  async lookup(path: string): Promise<Variants | undefined> {
    if (!path.startsWith(ASSETS)) return undefined;
    const name = path.slice(ASSETS.length);
    const id = this.#known.get(name);
    const form = id === undefined ? undefined : (await this.#assetsOf(id))?.get(name);
    return form && variantsOf(form, assetOptions(path, this.#options.securityHeaders));
  }

  /** Stores them again each day, so that they stay as long as the build runs. */
  start(): void {
    this.#timer = setInterval(() => void this.store(), DAY).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#stopListening();
  }

  #refresh(): void {
    const { store, build, log } = this.#options;
    queryDocuments(store, builds, { limit: MOST_KNOWN })
      .then((found) => {
        const others = found.filter((document) => idOf(document) !== build.id);
        this.#known = new Map(
          others.flatMap((document) => document.data.assets.map((name): [string, string] => [name, idOf(document)])),
        );
      })
      .catch((err: unknown) => log.warn({ err }, 'The assets of other builds of the app cannot be listed'));
  }

  async #storeOwn(): Promise<void> {
    const { store, files, build } = this.#options;
    const assets = listAssets(build.clientFolder);
    const ref = builds.at(build.id);
    const key = keyOf(build.id);
    const isKept = (await getDocument(store, ref)) !== undefined && (await files.size(key)) !== undefined;
    if (!isKept) await files.write(key, packAssets(build.clientFolder));
    await store.commit([setDocument(ref, { seenAt: this.#now(), assets })]);
  }

  async #forgetOld(): Promise<void> {
    const { store, files } = this.#options;
    for (const { path, data } of await queryDocuments(store, builds, { limit: MOST_KNOWN })) {
      if (Math.abs(this.#now() - data.seenAt) <= KEPT) continue;
      await files.delete(keyOf(idOf({ path })));
      await store.commit([{ kind: 'delete', path }]);
    }
  }

  /** The assets of a build, read once. */
  #assetsOf(id: string): Assets | undefined | Promise<Assets | undefined> {
    const found = this.#held.get(id);
    if (found && this.#now() - found.at < PAUSE) {
      this.#hold(id, found);
      return found.assets;
    }
    const read =
      this.#reading.get(id) ?? this.#inTurn.run(() => this.#read(id)).finally(() => this.#reading.delete(id));
    this.#reading.set(id, read);
    return read;
  }

  async #read(id: string): Promise<Assets | undefined> {
    const { files, log } = this.#options;
    const assets = await files.read(keyOf(id)).then(
      (archive) => archive && unpackAssets(archive),
      (err: unknown) => {
        log.warn({ err, build: id }, 'The assets of another build of the app cannot be read');
        return undefined;
      },
    );
    this.#hold(id, { at: assets ? Number.POSITIVE_INFINITY : this.#now(), assets });
    return assets;
  }

  #hold(id: string, read: { at: number; assets: Assets | undefined }): void {
    this.#held.delete(id);
    this.#held.set(id, read);
    for (const oldest of this.#held.keys()) if (this.#held.size > MOST_HELD) this.#held.delete(oldest);
  }
}

function keyOf(id: string): string {
  return `builds/${id}`;
}

/** The file of an archive begins with this list as JSON, in one line; the bodies follow in the same order. */
type Entry = Pick<PackedForm, 'isPacked' | 'hash'> & { name: string; bytes: number };

const END = 10;

/** The names of the assets of a build, in `/assets/`. Later files are not seen; a missing folder counts as empty. */
function listAssets(clientFolder: string): string[] {
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
function packAssets(clientFolder: string): Uint8Array {
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
function unpackAssets(archive: Uint8Array): Map<string, PackedForm> {
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

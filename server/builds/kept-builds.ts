import { idOf } from '#core/documents/document-path.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { getDocument, queryDocuments, setDocument } from '#core/documents/typed-documents.ts';
import type { FileStore } from '#core/media/file-store.ts';
import { limitConcurrency } from '#core/media/limit-concurrency.ts';
import { builds } from '#core/site/builds-collection.ts';
import { type PackedForm, variantsOf } from '../http/create-variants.ts';
import type { FlatHeaders, Variants } from '../http/representation.ts';
import { assetOptions } from '../http/static-assets.ts';
import { listenFromNow } from '../listening/listen-from-now.ts';
import type { Log } from '../log/log.ts';
import { listAssets, packAssets, unpackAssets } from './asset-archive.ts';

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
export interface KeptBuilds {
  /** Stores the assets of this build, and forgets builds that nobody has run for a week. Failures are logged. */
  store(): Promise<void>;
  /** An asset of another build. A name that none of them has is answered from memory. */
  lookup(path: string): Promise<Variants | undefined>;
  /** Stores them again each day, so that they stay as long as the build runs. */
  start(): void;
  stop(): void;
}

export function createKeptBuilds(options: KeptBuildsOptions): KeptBuilds {
  const { store, files, build, securityHeaders, log, now = Date.now } = options;
  /** The build of each asset that is not of this one. */
  let known = new Map<string, string>();
  const held = new Map<string, { at: number; assets: Assets | undefined }>();
  /** Each of the known builds waits once. */
  const reading = new Map<string, Promise<Assets | undefined>>();
  const inTurn = limitConcurrency(1, MOST_KNOWN, () => new Error('Too many builds are read'));
  let timer: NodeJS.Timeout | undefined;

  async function refresh(): Promise<void> {
    const others = await queryDocuments(store, builds, { limit: MOST_KNOWN });
    known = new Map(
      others.flatMap(({ path, data }) =>
        idOf({ path }) === build.id ? [] : data.assets.map((name): [string, string] => [name, idOf({ path })]),
      ),
    );
  }

  function refreshQuietly(): void {
    refresh().catch((err: unknown) => log.warn({ err }, 'The assets of other builds of the app cannot be listed'));
  }

  const stopListening = listenFromNow(store, builds.name, {
    onStart: refreshQuietly,
    onChanges: refreshQuietly,
    onGap: refreshQuietly,
    onError: (err) => log.warn({ err }, 'Listening to builds of the app failed; retrying'),
  });

  async function storeOwn(): Promise<void> {
    const assets = listAssets(build.clientFolder);
    const ref = builds.at(build.id);
    const key = keyOf(build.id);
    const isKept = (await getDocument(store, ref)) !== undefined && (await files.size(key)) !== undefined;
    if (!isKept) await files.write(key, packAssets(build.clientFolder));
    await store.commit([setDocument(ref, { seenAt: now(), assets })]);
  }

  async function forgetOld(): Promise<void> {
    for (const { path, data } of await queryDocuments(store, builds, { limit: MOST_KNOWN })) {
      if (Math.abs(now() - data.seenAt) <= KEPT) continue;
      await files.delete(keyOf(idOf({ path })));
      await store.commit([{ kind: 'delete', path }]);
    }
  }

  async function storeAll(): Promise<void> {
    try {
      await storeOwn();
      await forgetOld();
    } catch (err) {
      log.warn({ err }, 'The assets of this build cannot be kept for instances of another one');
    }
  }

  /** The assets of a build, read once. */
  function assetsOf(id: string): Assets | undefined | Promise<Assets | undefined> {
    const found = held.get(id);
    if (found && now() - found.at < PAUSE) {
      hold(id, found);
      return found.assets;
    }
    const read = reading.get(id) ?? inTurn.run(() => readAssets(id)).finally(() => reading.delete(id));
    reading.set(id, read);
    return read;
  }

  async function readAssets(id: string): Promise<Assets | undefined> {
    const assets = await files.read(keyOf(id)).then(
      (archive) => archive && unpackAssets(archive),
      (err: unknown) => {
        log.warn({ err, build: id }, 'The assets of another build of the app cannot be read');
        return undefined;
      },
    );
    hold(id, { at: assets ? Number.POSITIVE_INFINITY : now(), assets });
    return assets;
  }

  function hold(id: string, read: { at: number; assets: Assets | undefined }): void {
    held.delete(id);
    held.set(id, read);
    for (const oldest of held.keys()) if (held.size > MOST_HELD) held.delete(oldest);
  }

  return {
    store: storeAll,
    async lookup(path) {
      if (!path.startsWith(ASSETS)) return undefined;
      const name = path.slice(ASSETS.length);
      const id = known.get(name);
      const form = id === undefined ? undefined : (await assetsOf(id))?.get(name);
      return form && variantsOf(form, assetOptions(path, securityHeaders));
    },
    start() {
      timer = setInterval(() => void storeAll(), DAY).unref();
    },
    stop() {
      clearInterval(timer);
      stopListening();
    },
  };
}

function keyOf(id: string): string {
  return `builds/${id}`;
}

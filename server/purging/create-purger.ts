import { retryDelay } from '#core/clock/retry-delay.ts';
import { publications } from '#core/content/collections.ts';
import { parsePath } from '#core/documents/document-path.ts';
import type { DocumentData, DocumentStore, FeedChange } from '#core/documents/document-store.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { files } from '#core/files/site-file.ts';
import { media } from '#core/media/media.ts';
import { variantNames } from '#core/media/picture-variants.ts';
import { areBytesPublic } from '#core/media-uses/find-media-uses.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { Log } from '../log/log.ts';
import type { ChangeReceiver } from '../page-cache/follow-changes.ts';

/** Addresses per request, the most that Cloudflare takes. Source: its documentation of purging by URL. */
const BATCH = 100;

/** More addresses than this are purged by one request for everything. Source: Meki's own. */
const MOST_ADDRESSES = 1_000;

/**
 * Milliseconds from a change to the request about it: changes are collected, and an answer from before the change that is still on
 * its way has arrived in the CDN.
 */
const COLLECTING = 1_000;

/** Maximum milliseconds between two attempts. */
const LONGEST_DELAY = 300_000;

/** Maximum milliseconds for one request, and for the last one when the server stops. */
const REQUEST_TIME = 10_000;
const LAST_REQUEST_TIME = 2_000;

export interface PurgerOptions {
  /** Where a CDN takes what to purge. */
  url: string;
  token: string;
  /** The site's public origin. */
  origin: string;
  log: Pick<Log, 'info' | 'warn'>;
  random?: () => number;
}

/** What is told of a purger whose site lets no shared cache answer by itself; `undefined` if it does. */
export function idlePurgeWarning({ cache }: Pick<SiteConfig, 'cache'>): string | undefined {
  if (cache) return undefined;
  return 'MEKI_PURGE_URL is set, but site.config.ts has no cache.shared: a CDN asks before each answer, and there is nothing to purge';
}

/** Tells a CDN which pages it has to drop. */
export interface Purger {
  /** @param path with its query */
  purge(path: string): void;
  purgeEverything(): void;
  /** Sends what waits, once. */
  stop(): Promise<void>;
}

/**
 * Posts `{"files": [addresses]}` or `{"purge_everything": true}` with the token as `Authorization: Bearer`. Requests follow one after
 * the other, are repeated until they succeed, and can be repeated without harm. What waits is kept in memory only: a server purges
 * everything when it starts.
 */
export function createPurger({ url, token, origin, log, random = Math.random }: PurgerOptions): Purger {
  const waiting = new Set<string>();
  let isEverything = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let isStopped = false;

  function sendLater(delay: number): void {
    if (isStopped || sending || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      sending = sendAll(REQUEST_TIME).finally(() => {
        sending = undefined;
        if (isEverything || waiting.size > 0) sendLater(failures > 0 ? delayAfter(failures) : COLLECTING);
      });
    }, delay);
    timer.unref();
  }

  const delayAfter = (count: number) => Math.min(retryDelay(count, random()), LONGEST_DELAY);

  /** Sends what waits, until a request fails. */
  async function sendAll(time: number): Promise<void> {
    while (isEverything || waiting.size > 0) {
      const wasEverything = isEverything;
      const addresses = wasEverything ? [...waiting] : [...waiting].slice(0, BATCH);
      for (const address of addresses) waiting.delete(address);
      isEverything = false;
      try {
        await post(wasEverything ? { purge_everything: true } : { files: addresses }, time);
        if (failures > 0) log.info('The CDN takes what to purge again');
        failures = 0;
      } catch (error) {
        isEverything ||= wasEverything;
        if (!isEverything) waitFirst(addresses);
        failures += 1;
        if (failures === 1) log.warn({ err: error }, 'The CDN could not be told what to purge; it is told again later');
        return;
      }
    }
  }

  /** Puts addresses before those that were added meanwhile. */
  function waitFirst(addresses: string[]): void {
    const added = [...waiting];
    waiting.clear();
    for (const address of [...addresses, ...added]) waiting.add(address);
  }

  async function post(body: object, time: number): Promise<void> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(time),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The CDN answered ${response.status}`);
  }

  function purgeEverything(): void {
    isEverything = true;
    waiting.clear();
    sendLater(COLLECTING);
  }

  return {
    purge(path) {
      if (isEverything) return;
      waiting.add(origin + path);
      if (waiting.size > MOST_ADDRESSES) purgeEverything();
      else sendLater(COLLECTING);
    },
    purgeEverything,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await sending;
      await sendAll(LAST_REQUEST_TIME);
    },
  };
}

/** Tells a CDN to drop the forms of media files that are not public any more, or not there. */
export function createMediaPurges(
  store: DocumentStore,
  purger: Pick<Purger, 'purge' | 'purgeEverything'>,
): ChangeReceiver {
  const purge = (id: string) => {
    for (const name of variantNames()) purger.purge(`/media/${id}/${name}`);
  };

  async function purgeIfHidden(id: string): Promise<void> {
    // While the database cannot say, the CDN had better ask again.
    if (!(await areBytesPublic(store, id).catch(() => false))) purge(id);
  }

  async function purgeFile(id: string): Promise<void> {
    const file = await getDocument(store, files.at(id)).catch(() => undefined);
    for (const each of new Set([id, ...(file?.data.shown ?? [])])) await purgeIfHidden(each);
  }

  function apply(change: FeedChange): void {
    const { collection, id } = parsePath(change.path) ?? {};
    if (collection === media.name && id !== undefined) {
      if (change.kind === 'deleted' || change.after?.deletedAt !== undefined) purge(id);
    } else if (collection === files.name) {
      // A file that has other bytes now, or is in the trash.
      if (change.before === undefined) purger.purgeEverything();
      for (const left of listOf(change.before, 'shown')) void purgeIfHidden(left);
    } else if (collection === publications.name) {
      if (change.before === undefined) purger.purgeEverything();
      const kept = new Set(listOf(change.after, 'media'));
      for (const left of listOf(change.before, 'media')) if (!kept.has(left)) void purgeFile(left);
    }
  }

  return {
    apply(changes) {
      for (const change of changes) apply(change);
    },
    touchAll: purger.purgeEverything,
  };
}

function listOf(data: DocumentData | null | undefined, member: 'media' | 'shown'): string[] {
  const list = data?.[member];
  return Array.isArray(list) ? list.map(String) : [];
}

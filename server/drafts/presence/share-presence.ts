import { idOf } from '#core/documents/document-path.ts';
import type { DocumentStore, FeedChange } from '#core/documents/document-store.ts';
import { setDocument } from '#core/documents/typed-documents.ts';
import { type PersonInDraft, presence } from '#core/drafts/presence.ts';
import { listenFromNow } from '../../listening/listen-from-now.ts';
import type { Log } from '../../log/log.ts';

/** Milliseconds in which changes are gathered, between two renewals, and without one until an instance is taken for ended. */
const TIMES = { gather: 1_000, renew: 30_000, expire: 75_000 };

export interface SharePresenceOptions {
  store: DocumentStore;
  /** The people at this instance. */
  own: () => PersonInDraft[];
  /** Called when the people at other instances have changed, and at least every half `renew` while there are any. */
  onOthers: () => void;
  log: Pick<Log, 'warn'>;
  times?: typeof TIMES;
}

/** Shares who has which drafts open at which instance of the server. */
export interface SharedPresence {
  /** The people at other instances. */
  others(): PersonInDraft[];
  /** Call it when `own` may give something else. */
  changed(): void;
  close(): Promise<void>;
}

/** Whether an instance still lives is judged by when its document was last renewed by this process's own clock. */
export function sharePresence({ store, own, onOthers, log, times = TIMES }: SharePresenceOptions): SharedPresence {
  const { path } = presence.at(crypto.randomUUID());
  const instances = new Map<string, { people: PersonInDraft[]; renewedAt: number }>();
  let written = '[]';
  let writtenAt = 0;
  let gathering: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function write(): void {
    const people = own();
    const next = JSON.stringify(people);
    const isDue = people.length > 0 && performance.now() - writtenAt >= times.renew;
    if (next === written && !isDue) return;
    written = next;
    writtenAt = performance.now();
    const document = setDocument(presence.at(idOf({ path })), { people });
    commit(people.length > 0 ? [document] : [{ kind: 'delete', path }]);
  }

  function commit(writes: Parameters<DocumentStore['commit']>[0]): void {
    writing = writing.then(async () => {
      try {
        await store.commit(writes);
      } catch (error) {
        written = '';
        log.warn({ err: error }, 'Who edits what cannot be shared with other instances now; retrying');
      }
    });
  }

  function note(id: string, people: PersonInDraft[] | undefined): void {
    if (presence.at(id).path === path) return;
    if (people) instances.set(id, { people, renewedAt: performance.now() });
    else instances.delete(id);
  }

  function take(changes: FeedChange[]): void {
    for (const { kind, path: changed, after } of changes) {
      note(idOf({ path: changed }), kind === 'deleted' ? undefined : (after?.people as PersonInDraft[] | undefined));
    }
    onOthers();
  }

  async function readAll(): Promise<void> {
    try {
      const documents = await store.runQuery({ collection: presence.name });
      for (const { path: found, data } of documents) note(idOf({ path: found }), presence.schema.parse(data).people);
      onOthers();
    } catch (error) {
      log.warn({ err: error }, 'Who edits what at other instances cannot be read now');
    }
  }

  const stopListening = listenFromNow(store, presence.name, {
    onStart: () => void readAll(),
    onChanges: take,
    onGap: () => void readAll(),
    onError: (error) => log.warn({ err: error }, 'Listening to other instances failed; retrying'),
  });
  const renewing = setInterval(() => {
    write();
    if (instances.size === 0) return;
    for (const [id, { renewedAt }] of instances) {
      if (performance.now() - renewedAt < times.expire) continue;
      instances.delete(id);
      commit([{ kind: 'delete', path: presence.at(id).path }]);
    }
    onOthers();
  }, times.renew / 2);
  renewing.unref();

  return {
    others: () => [...instances.values()].flatMap(({ people }) => people),
    changed() {
      gathering ??= setTimeout(() => {
        gathering = undefined;
        write();
      }, times.gather).unref();
    },
    async close() {
      stopListening();
      clearInterval(renewing);
      clearTimeout(gathering);
      if (written !== '[]') commit([{ kind: 'delete', path }]);
      await writing;
    },
  };
}

import type { DocumentStore, FeedChange } from '#core/documents/document-store.ts';
import { getDocument, setDocument } from '#core/documents/typed-documents.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import { type FromNowHandlers, listenFromNow } from '../listening/listen-from-now.ts';
import { keepPlace } from './keep-place.ts';

export interface FollowFromPlaceOptions extends Pick<FromNowHandlers, 'onGap' | 'onError'> {
  store: DocumentStore;
  /** The job whose document has the place, where reading everything at each start would be billed; `undefined`: begin now. */
  job: string | undefined;
  /** Collections, and what receives their changes. */
  followed: { collection: string; onChanges: (changes: FeedChange[]) => void }[];
  /** Called once. @param isResumed whether all changes since the last process will be told; otherwise everything must be read */
  onBegin(isResumed: boolean): void;
  /** Whether everything that was told is processed. */
  isDone(): boolean;
}

/**
 * Follows changes from where the last process was, if that is known, else from now on.
 * @returns a function that stops
 */
export function followFromPlace(options: FollowFromPlaceOptions): () => Promise<void> {
  const { store, job, followed, onBegin, onGap, onError, isDone } = options;
  const following = new Set<string>();
  const stops: (() => void | Promise<void>)[] = [];
  let isStopped = false;

  function begin(from?: string): void {
    if (isStopped) return;
    onBegin(from !== undefined);
    for (const { collection, onChanges } of followed) {
      const onFollowing = (now: boolean) => void (now ? following.add(collection) : following.delete(collection));
      stops.push(listenFromNow(store, collection, { from, onChanges, onGap, onError, onFollowing }));
    }
    if (job !== undefined) stops.push(keep(job));
  }

  function keep(name: string): () => Promise<void> {
    return keepPlace({
      store,
      isDone: () => following.size === followed.length && isDone(),
      async save(place) {
        await store.commit([setDocument(jobs.at(name), { after: place })]);
      },
      onFailure: (error) => onError(error instanceof Error ? error : new Error(String(error), { cause: error })),
    }).stop;
  }

  if (job === undefined) begin();
  else {
    getDocument(store, jobs.at(job)).then(
      (record) => begin(record?.data.after),
      () => begin(),
    );
  }
  return async () => {
    isStopped = true;
    await Promise.all(stops.map((stop) => stop()));
  };
}

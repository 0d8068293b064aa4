import type { SearchIndex } from '#core/search/search-index.ts';
import type { SetAlarm } from '../jobs/alarm.ts';
import { keepPlace } from '../jobs/keep-place.ts';
import type { Following } from '../listening/follow-in-slices.ts';
import type { Log } from '../log/log.ts';
import {
  type SearchFeederOptions,
  startFileFeeder,
  startItemFeeder,
  startPublicFeeder,
  startPublicFileFeeder,
} from './search-feeder.ts';
import type { SearchSnapshot } from './search-snapshot.ts';

export interface SearchOptions extends Omit<SearchFeederOptions, 'from' | 'onReading' | 'index'> {
  index: SearchIndex;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Where the index is stored for other instances; without it, its own file is what the next process goes on with. */
  snapshot?: SearchSnapshot | undefined;
  setAlarm?: SetAlarm;
}

/** Those of the public search for pages and files, of items and of files. */
const FEEDERS = 4;

/**
 * Brings the public search up to date and then, because visitors come first, the search over items and files, and follows changes. From time to
 * time it stores the place of the change feed up to which everything is in the index, so that a later process reads only what is new.
 * @returns `ready` concerns the public search; `complete` resolves once everything that there was can be found
 */
export function startSearch(options: SearchOptions): {
  ready: Promise<void>;
  complete: Promise<void>;
  isDone(): boolean;
  stop(): Promise<void>;
} {
  const { store, index, log, snapshot, setAlarm } = options;
  const feeders: Following[] = [];
  const isDone = () => feeders.length === FEEDERS && feeders.every((feeder) => feeder.isDone());
  let isStopped = false;
  const complete = Promise.withResolvers<void>();
  let isFailing = false;
  let stopKeeping = async () => {};

  async function begin(): Promise<void> {
    const stored = await snapshot?.restore();
    const place = snapshot ? stored?.place : index.place();
    const from = place === undefined ? undefined : { place, changed: stored?.changed ?? [] };
    const start = async (startFeeder: typeof startPublicFeeder) => {
      if (isStopped) return;
      const feeder = startFeeder({ ...options, from, onReading: snapshot && ((paths) => snapshot.noteReading(paths)) });
      feeders.push(feeder);
      await feeder.ready;
    };
    index.onInvalidated(() => feeders.forEach(({ rebuild }) => void rebuild()));
    await start(startPublicFeeder);
    void start(startPublicFileFeeder)
      .then(() => start(startItemFeeder))
      .then(() => start(startFileFeeder))
      .then(complete.resolve)
      .then(keep);
  }

  function keep(): void {
    if (isStopped) return;
    const keeper = keepPlace({
      ...{ store, isDone, setAlarm },
      async save(reached) {
        index.setPlace(reached);
        await snapshot?.save(reached);
        isFailing = false;
      },
      onFailure(error) {
        if (!isFailing) log.warn({ err: error }, 'The search index could not be stored; retrying');
        isFailing = true;
      },
    });
    stopKeeping = keeper.stop;
  }

  return {
    complete: complete.promise,
    ready: begin().catch((error: unknown) => log.error({ err: error }, 'The search could not be started')),
    isDone,
    async stop() {
      isStopped = true;
      for (const feeder of feeders) feeder.stop();
      await stopKeeping();
      await snapshot?.stop();
    },
  };
}

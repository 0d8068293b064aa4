import { dayIn } from '#core/clock/zoned-time.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { fillPublicationCards } from '#core/publishing/fill-publication-cards.ts';
import { settingCollections } from '#core/settings/setting-documents.ts';
import { readConfig } from '#core/settings/settings.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { updateSiteDay } from '#core/site/site-day.ts';
import { recordSegments } from '#core/site/type-segments.ts';
import { listenFromNow } from '../listening/listen-from-now.ts';
import type { Log } from '../log/log.ts';
import type { SetAlarm } from './alarm.ts';
import { type BookedJobOptions, createJob, type Job } from './create-job.ts';

/** Milliseconds between looks at the clock, for lists that begin with what is still to come. */
const LOOK = 60_000;

export interface ListingKeeperOptions extends BookedJobOptions {
  store: DocumentStore;
  config: SiteConfig;
  log: Pick<Log, 'info' | 'error'>;
  now?: (() => number) | undefined;
  /** Lets visitors go first. */
  pause?: (() => Promise<void>) | undefined;
  setAlarm?: SetAlarm;
}

/** Idle once the lists fit the configuration and the date. */
export type ListingKeeper = Pick<Job, 'idle' | 'stop'>;

/**
 * Adapts the lists of the site to a changed configuration: to new languages, to how a type is sorted and filtered, to what it does in a
 * language that it lacks, and to renamed segments. Keeps the date that lists of what is still to come begin with.
 */
export function startListingKeeper({
  store,
  config,
  log,
  now = Date.now,
  pause,
  setAlarm,
  book,
}: ListingKeeperOptions): ListingKeeper {
  const job = createJob({
    work,
    entry: book?.of('lists'),
    onFailure: (error) => log.error({ err: error }, 'The lists of the site could not be updated; retrying'),
    setAlarm,
  });
  const followsDate = config.contentTypes.some(({ listing }) => listing?.order === 'upcoming');
  let isAdapted = false;
  let changes = 0;
  let known: string | undefined;

  async function work(): Promise<number | undefined> {
    if (!isAdapted) await adapt();
    if (!followsDate) return undefined;
    const { timeZone } = await readConfig(store, config);
    const day = dayIn(timeZone, now());
    if (day !== known) await updateSiteDay(store, timeZone, now());
    known = day;
    return LOOK;
  }

  async function adapt(): Promise<void> {
    await recordSegments(store, config);
    const began = changes;
    const written = await fillPublicationCards(store, await readConfig(store, config), {
      signal: job.signal,
      pause,
      onBatch(items, changed) {
        if (changed > 0) log.info({ items, changed }, 'Adapting the lists to the configuration …');
      },
    });
    if (written > 0) log.info({ items: written }, 'The lists fit the configuration');
    isAdapted = !job.signal.aborted && began === changes;
  }

  const adaptAgain = () => {
    changes += 1;
    isAdapted = false;
    known = undefined;
    job.wake();
  };
  const stopListening = listenFromNow(
    store,
    settingCollections.map(({ name }) => name),
    {
      onChanges: adaptAgain,
      onGap: adaptAgain,
      onError: (error) => log.error({ err: error }, 'Listening to changes of settings failed'),
    },
  );
  job.wake();
  return {
    idle: job.idle,
    stop() {
      stopListening();
      return job.stop();
    },
  };
}

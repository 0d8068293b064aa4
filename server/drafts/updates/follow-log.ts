import type { DraftEntry, DraftLog } from '#core/drafts/draft-log.ts';

/** Milliseconds before following again after a failure, and at most. Source: the specification, section 9. */
const FIRST_WAIT = 1_000;
const WAIT_FACTOR = 1.5;
const LONGEST_WAIT = 60_000;

export interface FollowLogOptions {
  /** The position from which to follow. */
  position: () => number;
  onEntries: (entries: DraftEntry[]) => void;
  /** Called when following failed; it is retried, with growing waits. */
  onError: (error: Error) => void;
}

/** Follows a draft's log, again after a failure. @returns a function that stops following */
export function followLog(
  log: Pick<DraftLog, 'follow'>,
  key: string,
  { position, onEntries, onError }: FollowLogOptions,
): () => void {
  let failures = 0;
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let stop = () => {};

  function begin(): void {
    stop = log.follow(
      key,
      (entries) => {
        failures = 0;
        onEntries(entries);
      },
      {
        after: position(),
        onError(error) {
          if (isEnded) return;
          onError(error);
          const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * WAIT_FACTOR ** failures++);
          timer = setTimeout(begin, wait).unref();
        },
      },
    );
  }

  begin();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    stop();
  };
}

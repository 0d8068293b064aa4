import type { DraftEntry, DraftFollowOptions } from './draft-log.ts';

interface Follower extends DraftFollowOptions {
  name: string;
  onEntries: (entries: DraftEntry[]) => void;
}

/** The followers of the drafts of one log. */
export interface DraftFollowers {
  follow(name: string, onEntries: (entries: DraftEntry[]) => void, options: DraftFollowOptions): () => void;
  /** Tells the followers of some drafts, or of all, what is new. Call it after every change of the log, by any process. */
  deliver(names?: readonly string[]): void;
  readonly size: number;
}

/** @param readAfter the updates of a draft after a position, in order */
export function createDraftFollowers(readAfter: (name: string, after: number) => DraftEntry[]): DraftFollowers {
  const followers = new Set<Follower>();

  function tell(follower: Follower): void {
    try {
      const entries = readAfter(follower.name, follower.after);
      const last = entries.at(-1);
      if (!last) return;
      follower.after = last.position;
      follower.onEntries(entries);
    } catch (error) {
      if (!followers.delete(follower)) return;
      follower.onError(error instanceof Error ? error : new Error(String(error), { cause: error }));
    }
  }

  return {
    follow(name, onEntries, options) {
      const follower: Follower = { ...options, name, onEntries };
      followers.add(follower);
      queueMicrotask(() => followers.has(follower) && tell(follower));
      return () => void followers.delete(follower);
    },
    deliver(names) {
      for (const follower of [...followers]) {
        if ((!names || names.includes(follower.name)) && followers.has(follower)) tell(follower);
      }
    },
    get size() {
      return followers.size;
    },
  };
}

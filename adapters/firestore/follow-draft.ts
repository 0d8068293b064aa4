import type { DraftEntry, DraftFollowOptions } from '#core/drafts/draft-log.ts';
import type { Connection } from './connect.ts';
import { type Head, headName, toHead } from './draft-head.ts';
import type { DraftReader } from './draft-reader.ts';
import { openListenStream } from './listen-stream.ts';

export interface DraftFollower extends DraftFollowOptions {
  name: string;
  onEntries: (entries: DraftEntry[]) => void;
  /** Told of each head, before its updates. */
  onHead: (head: Head) => void;
}

/** Follows a draft by listening to its head. @returns a function that stops following */
export function followDraft(
  connection: Connection,
  reader: DraftReader,
  { name, onEntries, onHead, after, onError }: DraftFollower,
): () => void {
  const document = headName(connection.root, name);
  let isEnded = false;
  let isTelling = false;
  let told = after;
  /** The newest head that was not told yet. */
  let waiting: Head | undefined;

  function fail(error: unknown): void {
    if (isEnded) return;
    isEnded = true;
    stop();
    onError(error instanceof Error ? error : new Error(String(error), { cause: error }));
  }

  async function tell(): Promise<void> {
    if (isTelling) return;
    isTelling = true;
    while (waiting && !isEnded) {
      const head = waiting;
      waiting = undefined;
      // Without updates, the draft was compacted meanwhile, and its next head is on its way.
      const entries = (await reader.entries(head, told)) ?? [];
      const last = entries.at(-1);
      if (isEnded || !last) continue;
      told = last.position;
      onEntries(entries);
    }
    isTelling = false;
  }

  const stop = openListenStream(
    connection,
    { documents: [document] },
    {
      onSnapshot(changes) {
        const stored = changes.get(document);
        if (!stored || isEnded) return;
        waiting = toHead(stored);
        onHead(waiting);
        tell().catch(fail);
      },
      onError: fail,
    },
  );
  return () => {
    isEnded = true;
    stop();
  };
}

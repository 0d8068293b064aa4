import { compareText } from '#core/documents/compare-values.ts';
import { createDraftFollowers } from '#core/drafts/draft-followers.ts';
import type { DraftEntry, DraftLog } from '#core/drafts/draft-log.ts';

interface Draft {
  entries: DraftEntry[];
  settled: number;
}

const isUnsettled = ({ entries, settled }: Draft) => settled < (entries.at(-1)?.position ?? 0);

/** An in-memory draft log for tests. */
export function createMemoryDraftLog(): DraftLog {
  const drafts = new Map<string, Draft>();
  const last = new Map<string, number>();
  const entriesAfter = (name: string, after: number) =>
    (drafts.get(name)?.entries ?? [])
      .filter(({ position }) => position > after)
      .map(({ position, update }) => ({ position, update: update.slice() }));
  const followers = createDraftFollowers(entriesAfter);

  return {
    isConsecutive: true,

    async names(after, limit) {
      const names = [...drafts.keys()].filter((name) => after === undefined || compareText(name, after) > 0);
      return names.sort(compareText).slice(0, limit);
    },

    async read(name, after = 0) {
      return entriesAfter(name, after);
    },

    async append(name, update) {
      const draft = drafts.get(name) ?? { entries: [], settled: 0 };
      drafts.set(name, draft);
      const position = (last.get(name) ?? 0) + 1;
      last.set(name, position);
      draft.entries.push({ position, update: update.slice() });
      followers.deliver([name]);
      return position;
    },

    async compact(name, through, merged) {
      const draft = drafts.get(name);
      const position = draft?.entries.findLast((entry) => entry.position <= through)?.position;
      if (!draft || position === undefined) return;
      const later = draft.entries.filter((entry) => entry.position > through);
      draft.entries = [{ position, update: merged.slice() }, ...later];
    },

    follow: followers.follow,

    async remove(name) {
      drafts.delete(name);
    },

    async settle(name, through) {
      const draft = drafts.get(name);
      if (draft) draft.settled = Math.max(draft.settled, through);
    },

    async open(names) {
      return names.map((name) => {
        const draft = drafts.get(name) ?? { entries: [], settled: 0 };
        return { settled: draft.settled, isUnsettled: isUnsettled(draft), entries: entriesAfter(name, 0) };
      });
    },

    async unsettled() {
      return [...drafts]
        .filter(([, draft]) => isUnsettled(draft))
        .map(([name]) => name)
        .sort();
    },
  };
}

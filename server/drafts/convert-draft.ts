import { setImmediate as turn } from 'node:timers/promises';
import * as Y from 'yjs';
import type { DraftEntry } from '#core/drafts/draft-log.ts';
import type { Log } from '../log/log.ts';
import type { DraftMapping, OldTexts } from './draft-mapping.ts';
import type { DraftPart } from './draft-part.ts';
import type { MergeDraft } from './trials/draft-trials.ts';
import { loadUpdates } from './trials/load-updates.ts';
import { FROM_ELSEWHERE, type OpenDraft, type WriteOutcome } from './updates/open-draft.ts';

interface ConvertOptions {
  draft: OpenDraft;
  part: DraftPart;
  mapping: DraftMapping;
  merge: MergeDraft;
  log: Pick<Log, 'error'>;
  /** The log that the draft was loaded from. */
  entries: readonly DraftEntry[];
}

/**
 * Takes rich texts in the former structure into a draft, and from now on what browsers with the former editor still send: they
 * may have been offline. The former structure itself is kept, because their updates refer to it.
 */
export async function convertDraft({ draft, part, mapping, merge, log, entries }: ConvertOptions): Promise<void> {
  const { doc } = draft;
  let known = mapping.readOldTexts(doc, part.richTexts);
  if (known.size > 0 && !mapping.hasTakenOldTexts(doc, known)) {
    const origin = { source: 'local' };
    let taken = await textsWhen(entries, (copy, texts) => texts.size > 0 && mapping.hasTakenOldTexts(copy, texts));
    if (!taken) {
      // What the item's snapshot contains comes first: a change of the item by a program is merged relative to that.
      const earlier = entries.filter(({ position }) => position <= draft.settled);
      const settled = await loadUpdates(merge, earlier);
      taken = mapping.readOldTexts(settled, part.richTexts);
      settled.destroy();
      if (taken.size > 0) await write(() => draft.write(mapping.convertOldTexts(taken as OldTexts), origin));
    }
    const [before, after] = [taken, known];
    await write(() => draft.change((copy) => mapping.takeOldTexts(copy, before, after), origin));
  }
  doc.on('afterTransaction', ({ changedParentTypes, origin }: Y.Transaction) => {
    const changedTypes: ReadonlyMap<object, unknown> = changedParentTypes;
    if (!part.richTexts.some((name) => changedTypes.has(doc.getXmlFragment(name)))) return;
    const before = known;
    const after = mapping.readOldTexts(doc, part.richTexts);
    known = after;
    // The process that received it takes it in.
    if (origin === FROM_ELSEWHERE) return;
    draft
      .change((copy) => mapping.takeOldTexts(copy, before, after), { source: 'local' })
      .catch((error: unknown) => log.error({ err: error, draft: draft.key }, 'An update of a former editor waits'));
  });

  /** A draft that cannot be converted must not be opened, since it would look empty. */
  async function write(attempt: () => Promise<WriteOutcome>): Promise<void> {
    const outcome = await attempt();
    if (outcome !== 'saved') throw new Error(`The draft ${draft.key} cannot be converted: ${outcome}`);
  }

  /** The last state of the former texts in the log of which something is true. */
  async function textsWhen(
    all: readonly DraftEntry[],
    isWanted: (copy: Y.Doc, texts: OldTexts) => boolean,
  ): Promise<OldTexts | undefined> {
    const copy = new Y.Doc();
    let found: OldTexts | undefined;
    for (const entry of all) {
      // Others come in between.
      await turn();
      try {
        Y.applyUpdate(copy, entry.update);
      } catch {
        continue;
      }
      const texts = mapping.readOldTexts(copy, part.richTexts);
      if (isWanted(copy, texts)) found = texts;
    }
    copy.destroy();
    return found;
  }
}

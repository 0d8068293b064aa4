import { createHash } from 'node:crypto';
import type { DraftEntry, DraftLog } from '#core/drafts/draft-log.ts';
import type { Comparing, CopySide, Count } from './copy-side.ts';
import { everyPage, inParallel } from './in-parallel.ts';

/** Names per listing. */
const PAGE = 500;

/** Drafts in memory at once; each has a few megabytes at the most. */
const AT_ONCE = 8;

/** Maximum updates that are appended without waiting for those before. */
const APPENDED_AT_ONCE = 100;

/** The history of a draft. Positions are a store's own: what is settled is the number of updates that the item has. */
interface History {
  entries: DraftEntry[];
  settled: number;
}

/** Appends the history of every draft of the source to the target, after what an interrupted copy appended. */
export async function copyDrafts({ from, to, isNew }: { from: CopySide; to: CopySide; isNew: boolean }, count: Count) {
  if (!isNew) await removeOthers(from, to);
  await inParallel(everyDraft(from.draftLog), AT_ONCE, async (name) => {
    const history = await readHistory(from.draftLog, name);
    await appendHistory(to.draftLog, name, history, isNew);
    count({ drafts: 1, updates: history.entries.length });
  });
}

/** Tells what differs. */
export async function compareDrafts({ from, to, tell }: Comparing, count: Count): Promise<void> {
  let drafts = 0;
  await inParallel(everyDraft(from.draftLog), AT_ONCE, async (name) => {
    const history = await readHistory(from.draftLog, name);
    if (hashOf(await readHistory(to.draftLog, name)) !== hashOf(history)) {
      tell(`The draft ${name} is not the same.`);
    }
    drafts += 1;
    count({ drafts: 1, updates: history.entries.length });
  });
  let copied = 0;
  for await (const _ of everyDraft(to.draftLog)) copied += 1;
  if (copied > drafts) tell(`There are ${copied} drafts instead of ${drafts}.`);
}

/** Removes drafts that the source no longer has. */
async function removeOthers(from: CopySide, to: CopySide): Promise<void> {
  await inParallel(everyDraft(to.draftLog), AT_ONCE, async (name) => {
    if ((await from.draftLog.read(name)).length === 0) await to.draftLog.remove(name);
  });
}

async function appendHistory(log: DraftLog, name: string, source: History, isNew: boolean): Promise<void> {
  const copied = isNew ? { entries: [], settled: 0 } : await readHistory(log, name);
  const isStart = copied.entries.every(
    ({ update }, index) => Buffer.compare(update, source.entries[index]?.update ?? NONE) === 0,
  );
  const isKept = isStart && copied.entries.length <= source.entries.length && copied.settled <= source.settled;
  if (!isKept) await log.remove(name);
  const positions = isKept ? copied.entries.map(({ position }) => position) : [];
  while (positions.length < source.entries.length) {
    const next = source.entries.slice(positions.length, positions.length + APPENDED_AT_ONCE);
    positions.push(...(await Promise.all(next.map(({ update }) => log.append(name, update)))));
  }
  const through = positions[source.settled - 1];
  if (through !== undefined) await log.settle(name, through);
}

const NONE = new Uint8Array();

async function readHistory(log: DraftLog, name: string): Promise<History> {
  const [opened] = await log.open([name]);
  const { settled = 0, entries = await log.read(name) } = opened ?? {};
  return { entries, settled: entries.filter(({ position }) => position <= settled).length };
}

function hashOf({ entries, settled }: History): string {
  const hash = createHash('sha256').update(`${settled} of ${entries.length}`);
  for (const { update } of entries) hash.update(` ${update.byteLength}:`).update(update);
  return hash.digest('hex');
}

function everyDraft(log: DraftLog): AsyncGenerator<string> {
  return everyPage((after) => log.names(after, PAGE));
}

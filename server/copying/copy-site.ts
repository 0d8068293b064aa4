import { createHash } from 'node:crypto';
import type { Collection } from '#core/documents/collection.ts';
import type { FileStore } from '#core/media/file-store.ts';
import { compareDocuments, copyDocuments } from './copy-documents.ts';
import { compareDrafts, copyDrafts } from './copy-drafts.ts';
import {
  beginCopy,
  type CopyLease,
  finishCopy,
  isMark,
  isServed,
  takeCopyLease,
  unfinishedCopyOf,
} from './copy-marks.ts';
import {
  COPIED_FOLDER,
  type Comparing,
  type CopyProgress,
  type CopySide,
  type CopyTotals,
  type Count,
} from './copy-side.ts';
import { everyPage, inParallel } from './in-parallel.ts';
import { countPeople, createMovePasswords, type PeopleCopied } from './move-passwords.ts';

export interface CopyPlan extends PeopleCopied {
  /** Whether an interrupted copy goes on. */
  isResumed: boolean;
}

/** Why nothing was copied. */
export type CopyRefusal =
  | { reason: 'served' | 'copied' | 'unfinished'; side: string }
  /** `what`: what the target has, such as `items`, `drafts` or `files`. */
  | { reason: 'not-empty'; side: string; what: string }
  /** The target has an unfinished copy of another source. */
  | { reason: 'other-copy'; side: string; source: string };

export type CopyOutcome =
  | { kind: 'refused'; refusal: CopyRefusal }
  | { kind: 'planned'; plan: CopyPlan }
  /** The target has been found equal. */
  | { kind: 'copied'; plan: CopyPlan; totals: CopyTotals }
  /** The first differences, one line each; the mark of the unfinished copy stays. */
  | { kind: 'differs'; plan: CopyPlan; totals: CopyTotals; differences: string[] };

export interface CopyOptions {
  from: CopySide;
  to: CopySide;
  collections: readonly Collection[];
  /** Whether to end with the plan; nothing is written then. */
  isDryRun?: boolean;
  /** Called before anything is written. */
  onPlan?: (plan: CopyPlan) => void;
  onProgress?: (progress: CopyProgress) => void;
}

/** Differences that are told. */
const MAX_DIFFERENCES = 20;

/**
 * Copies documents, drafts with their histories, files and accounts to an empty place, and compares both by hashes. A copy that
 * was interrupted goes on where it was. The source is only read; where several machines can reach a side, a lease keeps servers
 * from starting.
 * @throws {StoreUnavailable} @throws {FileStoreUnavailable} @throws {PasswordsUnavailable} the copy can go on later
 */
export async function copySite(options: CopyOptions): Promise<CopyOutcome> {
  const { from, to } = options;
  const leases: CopyLease[] = [];
  try {
    for (const { store, isShared, name } of [from, to]) {
      if (!isShared) continue;
      const lease = await takeCopyLease(store);
      if (!lease) return { kind: 'refused', refusal: { reason: 'copied', side: name } };
      leases.push(lease);
      if (await isServed(store, Date.now())) return { kind: 'refused', refusal: { reason: 'served', side: name } };
    }
    const requireLeases = () => {
      for (const lease of leases) lease.require();
    };
    return await copyWithin(options, requireLeases);
  } finally {
    for (const lease of leases) await lease.giveBack().catch(() => {});
  }
}

async function copyWithin(
  { from, to, collections, isDryRun = false, onPlan, onProgress }: CopyOptions,
  requireLeases: () => void,
): Promise<CopyOutcome> {
  if ((await unfinishedCopyOf(from.store)) !== undefined) return refused({ reason: 'unfinished', side: from.name });
  const former = await unfinishedCopyOf(to.store);
  if (former !== undefined && former !== from.name) {
    return refused({ reason: 'other-copy', side: to.name, source: former });
  }
  const what = former === undefined ? await findContents(to, collections) : undefined;
  if (what !== undefined) return refused({ reason: 'not-empty', side: to.name, what });
  const plan = { ...(await countPeople(from, to.passwords)), isResumed: former !== undefined };
  onPlan?.(plan);
  if (isDryRun) return { kind: 'planned', plan };

  await beginCopy(to.store, from.name);
  const countIn = (phase: CopyProgress['phase'], done: CopyTotals = nothing()): Count => {
    return (more) => {
      requireLeases();
      for (const [name, number] of Object.entries(more)) done[name as keyof CopyTotals] += number;
      onProgress?.({ phase, done });
    };
  };
  const movePasswords = createMovePasswords(from.passwords, to.passwords);
  const copying = { from, to, collections, movePasswords, isNew: !plan.isResumed };
  await copyFiles(copying, countIn('files'));
  await copyDrafts(copying, countIn('drafts'));
  await copyDocuments(copying, countIn('documents'));

  const totals = nothing();
  const verifying = countIn('verifying', totals);
  const differences: string[] = [];
  const tell = (difference: string) => {
    if (differences.length < MAX_DIFFERENCES) differences.push(difference);
  };
  await compareDocuments({ ...copying, tell }, verifying);
  await compareDrafts({ from, to, tell }, verifying);
  await compareFiles({ from, to, tell }, verifying);
  if (differences.length > 0) return { kind: 'differs', plan, totals, differences };
  await finishCopy(to.store);
  return { kind: 'copied', plan, totals };
}

function refused(refusal: CopyRefusal): CopyOutcome {
  return { kind: 'refused', refusal };
}

function nothing(): CopyTotals {
  return { documents: 0, drafts: 0, updates: 0, files: 0, bytes: 0 };
}

/** What a place has that should be empty. */
async function findContents(
  { store, draftLog, files }: CopySide,
  collections: readonly Collection[],
): Promise<string | undefined> {
  for (const { name } of collections) {
    const found = await store.runQuery({ collection: name, limit: 20 });
    if (found.some(({ path }) => !isMark(path))) return name;
  }
  if ((await draftLog.names(undefined, 1)).length > 0) return 'drafts';
  if ((await files.list(COPIED_FOLDER, undefined, 1)).length > 0) return 'files';
  return undefined;
}

/** Keys per listing. */
const PAGE = 500;

/** Files in memory at once; each has at most 25 MB. */
const AT_ONCE = 4;

/** Writes every file of the source that the target does not have or has otherwise. @param isNew if the target has none */
async function copyFiles({ from, to, isNew }: { from: CopySide; to: CopySide; isNew: boolean }, count: Count) {
  await inParallel(everyFile(from.files), AT_ONCE, async (key) => {
    const bytes = await requireFile(from, key);
    const isThere = !isNew && Buffer.compare((await to.files.read(key)) ?? new Uint8Array(), bytes) === 0;
    if (!isThere || bytes.byteLength === 0) await to.files.write(key, bytes);
    count({ files: 1, bytes: bytes.byteLength });
  });
}

/** Tells what differs. */
async function compareFiles({ from, to, tell }: Comparing, count: Count): Promise<void> {
  let files = 0;
  await inParallel(everyFile(from.files), AT_ONCE, async (key) => {
    const bytes = await requireFile(from, key);
    const copied = await to.files.read(key);
    if (!copied) tell(`The file ${key} is missing.`);
    else if (hashOf(copied) !== hashOf(bytes)) tell(`The file ${key} is not the same.`);
    files += 1;
    count({ files: 1, bytes: bytes.byteLength });
  });
  let copied = 0;
  for await (const _ of everyFile(to.files)) copied += 1;
  if (copied > files) tell(`There are ${copied} files instead of ${files}.`);
}

function everyFile(files: FileStore): AsyncGenerator<string> {
  return everyPage((after) => files.list(COPIED_FOLDER, after, PAGE));
}

async function requireFile({ files, name }: CopySide, key: string): Promise<Uint8Array> {
  const bytes = await files.read(key);
  if (!bytes) throw new Error(`The file ${key} has disappeared from ${name}`);
  return bytes;
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

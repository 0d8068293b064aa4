import { z } from 'zod';
import type { Actor } from '../access/actor.ts';
import { may, requireMay } from '../access/policy.ts';
import { createToken, digestOf, isToken } from '../accounts/secret-values.ts';
import { auditWrite, onRecord, personOf } from '../audit/audit-log.ts';
import { items } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import { itemId } from '../content/schema-parts.ts';
import { defineCollection } from '../documents/collection.ts';
import { idOf } from '../documents/document-path.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import { deleteFound, retryOnConflict } from '../documents/retry-on-conflict.ts';
import { getDocument, queryDocuments, setDocument } from '../documents/typed-documents.ts';
import type { Locale } from '../locales/locale.ts';
import type { ItemDependencies, ItemFailure } from '../publishing/change-item.ts';
import { itemEntry } from '../publishing/publication-entry.ts';
import { readSettledItem } from '../publishing/settle-items.ts';
import type { FindActor } from '../tokens/api-tokens.ts';

const schema = z.strictObject({
  itemId,
  languages: z.array(z.string()).min(1),
  /** Milliseconds since 1970. */
  createdAt: z.int().nonnegative(),
  expiresAt: z.int().nonnegative(),
  by: z.strictObject({ id: z.string(), name: z.string() }),
});

/** A link that shows drafts to anyone who has it. */
type Preview = z.infer<typeof schema>;

/** `previews/{hash of its token}` */
export const previews = defineCollection({
  name: 'previews',
  schema,
  indexes: [
    [
      { field: 'itemId', direction: 'asc' },
      { field: 'createdAt', direction: 'desc' },
    ],
    [{ field: 'expiresAt', direction: 'asc' }],
  ],
  policy: { read: 'private' },
});

/** Validity of a link in days. Source: Meki's own. */
export const PREVIEW_DAYS = { least: 1, most: 30, usual: 7 } as const;

/** Maximum links per item, including expired ones that are not pruned yet. */
const MOST = 100;

const DAY = 24 * 3_600_000;

/** Also looks up the author of a link, to check whether they may still share it. */
type PreviewDependencies = ItemDependencies & { findActor: FindActor };

/** A link as listed. */
interface ListedPreview extends Preview {
  id: string;
  /** Whether it shows anything: not while its author is deleted, suspended, or may not share all of its languages. */
  works: boolean;
}

type CreatePreviewOutcome =
  /** `token` is returned only here, and is not stored. */
  { ok: true; id: string; token: string; preview: Preview } | ItemFailure<'language-missing' | 'invalid-days' | 'full'>;

/**
 * Creates a link that shows the drafts of an item in some languages to anyone who has it, until it expires or is revoked.
 * @throws {Forbidden}
 */
export async function createPreview(
  { store, now = Date.now }: ItemDependencies,
  actor: Actor,
  given: { itemId: string; languages: readonly Locale[]; days?: number },
): Promise<CreatePreviewOutcome> {
  requireMay(actor, 'draft.read');
  const action = async (): Promise<CreatePreviewOutcome> => {
    const document = await getDocument(store, items.at(given.itemId));
    if (!document) return { ok: false, reason: 'not-found' };
    const item = document.data;
    const languages = [...new Set(given.languages)];
    for (const language of languages) requireMay(actor, 'preview.share', { authorId: item.authorId ?? '', language });
    if (item.trashedAt !== undefined) return { ok: false, reason: 'in-trash' };
    if (languages.length === 0 || languages.some((language) => !item.languages[language])) {
      return { ok: false, reason: 'language-missing' };
    }
    const { days = PREVIEW_DAYS.usual } = given;
    if (!Number.isInteger(days) || days < PREVIEW_DAYS.least || days > PREVIEW_DAYS.most) {
      return { ok: false, reason: 'invalid-days' };
    }
    if ((await ofItem(store, item.id)).length >= MOST) return { ok: false, reason: 'full' };
    const token = createToken();
    const id = await digestOf(token);
    const at = now();
    const preview: Preview = {
      itemId: item.id,
      languages,
      createdAt: at,
      expiresAt: at + days * DAY,
      by: personOf(actor),
    };
    const entry = itemEntry({
      action: 'item.preview-shared',
      at,
      actor: onRecord(actor),
      item,
      details: { languages },
    });
    await store.commit([
      setDocument(previews.at(id), preview, { exists: false }),
      auditWrite(entry),
      { kind: 'verify', path: document.path, precondition: { version: document.version } },
    ]);
    return { ok: true, id, token, preview };
  };
  // Concurrent changes of the item are possible: the link must match the item at the time of the commit.
  return retryOnConflict<CreatePreviewOutcome>(action, { giveUp: () => ({ ok: false, reason: 'conflict' }) });
}

/**
 * The valid links of an item, newest first, in languages that the actor may share.
 * @throws {Forbidden}
 */
export async function listPreviews(
  { store, findActor, now = Date.now }: PreviewDependencies,
  actor: Actor,
  itemId: string,
): Promise<ListedPreview[]> {
  requireMay(actor, 'draft.read');
  const item = await readItem(store, itemId);
  if (!item) return [];
  const listed = (await ofItem(store, itemId)).filter(
    ({ expiresAt, languages }) => expiresAt > now() && mayShare(actor, item, languages),
  );
  const makers = new Map<string, Actor | undefined>();
  for (const { by } of listed) if (!makers.has(by.id)) makers.set(by.id, await findActor(by.id));
  return listed.map((preview) => ({ ...preview, works: mayShow(makers.get(preview.by.id), item, preview.languages) }));
}

/** Revokes a link; takes effect at once. @throws {Forbidden} */
export async function revokePreview(
  { store, now = Date.now }: ItemDependencies,
  actor: Actor,
  { itemId, id }: { itemId: string; id: string },
): Promise<{ ok: true } | ItemFailure> {
  requireMay(actor, 'draft.read');
  const item = await readItem(store, itemId);
  const preview = isToken(id) ? (await getDocument(store, previews.at(id)))?.data : undefined;
  if (!item || preview?.itemId !== itemId) return { ok: false, reason: 'not-found' };
  for (const language of preview.languages) {
    requireMay(actor, 'preview.share', { authorId: item.authorId ?? '', language });
  }
  const details = { languages: preview.languages };
  const entry = itemEntry({ action: 'item.preview-revoked', at: now(), actor: onRecord(actor), item, details });
  try {
    await store.commit([
      { kind: 'delete', path: previews.at(id).path, precondition: { exists: true } },
      auditWrite(entry),
    ]);
    return { ok: true };
  } catch (error) {
    if (error instanceof PreconditionFailed) return { ok: false, reason: 'not-found' };
    throw error;
  }
}

/**
 * The draft that a link shows, in the link's languages only. `undefined` if the token is malformed, unknown, revoked or
 * expired, if the item is in the trash, and if the link's author may not share it now: their account is deleted or suspended,
 * or their role or languages have changed. Tokens are looked up by hash, so that timing reveals nothing about them.
 */
export async function readPreview(
  { store, drafts, findActor, now = Date.now }: PreviewDependencies,
  token: string,
): Promise<{ preview: Preview; item: Item } | undefined> {
  if (!isToken(token)) return undefined;
  const preview = (await getDocument(store, previews.at(await digestOf(token))))?.data;
  if (!preview || preview.expiresAt <= now()) return undefined;
  const maker = await findActor(preview.by.id);
  if (!maker || maker.kind === 'anonymous' || maker.disabled) return undefined;
  const item = (await readSettledItem({ store, drafts }, preview.itemId))?.item;
  if (!item || item.trashedAt !== undefined || !mayShow(maker, item, preview.languages)) return undefined;
  const shown = Object.entries(item.languages).filter(([language]) => preview.languages.includes(language));
  return shown.length > 0 ? { preview, item: { ...item, languages: Object.fromEntries(shown) } } : undefined;
}

/**
 * Deletes expired links. A link that would be valid for longer than the maximum, because the clock was set back, is shortened
 * to the maximum from now. @returns the number deleted
 */
export async function prunePreviews({ store, now = Date.now }: ItemDependencies): Promise<number> {
  await bringNearer(store, now());
  return deleteFound(store, {
    collection: previews.name,
    where: [{ field: 'expiresAt', op: '<=', value: now() }],
    orderBy: [{ field: 'expiresAt', direction: 'asc' }],
  });
}

async function bringNearer(store: DocumentStore, now: number): Promise<void> {
  const longest = now + PREVIEW_DAYS.most * DAY;
  for (;;) {
    const late = await store.runQuery({
      collection: previews.name,
      where: [{ field: 'expiresAt', op: '>', value: longest }],
      orderBy: [{ field: 'expiresAt', direction: 'asc' }],
      limit: 200,
    });
    if (late.length === 0) return;
    const fields = { expiresAt: longest };
    try {
      await store.commit(
        late.map(({ path, version }) => ({ kind: 'update', path, fields, precondition: { version } })),
      );
    } catch (error) {
      // One of them was revoked meanwhile: the next run handles the rest.
      if (error instanceof PreconditionFailed) return;
      throw error;
    }
  }
}

/** Whether the author of a link may still share what it shows. */
function mayShow(maker: Actor | undefined, item: Item, languages: Locale[]): boolean {
  return maker !== undefined && may(maker, 'draft.read') && mayShare(maker, item, languages);
}

function mayShare(actor: Actor, { authorId = '' }: Item, languages: Locale[]): boolean {
  return languages.every((language) => may(actor, 'preview.share', { authorId, language }));
}

async function readItem(store: DocumentStore, id: string): Promise<Item | undefined> {
  return (await getDocument(store, items.at(id)))?.data;
}

async function ofItem(store: DocumentStore, itemId: string): Promise<(Preview & { id: string })[]> {
  const documents = await queryDocuments(store, previews, {
    where: [{ field: 'itemId', op: '==', value: itemId }],
    orderBy: [{ field: 'createdAt', direction: 'desc' }],
    limit: MOST,
  });
  return documents.map((document) => ({ ...document.data, id: idOf(document) }));
}

import { z } from 'zod';
import { may, requireMay } from '#core/access/policy.ts';
import type { Revision } from '#core/content/publication.ts';
import { restoreRevisions, restoreSavedVersion } from '#core/items/restore-history.ts';
import { isHistoryCursor, listRevisions, readRevision } from '#core/items/revisions.ts';
import { untrashItem } from '#core/items/trash-item.ts';
import { isLanguageCode } from '#core/locales/locale.ts';
import { contentTypeOf } from '#core/site/content-paths.ts';
import { bodyIn, fieldsIn, isoTime, itemAnswer, pick } from './item-resource.ts';
import { theItem } from './item-schemas.ts';
import { answerWritten, changeItemOf, failureProblem, readItem } from './on-item.ts';
import { ApiProblem } from './problem.ts';
import { type AnyRoute, type ApiRequest, type ApiServices, route } from './route.ts';
import { bodyQuery, cursorOf, fieldValues, language, languages, named, richBody } from './shared-schemas.ts';

const revisionFacts = {
  language,
  revision: z.int().positive(),
  publishedAt: z.string(),
  by: z.object({ id: z.string(), name: z.string() }).exactOptional(),
  title: z.string(),
  slug: z.string(),
};

const revisionList = named(
  'RevisionList',
  z.object({ revisions: z.array(z.object(revisionFacts)), next: z.string().exactOptional() }),
);

const revisionResource = named(
  'Revision',
  z.object({
    ...revisionFacts,
    summary: z.string(),
    body: richBody,
    seo: z.object({ title: z.string().exactOptional(), description: z.string().exactOptional() }),
    tags: z.array(z.string()),
    fields: fieldValues.describe('Fields of the language and shared fields.'),
  }),
);

const listRoute = route({
  method: 'get',
  path: '/items/{id}/revisions',
  operationId: 'listRevisions',
  summary: 'Lists the revisions of an item, newest first.',
  tag: 'History',
  permission: 'draft.read',
  query: z.object({
    language: language.exactOptional(),
    cursor: cursorOf(isHistoryCursor).exactOptional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: { status: 200, description: 'A page of revisions.', schema: revisionList },
  async handle(request, services) {
    const { item } = await readItem(services, request);
    const { language: only, cursor, limit } = request.query;
    const page = await listRevisions(services.store, request.actor, {
      itemId: item.id,
      limit,
      ...(only !== undefined && { language: only }),
      ...(cursor !== undefined && { after: cursor }),
    });
    return { body: { revisions: page.entries.map(factsOf), ...(page.next !== undefined && { next: page.next }) } };
  },
});

const readRoute = route({
  method: 'get',
  path: '/items/{id}/revisions/{language}/{revision}',
  operationId: 'readRevision',
  summary: 'Reads one revision of an item in one language.',
  tag: 'History',
  permission: 'draft.read',
  query: bodyQuery,
  answer: { status: 200, description: 'The revision.', schema: revisionResource },
  async handle(request, services) {
    const { item } = await readItem(services, request);
    const { params, query, actor } = request;
    const number = /^\d{1,9}$/.test(params.revision ?? '') ? Number(params.revision) : 0;
    const place = { itemId: item.id, language: params.language ?? '', revision: number };
    const found = isLanguageCode(place.language) && (await readRevision(services.store, actor, place));
    if (!found) throw failureProblem('not-in-history', request);
    const { summary, body, seo, tags, fields } = found;
    const type = contentTypeOf(services.config, item.type);
    const texts = { summary, body: bodyIn(body, query.body), seo, tags, fields: fieldsIn(type, fields, query.body) };
    return { body: { ...factsOf(found), ...texts } };
  },
});

const revisionTexts = z.strictObject({
  languages,
  revision: z.int().positive().describe('The number of a revision of these languages.'),
  shared: z
    .boolean()
    .exactOptional()
    .describe('Whether to restore the shared part of the newest of them, too: tags, cover and shared fields.'),
});

const savedVersionTexts = z.strictObject({
  languages,
  savedVersion: z.string().describe('The id of a saved version.'),
  shared: z
    .boolean()
    .exactOptional()
    .describe('Whether to restore the shared part, too: tags, cover and shared fields.'),
});

/** A member's problem is reported as such, so that problems of the other forms are reported for those forms. */
const noMembers = z.record(z.string(), z.never());

const restoring = named(
  'Restoring',
  z
    .union(
      [revisionTexts, savedVersionTexts, noMembers],
      'must have languages, and one of revision and savedVersion; or nothing',
    )
    .describe('Without members, restores an item from the trash.'),
);

type RestoredTexts = z.output<typeof revisionTexts | typeof savedVersionTexts>;

const restoreRoute = route({
  method: 'post',
  path: '/items/{id}/restore',
  operationId: 'restoreItem',
  summary:
    'Restores a revision or a saved version into the drafts, or an item from the trash. Public pages do not change.',
  tag: 'History',
  permission: 'draft.read',
  // Restoring from the trash requires the right to move the item there.
  guard: (actor, { authorId = '' }) => {
    if (!may(actor, 'item.trash', { authorId, wasPublished: false })) requireMay(actor, 'item.restore');
  },
  changesItem: true,
  query: bodyQuery,
  body: restoring,
  answer: theItem,
  handle: (request, services) =>
    changeItemOf(
      services,
      request,
      async ({ item, expectedVersion }) => {
        const { actor, query, body } = request;
        if (!namesTexts(body)) {
          const restored = await untrashItem(services, actor, { id: item.id, expectedVersion });
          if (!restored.ok)
            throw restored.reason === 'not-found' ? nothingToRestore() : failureProblem(restored.reason, request);
          return itemAnswer(services, restored, { form: query.body });
        }
        await restoreTexts(services, { ...request, body }, item.id);
        return answerWritten(services, request);
      },
      { inTrash: true },
    ),
});

export const historyRoutes: AnyRoute[] = [listRoute, readRoute, restoreRoute];

function namesTexts(body: z.output<typeof restoring>): body is RestoredTexts {
  return 'languages' in body;
}

async function restoreTexts(
  services: ApiServices,
  request: ApiRequest<unknown, RestoredTexts>,
  itemId: string,
): Promise<void> {
  const { actor, body } = request;
  const { languages: asked, shared = false } = body;
  const restored =
    'savedVersion' in body
      ? await restoreSavedVersion(services, actor, { itemId, id: body.savedVersion, languages: asked, shared })
      : await restoreRevisions(services, actor, {
          itemId,
          refs: asked.map((code) => ({ language: code, revision: body.revision })),
          languages: asked,
          shared,
        });
  if (!restored.ok) throw failureProblem(restored.reason, request);
}

function nothingToRestore(): ApiProblem {
  const detail = 'Name languages, and a revision or saved version; the item is not in the trash.';
  return new ApiProblem('invalid', detail, {
    errors: [{ pointer: '/languages', detail: 'is missing', code: 'missing' }],
  });
}

function factsOf(revision: Revision) {
  return {
    ...pick(revision, ['language', 'revision', 'title', 'slug', 'by']),
    publishedAt: isoTime(revision.publishedAt),
  };
}

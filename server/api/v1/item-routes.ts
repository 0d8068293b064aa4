import { z } from 'zod';
import { requireMay } from '#core/access/forbidden.ts';
import { SHARED } from '#core/drafts/draft-name.ts';
import { editLanguage, editShared } from '#core/drafts/edit-language.ts';
import { trashItem } from '#core/items/trash-item.ts';
import { contentTypeOf } from '#core/site/content-paths.ts';
import { createItemRoute } from './create-item-route.ts';
import { theItem } from './item-schemas.ts';
import { languageRoutes } from './language-routes.ts';
import { listItemsRoute } from './list-items-route.ts';
import { named } from './named-schema.ts';
import { answerItem, answerWritten, changeItemOf, failureProblem } from './on-item.ts';
import { createTextReader, readCover, withDropped } from './read-texts.ts';
import { type AnyRoute, route } from './route.ts';
import { author, bodyQuery, cover, fieldValues, tags } from './shared-schemas.ts';

const itemChange = named(
  'ItemChange',
  z.strictObject({
    author: author.exactOptional(),
    tags: tags.exactOptional(),
    cover: cover
      .nullable()
      .exactOptional()
      .describe('null removes it. Each text of alt requires the right to edit its language.'),
    fields: fieldValues.exactOptional(),
  }),
);

const readRoute = route({
  method: 'get',
  path: '/items/{id}',
  operationId: 'readItem',
  summary: 'Reads the draft of an item in all of its languages.',
  tag: 'Items',
  permission: 'draft.read',
  query: bodyQuery,
  answer: theItem,
  handle: (request, services) => answerItem(services, request),
});

const patchRoute = route({
  method: 'patch',
  path: '/items/{id}',
  operationId: 'changeItem',
  summary: 'Changes the shared part of an item. Missing members stay unchanged.',
  tag: 'Items',
  permission: 'draft.read',
  guard: (actor, { authorId = '' }) => requireMay(actor, 'item.edit', { authorId }),
  changesItem: true,
  query: bodyQuery,
  body: itemChange,
  answer: theItem,
  handle: (request, services) =>
    changeItemOf(services, request, async (settled) => {
      const { actor, body: change } = request;
      const { item, expectedVersion } = settled;
      const { cover: picture, alts } = change.cover ? readCover(change.cover) : { cover: change.cover, alts: [] };
      const { authorId = '' } = item;
      requireMay(actor, 'item.edit', { authorId });
      for (const [language] of alts) requireMay(actor, 'item.edit', { authorId, language });
      const former = { body: { type: 'doc' as const, content: [] }, fields: item.fields };
      const reader = await createTextReader(services, contentTypeOf(services.config, item.type), item.id, former);
      const fields = reader.fields(change.fields ?? {}, false, ['fields']);
      const tagged = change.tags && { tags: await reader.tags(change.tags, item.tags, ['tags']) };
      reader.end();
      const next = {
        fields,
        ...tagged,
        ...(change.author !== undefined && { author: change.author }),
        ...(picture !== undefined && { cover: picture }),
      };
      const edited = await editShared(services, actor, { itemId: item.id, expectedVersion, settled }, next);
      if (!edited.ok) throw failureProblem(edited.reason, request);
      let after = edited.settled;
      for (const [language, coverAlt] of alts) {
        const written = await editLanguage(services, actor, { itemId: item.id, language }, { coverAlt });
        if (!written.ok) throw failureProblem(written.reason, request);
        after = written.settled;
      }
      const answer = await answerWritten(services, request, after, [SHARED, ...alts.map(([language]) => language)]);
      return withDropped(answer, reader);
    }),
});

const deleteRoute = route({
  method: 'delete',
  path: '/items/{id}',
  operationId: 'deleteItem',
  summary: 'Unpublishes an item and moves it to the trash, which keeps it for 30 days.',
  tag: 'Items',
  permission: 'draft.read',
  changesItem: true,
  answer: { status: 204, description: 'The item is in the trash.' },
  handle: (request, services) =>
    changeItemOf(services, request, async ({ item, expectedVersion }) => {
      const moved = await trashItem(services, request.actor, { id: item.id, expectedVersion });
      if (!moved.ok) throw failureProblem(moved.reason, request);
      return { status: 204 };
    }),
});

export const itemRoutes: AnyRoute[] = [
  listItemsRoute,
  createItemRoute,
  readRoute,
  patchRoute,
  deleteRoute,
  ...languageRoutes,
];

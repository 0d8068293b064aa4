import { z } from 'zod';
import { requireMay } from '#core/access/forbidden.ts';
import { contentTypeOf } from '#core/content/content-paths.ts';
import { editShared } from '#core/drafts/edit-language.ts';
import { moveToBin } from '#core/items/bin-item.ts';
import { createItemRoute } from './create-item-route.ts';
import { itemResource } from './item-schemas.ts';
import { languageRoutes } from './language-routes.ts';
import { listItemsRoute } from './list-items-route.ts';
import { named } from './named-schema.ts';
import { answerItem, changeItemOf, failureProblem } from './on-item.ts';
import { createTextReader, readCover } from './read-texts.ts';
import { type AnyRoute, route } from './route.ts';
import { bodyQuery, cover, fieldValues, tags } from './shared-schemas.ts';

const itemChange = named(
  'ItemChange',
  z.strictObject({
    tags: tags.exactOptional(),
    cover: cover.nullable().exactOptional().describe('null takes it away.'),
    fields: fieldValues.exactOptional(),
  }),
);

const readRoute = route({
  method: 'get',
  path: '/items/{id}',
  operationId: 'readItem',
  summary: 'An item as it stands in the workshop, with all of its languages.',
  tag: 'Items',
  act: 'draft.read',
  query: bodyQuery,
  answer: { status: 200, description: 'The item.', schema: itemResource },
  handle: (request, services) => answerItem(services, request),
});

const patchRoute = route({
  method: 'patch',
  path: '/items/{id}',
  operationId: 'changeItem',
  summary: 'Changes what the languages of an item share. Members that are missing stay.',
  tag: 'Items',
  act: 'draft.read',
  changesItem: true,
  query: bodyQuery,
  body: itemChange,
  answer: { status: 200, description: 'The item.', schema: itemResource },
  handle: (request, services) =>
    changeItemOf(services, request, async ({ item, expectedVersion }) => {
      const { actor, body: change } = request;
      requireMay(actor, 'item.edit', { authorId: item.authorId ?? '' });
      const reader = await createTextReader(services, contentTypeOf(services.config, item.type), item.id);
      const fields = reader.fields(change.fields ?? {}, false, ['fields']);
      const tagged = change.tags && { tags: reader.tags(change.tags, item.tags, ['tags']) };
      reader.end();
      const next = {
        fields,
        ...tagged,
        ...(change.cover !== undefined && {
          cover: change.cover && readCover(change.cover),
        }),
      };
      const edited = await editShared(services, actor, { itemId: item.id, expectedVersion }, next);
      if (!edited.ok) throw failureProblem(edited.reason, request);
      return answerItem(services, request);
    }),
});

const deleteRoute = route({
  method: 'delete',
  path: '/items/{id}',
  operationId: 'deleteItem',
  summary: 'Takes an item off the site and moves it to the bin, where it lies for 30 days.',
  tag: 'Items',
  act: 'draft.read',
  changesItem: true,
  answer: { status: 204, description: 'It lies in the bin.' },
  handle: (request, services) =>
    changeItemOf(services, request, async ({ item, expectedVersion }) => {
      const moved = await moveToBin(services, request.actor, { id: item.id, expectedVersion });
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

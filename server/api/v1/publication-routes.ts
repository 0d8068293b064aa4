import { z } from 'zod';
import type { Item } from '#core/content/item.ts';
import type { ItemTarget } from '#core/items/change-item.ts';
import {
  type PublishItemsFailure,
  type PublishItemsOutcome,
  publishItems,
  unpublishItems,
} from '#core/items/publish-items.ts';
import { cancelSchedule, schedulePublish, scheduleUnpublish } from '#core/items/schedule-item.ts';
import { MOST_TOGETHER } from '#core/publishing/commit-room.ts';
import type { ApiServices } from './api-services.ts';
import { checksProblem } from './check-errors.ts';
import { itemAnswer } from './item-resource.ts';
import { theItem } from './item-schemas.ts';
import { named } from './named-schema.ts';
import { changeItemOf, failureProblem } from './on-item.ts';
import { ApiProblem } from './problem.ts';
import { type AnyRoute, type ApiRequest, route } from './route.ts';
import { bodyQuery, languages, moment } from './shared-schemas.ts';

const strict = z.boolean().exactOptional().describe('Whether warnings prevent publishing, too.');

const together = z
  .array(z.strictObject({ id: z.string().regex(/^[a-z0-9-]{1,120}$/), languages }))
  .max(MOST_TOGETHER - 1)
  .exactOptional()
  .describe(
    'Other items to publish in the same action, because one of the items takes an address that another one leaves.',
  );

const common = {
  method: 'post',
  tag: 'Publishing',
  changesItem: true,
  query: bodyQuery,
  answer: theItem,
} as const;

const publishRoute = route({
  ...common,
  path: '/items/{id}/publish',
  operationId: 'publishItem',
  summary: 'Publishes languages of an item after checks, all or none.',
  permission: 'item.publish',
  body: named('Publishing', z.strictObject({ languages, strict, together })),
  handle: (request, services) =>
    changeItemOf(services, request, async (settled) => {
      const { item, expectedVersion } = settled;
      const { languages: asked, strict: isStrict = false, together: others = [] } = request.body;
      const targets = [{ id: item.id, languages: asked, expectedVersion, settled }, ...others];
      const ids = targets.map(({ id }) => id);
      const isTwice = new Set(ids).size < ids.length;
      if (isTwice) throw invalidTogether('may name each item once, and not the one of the path');
      // Programs name the other items themselves: they are told which ones they could name.
      const options = { acceptWarnings: !isStrict, withPartner: () => undefined };
      const outcome = await publishItems(services, request.actor, targets, options);
      return answerPublished(services, request, item, outcome, ids);
    }),
});

const unpublishRoute = route({
  ...common,
  path: '/items/{id}/unpublish',
  operationId: 'unpublishItem',
  summary: 'Unpublishes languages of an item, all or none.',
  permission: 'item.unpublish',
  body: named('Unpublishing', z.strictObject({ languages })),
  handle: (request, services) =>
    changeItemOf(services, request, async (settled) => {
      const { item, expectedVersion } = settled;
      const target = { id: item.id, languages: request.body.languages, expectedVersion, settled };
      const outcome = await unpublishItems(services, request.actor, [target]);
      return answerPublished(services, request, item, outcome);
    }),
});

const scheduling = named(
  'Scheduling',
  z.union(
    [
      z.strictObject({ languages, publishAt: moment, strict }),
      z.strictObject({ languages, unpublishAt: moment }),
      z.strictObject({ languages, cancel: z.literal(true) }),
    ],
    'must have languages, and one of publishAt, unpublishAt and cancel',
  ),
);

const scheduleRoute = route({
  ...common,
  path: '/items/{id}/schedule',
  operationId: 'scheduleItem',
  summary: 'Schedules publishing or unpublishing languages of an item, or cancels it.',
  permission: 'item.schedule',
  body: scheduling,
  handle: (request, services) =>
    changeItemOf(services, request, async (settled) => {
      const { body, actor, query } = request;
      const { item, expectedVersion } = settled;
      const outcome = await schedule(services, actor, { id: item.id, expectedVersion, settled }, body);
      if (outcome.ok) return itemAnswer(services, outcome, { form: query.body });
      if (outcome.reason === 'checks') throw checksProblem(services.config, item, outcome.checks);
      throw failureProblem(outcome.reason, request);
    }),
});

export const publicationRoutes: AnyRoute[] = [publishRoute, unpublishRoute, scheduleRoute];

function schedule(
  services: ApiServices,
  actor: ApiRequest<unknown, unknown>['actor'],
  target: ItemTarget,
  body: z.output<typeof scheduling>,
) {
  const about = { ...target, languages: body.languages };
  if ('cancel' in body) return cancelSchedule(services, actor, about);
  if ('unpublishAt' in body) return scheduleUnpublish(services, actor, { ...about, at: Date.parse(body.unpublishAt) });
  const options = { acceptWarnings: body.strict !== true };
  return schedulePublish(services, actor, { ...about, at: Date.parse(body.publishAt) }, options);
}

function invalidTogether(detail: string): ApiProblem {
  const errors = [{ pointer: '/together', detail, code: 'invalid' }];
  return new ApiProblem('invalid', 'The body is not as the description of the API says.', { errors });
}

function answerPublished(
  services: ApiServices,
  request: ApiRequest<z.output<typeof bodyQuery>, unknown>,
  item: Item,
  outcome: PublishItemsOutcome,
  named: readonly string[] = [],
) {
  if (!outcome.ok) throw publicationProblem(services, request, item, { outcome, named });
  const [published] = outcome.published;
  if (!published) throw new Error(`${item.id} is missing from the outcome of publishing`);
  return itemAnswer(services, published, { form: request.query.body });
}

function publicationProblem(
  services: ApiServices,
  request: ApiRequest<unknown, unknown>,
  item: Item,
  { outcome, named }: { outcome: PublishItemsFailure; named: readonly string[] },
): ApiProblem {
  if (outcome.reason === 'checks') {
    const { item: about = item, checks, partners } = outcome;
    return checksProblem(services.config, about, checks, { path: item.id, partners, named });
  }
  if (outcome.id === item.id) return failureProblem(outcome.reason, request);
  const entry = { pointer: '/together', detail: 'this item cannot be published', code: outcome.reason };
  return new ApiProblem(
    'conflict',
    `The item "${outcome.id}" cannot be published together with this item. Nothing has changed.`,
    {
      errors: [{ ...entry, item: outcome.id }],
    },
  );
}

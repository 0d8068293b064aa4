import { type ActionFunctionArgs, data } from 'react-router';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { formShape, textField } from '#core/forms/form-shape.ts';
import { topicType } from '#core/site/topic-type.ts';
import { readAccountRequest } from '../../../account/account-request.ts';
import { requireForm } from '../../../account/receive-form.ts';
import { pageServices } from '../../../context/context.ts';
import { createTopic } from '../../items/actions/create-from-form.ts';
import { createItemsTranslator } from '../../items/actions/read-items-messages.ts';
import { refuseGet, requirePermission } from '../../require-permission.ts';

/** What the field of topics gets: the tag of the new topic, or what is wrong with its name. */
export type NewTopicAnswer = { kind: 'topic'; tag: string } | { kind: 'problem'; sentence: string };

/** Creates a topic from its name, as JSON, while an item is edited. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'item.create');
  const { config } = args.context.get(pageServices);
  const type = topicType(config);
  if (!type) throw data(null, { status: 404, statusText: 'Not Found' });
  const form = await requireForm(request, formShape({ name: textField() }));
  const name = String(form.get('name') ?? '').trim();
  if (name === '' || name.length > CONTENT_LIMITS.title || !name.isWellFormed()) {
    const sentence = createItemsTranslator(request.locale)('create.problems.title', { limit: CONTENT_LIMITS.title });
    return Response.json({ kind: 'problem', sentence } satisfies NewTopicAnswer, { status: 422 });
  }
  const tag = await createTopic({ ...request, config, type }, actor, name);
  return Response.json({ kind: 'topic', tag } satisfies NewTopicAnswer);
}

export const loader = refuseGet('item.create');

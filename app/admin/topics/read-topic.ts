import { data, type LoaderFunctionArgs } from 'react-router';
import { countTagged, readTopics } from '#core/item-cards/read-topics.ts';
import { TRASH_DAYS } from '#core/items/trash-item.ts';
import { topicType } from '#core/site/topic-type.ts';
import { readAccountRequest } from '../../account/account-request.ts';
import { pageServices } from '../../context/context.ts';
import { findItem } from '../editor/context/read-editor.ts';
import { createAdminTranslator, readPageMessages } from '../layout/read-admin-messages.ts';
import { requirePermission } from '../require-permission.ts';

/** A request about a topic. @throws 403 without the right to retire topics, 404 if there is no such topic */
export async function readTopicRequest(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'topics.retire');
  const { config } = args.context.get(pageServices);
  const type = topicType(config);
  const item = await findItem(request.store, args.params.id ?? '');
  if (!type || item?.type !== type.key) throw data(null, { status: 404, statusText: 'Not Found' });
  return { request, actor, config, type, item };
}

/** Loads what is told before a topic is merged or removed. */
export async function readTopic(args: LoaderFunctionArgs) {
  const { request, config, type, item } = await readTopicRequest(args);
  const { store, locale, pathTo } = request;
  const t = createAdminTranslator(locale);
  const topics = await readTopics(store, config);
  const name = item.languages[locale]?.title || topics[item.id]?.[locale] || item.id;
  const title = t('topics.title', { title: name });
  const path = pathTo(`/admin/topics/${item.id}`);
  const listHref = pathTo(`/admin/items/${type.key}`);
  return {
    pageMessages: readPageMessages(locale, 'topics'),
    title,
    breadcrumbs: [{ label: type.labels.plural[locale] ?? type.key, href: listHref }],
    path,
    runPath: `${path}/run`,
    listHref,
    isGone: item.trashedAt !== undefined,
    count: await countTagged(store, config, item.id),
    days: TRASH_DAYS,
    choices: Object.entries(topics).flatMap(([value, labels]) =>
      value === item.id ? [] : [{ value, label: labels[locale] ?? value }],
    ),
  };
}

export type TopicData = Awaited<ReturnType<typeof readTopic>>;

import type { Actor } from '#core/access/actor.ts';
import type { Permission } from '#core/access/policy.ts';
import type { Role } from '#core/accounts/user.ts';
import { publishItem } from '#core/publishing/publish-item.ts';
import { createFormReceiver } from '#server/forms/receive-form.ts';
import site from '#site-config';
import type { ActionAnswer } from '../../../app/admin/items/actions/item-actions.ts';
import { type ListAnswer, listAction } from '../../../app/admin/items/actions/list-action.ts';
import { readItems } from '../../../app/admin/items/read-items.ts';
import type { AdminServices } from '../../../app/context/context.ts';
import { createContentSite } from '../content/create-content-site.ts';
import { createFakeDrafts } from '../content/create-fake-drafts.ts';
import { finishedLanguage, person } from '../content/create-item-site.ts';
import { partial } from '../partial.ts';
import { routeArgs } from './route-args.ts';

/** The list of a type as seen by one person, with three news items: "a" is their own, "b" is published. */
export async function openItemList(role: Role = 'editor', type = 'news', isSearchComplete = true) {
  const content = createContentSite();
  const drafts = createFakeDrafts(content.store, site);
  const refused: string[] = [];
  const user = { ...(person(role, 'ana') as object), email: '', language: 'es', confirmed: true, createdAt: 0 };
  const services: Partial<AdminServices> = {
    account: partial({ current: async () => partial({ user, token: '' }) }),
    store: content.store,
    drafts,
    itemSearch: {
      findFiles: async () => [],
      isComplete: () => isSearchComplete,
      find: async (_type: string, query: string) => (query === 'palabra' ? ['c', 'a'] : []),
    },
    noteRefusal: (_actor: Actor, permission: Permission) => void refused.push(permission),
  };
  const argsOf = (request: Request, params: { type: string; id?: string } = { type }) => {
    const admin = { ...services, receiveForm: createFormReceiver(request).receive };
    return routeArgs(request, { params, page: { config: site }, admin });
  };
  const address = (query: string) => `http://localhost/admin/items/${type}${query}`;
  for (const id of ['a', 'b', 'c']) {
    const languages = { es: finishedLanguage(`${id}-es`), en: finishedLanguage(`${id}-en`) };
    await content.putItem(id, 'news', languages, { authorId: id === 'a' ? 'ana' : 'eva', tags: [], editedAt: 10 });
  }
  const dependencies = { store: content.store, config: site, drafts };
  const options = { acceptWarnings: true };
  await publishItem(dependencies, person('editor'), { id: 'b', languages: ['es', 'en'] }, options);
  return {
    ...content,
    drafts,
    refused,
    argsOf,
    read: (query = '') => readItems(argsOf(new Request(address(query)))),
    async send(fields: [string, string][], query = '') {
      const request = new Request(address(query), { method: 'POST', body: new URLSearchParams(fields) });
      const answer = await listAction(argsOf(request)).catch((thrown: unknown) => thrown);
      if (answer instanceof Response) return { status: answer.status, location: answer.headers.get('Location') };
      const { data, init } = answer as { data: ListAnswer | null; init?: { status?: number } | null };
      return { status: init?.status ?? 200, answer: data };
    },
    stateOf: async (id: string, language = 'es') => (await content.getItem(id))?.data.languages[language]?.state,
  };
}

/** The result of a bulk action. */
export async function doneOf(
  { send }: Pick<Awaited<ReturnType<typeof openItemList>>, 'send'>,
  fields: [string, string][],
): Promise<ActionAnswer> {
  return (await send(fields)).answer as ActionAnswer;
}

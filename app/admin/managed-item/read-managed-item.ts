import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import { type Item, PURGING } from '#core/content/item.ts';
import { isFixedItem } from '#core/content/validate-item.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import { slugProblem } from '#core/content-types/slugs.ts';
import type { Drafts, SettledItem } from '#core/drafts/drafts.ts';
import { titleOf } from '#core/item-cards/create-item-card.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { type ItemDependencies, wasPublished } from '#core/publishing/change-item.ts';
import { readSettledItem } from '#core/publishing/settle-items.ts';
import { localeSet } from '#site-config';
import { type AccountRequest, readAccountRequest } from '../../account/account-request.ts';
import { dependenciesOf, type PageServices, pageServices } from '../../context/context.ts';
import { languageName } from '../../i18n/language-name.ts';
import { createNamespaceTranslator, readMessages } from '../../i18n/server-messages.ts';
import { createAdminTranslator } from '../layout/read-admin-messages.ts';
import { type AllowedPerson, requireDraftReader } from '../require-permission.ts';
import type { PublishingMessages } from './publishing-messages.tsx';

/** The item of a page, with the dependencies of its use cases. */
export interface ManagedItem extends AllowedPerson, SettledItem {
  request: AccountRequest;
  services: PageServices;
  dependencies: ItemDependencies & { drafts: Drafts };
  type: ContentType;
  /** The title in the page's language, or in any that has one. */
  heading: string;
  t: ReturnType<typeof createPublishingTranslator>;
}

/**
 * The item in an address, after settling its drafts; 403 without the right to read drafts, 404 if there is no such item of the
 * type.
 */
export async function readManagedItem(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<ManagedItem> {
  const request = readAccountRequest(args);
  const services = args.context.get(pageServices);
  const { id = '', type: typeKey } = args.params;
  const allowed = await requireDraftReader(request, services.config, id);
  const { locale } = request;
  const type = services.config.contentTypes.find(({ key }) => key === typeKey);
  const dependencies = dependenciesOf({ ...request, config: services.config });
  const found = type && slugProblem(id) === undefined ? await readSettled(dependencies, id) : undefined;
  if (!type || found?.item.type !== type.key) throw data(null, { status: 404, statusText: 'Not Found' });
  const t = createPublishingTranslator(locale);
  const heading = titleOf(found.item, locale) || t('untitled');
  return { ...allowed, request, services, dependencies, type, ...found, heading, t };
}

/** An item after settling its drafts; `undefined` if it is being deleted permanently. */
export async function readSettled(
  dependencies: Pick<ManagedItem['dependencies'], 'store' | 'drafts'>,
  id: string,
): Promise<SettledItem | undefined> {
  const settled = await readSettledItem(dependencies, id);
  return settled?.item.trashedAt === PURGING ? undefined : settled;
}

/** The addresses of an item's pages in the admin area. */
export function itemPaths({ pathTo }: Pick<AccountRequest, 'pathTo'>, { type, id }: Pick<Item, 'type' | 'id'>) {
  const editor = pathTo(`/admin/items/${type}/${id}`);
  return { editor, publish: `${editor}/publish`, revisions: `${editor}/revisions`, preview: `${editor}/preview` };
}

export type ItemPaths = ReturnType<typeof itemPaths>;

/** The site's languages, the item's source first, with names in the page's language. */
export function languagesOf(item: Item, locale: Locale): { code: Locale; tag: string; name: string }[] {
  const { language: inLanguage } = localeDefinition(localeSet, locale);
  return localeSet.locales
    .map(({ code, language }) => ({ code, tag: language, name: languageName(inLanguage, language) }))
    .sort((a, b) => Number(b.code === item.sourceLanguage) - Number(a.code === item.sourceLanguage));
}

/** A formatted list of languages: "español e inglés". */
export function phraseOf(locale: Locale, codes: readonly Locale[]): string {
  const { language: inLanguage } = localeDefinition(localeSet, locale);
  const names = codes.map((code) => languageName(inLanguage, localeDefinition(localeSet, code).language));
  return new Intl.ListFormat(inLanguage, { type: 'conjunction' }).format(names);
}

/** What the bar of an item's pages needs. */
export type ItemBar = ReturnType<typeof readItemBar>;

export function readItemBar(
  { pathTo, locale }: Pick<AccountRequest, 'pathTo' | 'locale'>,
  actor: Actor,
  { item, type }: { item: Item; type: ContentType },
) {
  const isOfSite = type.appearsAs === 'site';
  const isTrashed = item.trashedAt !== undefined;
  const about = { authorId: item.authorId ?? '', wasPublished: wasPublished(item) };
  return {
    id: item.id,
    paths: itemPaths({ pathTo }, item),
    list: isOfSite
      ? { href: pathTo('/admin/site'), label: createAdminTranslator(locale)('pages.site') }
      : { href: pathTo(`/admin/items/${type.key}`), label: type.labels.plural[locale] ?? type.key },
    ...(type.isTopic &&
      !isTrashed &&
      may(actor, 'topics.retire') && { retireHref: pathTo(`/admin/topics/${item.id}`) }),
    may: {
      duplicate: !isTrashed && !isOfSite && may(actor, 'item.create'),
      trash: !isTrashed && !isFixedItem(item) && may(actor, 'item.trash', about),
    },
  };
}

type Part = keyof PublishingMessages['publishing'];

/** The parts of the messages that a page shows, for its data, without those used only on the server. */
export function readPublishingMessages(locale: Locale, ...parts: Part[]): Partial<PublishingMessages['publishing']> {
  const { publishing } = readMessages(locale);
  return Object.fromEntries(parts.map((part) => [part, publishing[part]]));
}

/** A translator of the `publishing` messages for loaders and actions. */
export function createPublishingTranslator(locale: Locale) {
  return createNamespaceTranslator(locale, 'publishing');
}

import { renderToStaticMarkup } from 'react-dom/server';
import type { PublicationCard } from '#core/content/publication.ts';
import { ISLANDS_PATH, type IslandAnswer, islandKey, LATEST_ITEMS } from '#core/islands/island-address.ts';
import { type LatestItemsProps, latestItemsSchema } from '#core/islands/latest-items-props.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { localeDefinition } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import { readPublishedSite } from '#core/public-content/published-site.ts';
import { itemPath, listingPath } from '#core/site/content-paths.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { typesToRead } from '#core/site/topic-type.ts';
import type embed from '../../locales/es/embed.json';
import type { PageServices } from '../context/context.ts';
import { formatDate } from '../i18n/format-date.ts';
import { languageName } from '../i18n/language-name.ts';
import { createNamespaceTranslator } from '../i18n/server-messages.ts';
import style from './latest-items.css?raw';

const KEY = /^([A-Z][A-Za-z]{0,40})_[0-9a-f]{8}$/;

/** Renders the island at an address, `/__nuxt_island/{Name_hash}.json?props=…`. There is one: the newest items. */
export async function answerIsland(services: PageServices, target: string): Promise<IslandAnswer> {
  const { pathname, searchParams } = new URL(target, services.origin);
  const key = pathname.slice(ISLANDS_PATH.length, -'.json'.length);
  const name = KEY.exec(key)?.[1] ?? '';
  if (name !== LATEST_ITEMS) return { status: 404, message: `Page not found: ${pathname}` };
  const props = searchParams.get('props') ?? '{}';
  if (key !== islandKey(name, props)) return { status: 400, message: 'The hash is not that of the name and the props' };
  const parsed = latestItemsSchema(services.config).safeParse(readProps(props));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { status: 400, message: `props: ${issue?.path.join('.') || 'the object'}: ${issue?.message}` };
  }
  // One spelling, in the order of the schema, so that the cache has each fragment once.
  const spelled = JSON.stringify(parsed.data);
  if (props !== spelled) return { status: 400, message: `props: write them as ${spelled}` };
  const html = renderToStaticMarkup(await latestItems(services, parsed.data));
  return { status: 200, island: { id: key, html, head: { style: [{ innerHTML: style }] } } };
}

/** The newest items of a listing, or of all, with links that work on other websites. */
async function latestItems(services: PageServices, props: LatestItemsProps) {
  const { origin } = services;
  const config = await readPublishedSite(services.config, services.content, props.language);
  const { language, direction } = localeDefinition(config, props.language);
  const t = createNamespaceTranslator(props.language, 'embed');
  const site = config.name[props.language] ?? '';
  const type = config.contentTypes.find(({ key }) => key === props.type);
  const label = type?.labels.plural[props.language];
  const href = type ? listingPath(config, props.language, type.key) : localizePath(config, props.language, '/');
  const heading = label ? t('latestOf', { type: label, site }) : t('latest', { site });
  const [cards, timeZone] = await Promise.all([readCards(services, props), services.content.setting('time-zone')]);
  return (
    <section lang={language} dir={direction} aria-label={heading}>
      <p className="heading">
        <strong>{heading}</strong>
        <a href={origin + href}>{t('all')}</a>
      </p>
      {cards.length === 0 && <p>{t('none')}</p>}
      <ul>
        {cards.map((card) => (
          <li key={card.itemId}>
            <a href={origin + itemPath(config, props.language, card)} {...writtenIn(config, card)}>
              {card.title}
            </a>
            <span className="facts">
              <time dateTime={new Date(card.firstPublishedAt).toISOString()}>
                {formatDate(language, card.firstPublishedAt, timeZone)}
              </time>
              {card.contentLanguage !== props.language &&
                ` · ${t('in', { language: languageName(language, localeDefinition(config, card.contentLanguage).language) })}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The attributes of a text for its language. */
function writtenIn(config: SiteConfig, { contentLanguage }: PublicationCard) {
  const { language, direction } = localeDefinition(config, contentLanguage);
  return { lang: language, dir: direction };
}

/** Newest first. */
async function readCards(
  { config, content }: PageServices,
  { language, type, count }: LatestItemsProps,
): Promise<PublicationCard[]> {
  const keys = typesToRead(config).map(({ key }) => key);
  const lists = await Promise.all(
    (type === undefined ? keys : [type]).map((key) => content.list(language, key, { page: 1, pageSize: count })),
  );
  const cards = lists.flatMap((list) => list.cards);
  return cards.sort((a, b) => b.firstPublishedAt - a.firstPublishedAt).slice(0, count);
}

declare module '../i18n/messages.ts' {
  /** On the server only: islands are rendered there. */
  interface Messages {
    embed: typeof embed;
  }
}

/** @returns `undefined` for what is not JSON */
function readProps(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

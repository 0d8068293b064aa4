import { useTranslations } from 'use-intl';
import type { HeadingEntry } from '#core/rich-text/headings.ts';
import openIcon from '~icons/lucide/chevron-down';
import { languageName } from '../../i18n/language-name.ts';
import { useLocale } from '../../i18n/message-provider.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { PublicationCardView } from '../cards/publication-card-view.tsx';
import type { Fact } from '../fields/read-fields.ts';
import { Facts, FactValue, ShownFields } from '../fields/shown-fields.tsx';
import { Breadcrumbs } from '../page/page-place.tsx';
import { PagerNav } from '../pager/pager-nav.tsx';
import { LeadPicture } from '../pictures/picture.tsx';
import { RichTextView } from '../rich-text/rich-text-view.tsx';
import type { ItemData } from './read-item.ts';

/** Up to this many facts are shown beside the date; more get a panel. */
const FACTS_IN_BYLINE = 1;

/** An item's page. */
export function ItemView({ item }: { item: ItemData }) {
  const t = useTranslations('common');
  const factsApart = item.facts.length > FACTS_IN_BYLINE || item.facts.some((fact) => 'steps' in fact);
  return (
    <>
      <article lang={item.language} className="wide-pictures">
        <Breadcrumbs
          home={item.type.homeHref}
          above={[{ title: item.type.listing, href: item.type.listingHref }]}
          title={item.title}
        />
        {item.language && <LanguageNotice language={item.language} />}
        <div className="grid grid-cols-1 items-center gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
          <header>
            <h1 className="font-semibold text-h1">{item.title}</h1>
            <p className="mt-4 text-ink-soft text-lead">{item.summary}</p>
            {!item.tagged && <Byline item={item} facts={factsApart ? [] : item.facts} />}
          </header>
          {item.picture && (
            <LeadPicture picture={item.picture} sizes="(min-width:64rem) 33rem" className="aspect-[3/2]" />
          )}
        </div>
        {factsApart && <Facts facts={item.facts} className="mt-10" />}
        {hasText(item) && (
          <div
            className={`mt-10 grid grid-cols-1 gap-10 sm:mt-14 lg:gap-16 ${item.contents.length > 0 ? 'lg:grid-cols-[15rem_minmax(0,40rem)] lg:[--wide:calc(100cqi_-_19rem)]' : 'lg:grid-cols-[minmax(0,40rem)]'}`}
          >
            {item.contents.length > 0 && <Contents entries={item.contents} />}
            <div className="grid grid-cols-1 gap-10">
              <RichTextView text={item.text} />
              <ShownFields fields={{ facts: [], sections: item.sections }} />
            </div>
          </div>
        )}
      </article>
      {item.tagged && <Tagged tagged={item.tagged} title={item.title} />}
      {(item.tags.length > 0 || item.related.length > 0) && (
        <footer data-print="hide" className="mt-14 border-line border-t pt-10 sm:mt-20">
          {item.tags.length > 0 && <Tags item={item} />}
          {item.related.length > 0 && (
            <section aria-labelledby="_related">
              <h2 id="_related" className="font-semibold text-h2">
                {t('item.related')}
              </h2>
              <ul className="mt-6 grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
                {item.related.map((card) => (
                  <li key={card.href}>
                    <PublicationCardView card={card} heading="h3" />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </footer>
      )}
    </>
  );
}

/** A topic may have none. */
function hasText({ tagged, text, sections }: ItemData): boolean {
  return !tagged || text.doc.content.length > 0 || sections.length > 0;
}

/** What has a topic, newest first. */
function Tagged({
  tagged: { cards, total, pager },
  title,
}: {
  tagged: NonNullable<ItemData['tagged']>;
  title: string;
}) {
  const t = useTranslations('common');
  return (
    <section aria-labelledby="_tagged" className="mt-10 sm:mt-14">
      <h2 id="_tagged" className="sr-only">
        {t('item.tagged', { title })}
      </h2>
      <p role="status" className="text-fine text-ink-soft">
        {t('item.taggedCount', { count: total })}
      </p>
      <ul className="mt-3 grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {cards.map((card) => (
          <li key={card.href}>
            <PublicationCardView card={card} heading="h3" showDate />
          </li>
        ))}
      </ul>
      <PagerNav pager={pager} />
    </section>
  );
}

function Byline({ item, facts }: { item: ItemData; facts: Fact[] }) {
  const t = useTranslations('common.item');
  const { language } = useLocale();
  return (
    <p lang={language} className="mt-6 flex flex-wrap gap-x-5 gap-y-1 text-fine text-ink-soft">
      {item.author && <span>{t('by', { author: item.author })}</span>}
      <span>
        {t.rich('published', {
          value: item.publishedOn,
          date: (text) => <time dateTime={new Date(item.publishedAt).toISOString()}>{text}</time>,
        })}
      </span>
      <span>{t('readingTime', { minutes: item.readingMinutes })}</span>
      {facts.map((fact) => (
        <span key={fact.label}>
          {fact.label}: {'value' in fact && <FactValue {...fact} />}
        </span>
      ))}
    </p>
  );
}

function LanguageNotice({ language }: { language: string }) {
  const t = useTranslations('common.language');
  const page = useLocale();
  return (
    <p
      lang={page.language}
      role="note"
      className="mb-8 rounded-control border-meki-green-600 border-s-3 bg-meki-green-50 px-5 py-3.5 font-medium text-meki-green-900"
    >
      {t('notice', { language: languageName(page.language, language) })}
    </p>
  );
}

function Tags({ item }: { item: ItemData }) {
  const t = useTranslations('common.item');
  return (
    <section aria-label={t('tags')} className="mb-12">
      <ul className="flex flex-wrap gap-2.5">
        {item.tags.map(({ tag, label, href, topicHref }) => (
          <li key={tag}>
            <SiteLink
              to={topicHref ?? href}
              className="inline-flex min-h-11 items-center rounded-full border border-line px-4 text-fine hover:border-action hover:text-action"
            >
              {label}
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The table of contents: beside the text on wide screens, otherwise collapsed above it. */
function Contents({ entries }: { entries: HeadingEntry[] }) {
  const t = useTranslations('common.item');
  const { language } = useLocale();
  const list = (
    <ol className="mt-2 border-line border-s">
      {entries.map(({ anchor, text }) => (
        <li key={anchor}>
          <a
            href={`#${anchor}`}
            className="-ms-px flex min-h-11 items-center border-transparent border-s-2 py-1.5 ps-4 text-fine text-ink-soft leading-snug hover:border-action hover:text-action"
          >
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <div data-print="hide">
      <details className="group rounded-card border border-line px-5 py-2 lg:hidden">
        <summary lang={language} className="flex min-h-11 items-center justify-between gap-5 font-semibold">
          {t('contents')}
          <span className="text-[1.25rem] text-action group-open:rotate-180">
            <Icon icon={openIcon} />
          </span>
        </summary>
        {list}
      </details>
      <nav aria-labelledby="_contents" className="sticky top-24 hidden lg:block">
        <h2 id="_contents" lang={language} className="font-semibold text-fine">
          {t('contents')}
        </h2>
        {list}
      </nav>
    </div>
  );
}

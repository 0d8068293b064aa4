import { useTranslations } from 'use-intl';
import feedIcon from '~icons/lucide/rss';
import { Icon } from '../../ui/icon.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { PublicationCardView } from '../cards/publication-card-view.tsx';
import { PageHeading } from '../page/page-heading.tsx';
import { PagerNav } from '../pager/pager-nav.tsx';
import type { ListingData } from './read-listing.ts';

/** Of the pictures of the cards in the first viewport. */
const PRIORITIES = ['high', 'auto', 'auto'] as const;

/** A type's items, in the order of the type, paginated, with links as filters. */
export function ListingView({ listing }: { listing: ListingData }) {
  const t = useTranslations('common.listing');
  const { cards, tag, filter, total, counted } = listing;
  return (
    <>
      <PageHeading title={listing.title} summary={listing.description} />
      {listing.tags.length > 0 && <Filter label={t('filter')} links={listing.tags} all={listing.href} active={tag} />}
      {listing.filters.length > 0 && (
        <div className="flex-wrap gap-x-10 lg:flex">
          {listing.filters.map(({ label, links }) => (
            <Filter key={label} label={label} isLabelled links={links} all={listing.href} active={filter} />
          ))}
        </div>
      )}
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6">
        <p role="status" className="text-fine text-ink-soft">
          {tag ? t('countTagged', { count: total, counted, tag: tag.label }) : t('count', { count: total, counted })}
          {filter && ` · ${filter.label}`}
        </p>
        {listing.feedHref && (
          <a
            href={listing.feedHref}
            className="link-quiet inline-flex min-h-11 items-center gap-2 text-fine text-ink-soft"
          >
            <Icon icon={feedIcon} />
            {t('feed')}
          </a>
        )}
      </div>
      {cards.length === 0 ? (
        <p className="mt-6 rounded-card border border-line border-dashed p-10 text-center text-ink-soft">
          {t('empty')}
        </p>
      ) : (
        <ul className="mt-3 grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {cards.map((card, index) => (
            <li key={card.href}>
              <PublicationCardView card={card} showDate={listing.feedHref !== undefined} priority={PRIORITIES[index]} />
            </li>
          ))}
        </ul>
      )}
      <PagerNav pager={listing.pager} />
    </>
  );
}

function Filter({
  label,
  isLabelled = false,
  links,
  all,
  active,
}: {
  label: string;
  isLabelled?: boolean;
  links: Link[];
  all: string;
  active: Link | undefined;
}) {
  const t = useTranslations('common.listing');
  const chip =
    'inline-flex min-h-11 items-center whitespace-nowrap rounded-full border border-line px-4 text-fine hover:border-action hover:text-action aria-[current]:border-action aria-[current]:bg-action aria-[current]:text-on-action';
  return (
    <nav aria-label={label} className="-mx-4 mt-7 overflow-x-auto px-4 py-1 sm:mx-0 sm:overflow-visible sm:px-0">
      {isLabelled && (
        <p aria-hidden="true" className="mb-2 text-fine text-ink-soft">
          {label}
        </p>
      )}
      <ul className="flex w-max gap-2 sm:w-auto sm:flex-wrap">
        {[{ href: all, label: t('all') }, ...links].map((link) => (
          <li key={link.href}>
            <SiteLink
              to={link.href}
              preventScrollReset
              aria-current={link.href === (active?.href ?? all) ? 'true' : undefined}
              className={chip}
            >
              {link.label}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface Link {
  label: string;
  href: string;
}

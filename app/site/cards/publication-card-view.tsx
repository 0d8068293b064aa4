import { useTranslations } from 'use-intl';
import { languageName } from '../../i18n/language-name.ts';
import { useLocale } from '../../i18n/message-provider.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { Picture } from '../pictures/picture.tsx';
import type { CardData } from './card-data.ts';

/** A card of an item: picture, title, summary, date. The whole card is a link. */
export function PublicationCardView({
  card,
  heading: Heading = 'h2',
  showDate = false,
  priority,
}: {
  card: CardData;
  heading?: 'h2' | 'h3';
  showDate?: boolean;
  /** Of the picture. */
  priority?: 'high' | 'auto' | undefined;
}) {
  return (
    <article
      lang={card.language}
      className="group relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-raised has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-focus"
    >
      {card.picture && (
        <Picture
          picture={card.picture}
          alt=""
          sizes="(min-width:64rem) 24rem,(min-width:40rem) 45vw"
          priority={priority}
          className="aspect-[3/2] w-full object-cover"
        />
      )}
      <div className="flex grow flex-col p-5">
        <Heading className="font-semibold text-h3 leading-snug">
          <SiteLink to={card.href} className="outline-none after:absolute after:inset-0 group-hover:text-action">
            {card.title}
          </SiteLink>
        </Heading>
        <p className="mt-2 line-clamp-3 text-fine text-ink-soft">{card.summary}</p>
        <CardFacts card={card} showDate={showDate} />
      </div>
    </article>
  );
}

function CardFacts({ card, showDate }: { card: CardData; showDate: boolean }) {
  const t = useTranslations('common');
  const { language } = useLocale();
  if (!showDate && !card.language && !card.date) return null;
  return (
    <p lang={language} className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 pt-4 text-fine text-ink-soft">
      {card.date ? (
        <time dateTime={card.date.value}>{card.date.text}</time>
      ) : (
        showDate && <time dateTime={new Date(card.publishedAt).toISOString()}>{card.publishedOn}</time>
      )}
      {card.language && (
        <span className="rounded-full bg-tint px-2.5 py-0.5 font-medium text-action">
          {t('language.in', { language: languageName(language, card.language) })}
        </span>
      )}
    </p>
  );
}

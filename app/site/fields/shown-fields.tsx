import { useTranslations } from 'use-intl';
import { SiteLink } from '../../ui/site-link.tsx';
import { PublicationCardView } from '../cards/publication-card-view.tsx';
import { Picture, PictureCaption } from '../pictures/picture.tsx';
import { RichTextView } from '../rich-text/rich-text-view.tsx';
import { Hours } from './opening-hours.tsx';
import type { Fact, FieldContent, ShownFields as Fields } from './read-fields.ts';

/** The fields of an item, if there are any: facts, then parts with headings. */
export function ShownFields({ fields, className = '' }: { fields: Fields | undefined; className?: string }) {
  const { facts = [], sections = [] } = fields ?? {};
  if (facts.length + sections.length === 0) return null;
  return (
    <div className={`grid grid-cols-1 gap-10 ${className}`}>
      {facts.length > 0 && <Facts facts={facts} />}
      {sections.map(({ anchor, label, content }) => (
        <section key={anchor} aria-labelledby={anchor}>
          <h2 id={anchor} className="scroll-mt-24 font-semibold text-h2">
            {label}
          </h2>
          <div className="mt-5">
            <Content content={content} />
          </div>
        </section>
      ))}
    </div>
  );
}

function Content({ content }: { content: FieldContent }) {
  switch (content.shape) {
    case 'text':
      return (
        <p className="whitespace-pre-line">
          <FactValue value={content.text} href={content.href} />
        </p>
      );
    case 'steps':
      return <Steps steps={content.steps} />;
    case 'rich-text':
      return <RichTextView text={content.text} />;
    case 'gallery':
      return (
        <ul className={content.pictures.length > 1 ? 'grid grid-cols-1 gap-6 sm:grid-cols-2' : ''}>
          {content.pictures.map(({ picture, alt, ...below }) => (
            <li key={picture.image.src}>
              <figure>
                <Picture picture={picture} alt={alt} sizes="(min-width:64rem) 33rem" className="w-full rounded-card" />
                <PictureCaption {...below} className="mt-2 text-fine text-ink-soft" />
              </figure>
            </li>
          ))}
        </ul>
      );
    case 'cards':
      return (
        <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2">
          {content.cards.map((card) => (
            <li key={card.href}>
              <PublicationCardView card={card} heading="h3" />
            </li>
          ))}
        </ul>
      );
    case 'hours':
      return <Hours rows={content.rows} />;
    case 'records':
      return <Records records={content.records} />;
  }
}

/** Records as cards: the first value of each is its title. */
function Records({ records }: { records: { label: string; content: FieldContent }[][] }) {
  return (
    <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2">
      {records.map((record, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: records have no id, and never change their order on a page
        <li key={index} className="rounded-card border border-line bg-raised p-5">
          <dl className="grid gap-3">
            {record.map(({ label, content }, member) => (
              <div key={label}>
                <dt className="text-fine text-ink-soft">{label}</dt>
                <dd className={member === 0 && content.shape === 'text' ? 'font-semibold text-h3 leading-snug' : ''}>
                  <Content content={content} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** An item's fields: short ones side by side, steps as a numbered list below. */
export function Facts({ facts, className = '' }: { facts: Fact[]; className?: string }) {
  const t = useTranslations('common.item');
  const short = facts.filter((fact) => 'value' in fact);
  const lists = facts.filter((fact) => 'steps' in fact);
  return (
    <section aria-label={t('facts')} className={`rounded-card border border-line bg-raised ${className}`}>
      {short.length > 0 && (
        <dl className="grid overflow-hidden rounded-card [grid-template-columns:repeat(auto-fit,minmax(9rem,1fr))] sm:[grid-template-columns:repeat(auto-fit,minmax(10.5rem,1fr))]">
          {short.map(({ label, value, href }) => (
            <div key={label} className="-me-px -mb-px border-line border-e border-b px-5 py-4">
              <dt className="text-fine text-ink-soft">{label}</dt>
              <dd className="mt-0.5 font-semibold first-letter:uppercase">
                <FactValue value={value} href={href} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {lists.map(({ label, steps }) => (
        <div key={label} className="border-line border-t p-5 first:border-t-0">
          <h2 className="font-semibold text-h3">{label}</h2>
          <Steps steps={steps} />
        </div>
      ))}
    </section>
  );
}

/** A value in its own direction: a telephone number stays as it is between right-to-left words. */
export function FactValue({ value, href }: { value: string; href?: string | undefined }) {
  if (href === undefined) return <bdi>{value}</bdi>;
  return (
    <SiteLink to={href} className="link-quiet text-action">
      {value}
    </SiteLink>
  );
}

/** A numbered list. */
function Steps({ steps }: { steps: string[] }) {
  return (
    <ol className="mt-3 grid grid-cols-1 gap-x-10 gap-y-3 sm:grid-cols-2">
      {steps.map((step, index) => (
        <li key={step} className="flex gap-3.5">
          <span
            aria-hidden="true"
            className="grid size-7 shrink-0 place-items-center rounded-full bg-tint font-semibold text-action text-fine"
          >
            {index + 1}
          </span>
          <span className="min-w-0 pt-0.5">{step}</span>
        </li>
      ))}
    </ol>
  );
}

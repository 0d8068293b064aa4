import { PublicationCardView } from '../cards/publication-card-view.tsx';
import { Picture, PictureCaption } from '../pictures/picture.tsx';
import { RichTextView } from '../rich-text/rich-text-view.tsx';
import { Facts, FactValue, Steps } from './facts.tsx';
import { Hours } from './opening-hours.tsx';
import type { FieldContent, ShownFields as Fields } from './read-fields.ts';

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

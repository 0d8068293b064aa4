import type { ReactNode } from 'react';
import arrowIcon from '~icons/lucide/arrow-right';
import phoneIcon from '~icons/lucide/phone';
import { Icon } from '../../ui/icon.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { PublicationCardView } from '../cards/publication-card-view.tsx';
import { LeadPicture } from '../pictures/picture.tsx';
import { type PreparedText, RichTextView, splitAtHeadings } from '../rich-text/rich-text-view.tsx';
import { ContactCard } from './contact-card.tsx';
import { QuestionList } from './question-list.tsx';
import type { Action, SectionData } from './read-sections.ts';

type Of<Kind extends SectionData['kind']> = Extract<SectionData, { kind: Kind }>;

interface Part {
  key: string;
  /** Missing for words between sections. */
  section?: SectionData;
  text: PreparedText;
  /** Cards stand on a band of their own, unless one is just above. */
  isTinted: boolean;
  /** Whether nothing above leaves space below itself. */
  isTight: boolean;
}

/** The sections of a text over the width of the page, with what stands between them. */
export function SectionParts({
  text,
  heading,
  inColumns = false,
  withoutText = false,
}: {
  text: PreparedText;
  /** The page's own heading, for a text that does not begin with a hero. */
  heading?: ReactNode;
  /** Whether the words of each heading stand beside the others. */
  inColumns?: boolean;
  /** Only the sections. */
  withoutText?: boolean;
}) {
  const parts = partsOf(text).filter(({ section }) => section || !withoutText);
  const hasHero = parts[0]?.section?.kind === 'hero' && !withoutText;
  return (
    <>
      {!hasHero && heading && <div className="container-page pt-8 sm:pt-12">{heading}</div>}
      {parts.map((part, index) =>
        part.section ? (
          <Section key={part.key} part={part} section={part.section} isLead={hasHero && index === 0} />
        ) : (
          <Words key={part.key} text={part.text} inColumns={inColumns} />
        ),
      )}
    </>
  );
}

function partsOf({ doc }: PreparedText): Part[] {
  const parts: Part[] = [];
  for (const node of doc.content) {
    const section = node.attrs?.section as SectionData | undefined;
    const last = parts.at(-1);
    const key = `section-${parts.length + 1}`;
    if (section) {
      const isTinted = section.kind === 'cards' && !last?.isTinted;
      const isTight = last === undefined || last.isTinted;
      parts.push({ key, section, isTinted, isTight, text: { doc: { type: 'doc', content: [] } } });
    } else if (last && !last.section) {
      last.text.doc.content.push(node);
    } else {
      parts.push({ key, isTinted: false, isTight: false, text: { doc: { type: 'doc', content: [node] } } });
    }
  }
  return parts;
}

function Words({ text, inColumns }: { text: PreparedText; inColumns: boolean }) {
  if (!inColumns) {
    return (
      <div className="flow-section container-page">
        <div className="wide-pictures max-w-5xl">
          <RichTextView text={text} />
        </div>
      </div>
    );
  }
  return (
    <div className="flow-section container-page grid gap-x-20 gap-y-10 lg:grid-cols-2">
      {splitAtHeadings(text).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
        <RichTextView key={index} text={part} />
      ))}
    </div>
  );
}

interface SectionProps<Data extends SectionData = SectionData> {
  /** Of its heading. */
  id: string;
  section: Data;
}

function Section({ part, section, isLead }: { part: Part; section: SectionData; isLead: boolean }) {
  const { key: id, isTinted, isTight } = part;
  switch (section.kind) {
    case 'hero':
      return <Hero id={id} section={section} isLead={isLead} />;
    case 'cards':
      return <Cards id={id} section={section} isTinted={isTinted} />;
    case 'questions':
      return <Questions id={id} section={section} />;
    case 'action':
      return section.details ? (
        <Details id={id} section={section} />
      ) : (
        <Band id={id} section={section} isTight={isTight} />
      );
  }
}

/** What the page is for, with up to two buttons. @param isLead whether it has the page's heading */
function Hero({ id, section, isLead }: SectionProps<Of<'hero'>> & { isLead: boolean }) {
  const Heading = isLead ? 'h1' : 'h2';
  return (
    <section
      aria-labelledby={id}
      className={`container-page grid items-center gap-x-14 gap-y-10 pt-10 pb-14 sm:pt-14 lg:pt-20 lg:pb-24 ${section.picture ? 'lg:grid-cols-[1.05fr_1fr]' : ''}`}
    >
      <div className={section.picture ? '' : 'max-w-3xl'}>
        <Heading id={id} className="font-semibold text-hero tracking-[-0.025em]">
          {section.heading}
        </Heading>
        <p className="mt-5 max-w-xl text-ink-soft text-lead">{section.text}</p>
        {section.actions.length > 0 && <Buttons actions={section.actions} className="mt-8" />}
      </div>
      {section.picture && (
        <LeadPicture
          picture={section.picture}
          sizes="(min-width:64rem) 34rem"
          className="aspect-[3/2] lifted"
          isFirst={isLead}
        />
      )}
    </section>
  );
}

const BUTTON = 'inline-flex min-h-12 items-center rounded-control px-6 font-semibold';
const MAIN_BUTTON = `${BUTTON} gap-2.5 bg-action text-on-action hover:bg-action-strong`;
const OTHER_BUTTON = `${BUTTON} border border-line-strong hover:border-action hover:text-action`;

/** Links as buttons, of which the first is the main one, unless a telephone number is. */
function Buttons({
  actions,
  phone,
  className = '',
}: {
  actions: Action[];
  phone?: string | undefined;
  className?: string;
}) {
  return (
    <div className={`flex flex-wrap gap-3 ${className}`}>
      {phone && (
        <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={MAIN_BUTTON}>
          <Icon icon={phoneIcon} />
          <bdi>{phone}</bdi>
        </a>
      )}
      {actions.map(({ label, href }, index) => {
        const look = index === 0 && !phone ? MAIN_BUTTON : OTHER_BUTTON;
        return href.startsWith('/') ? (
          <SiteLink key={href} to={href} className={look}>
            {label}
          </SiteLink>
        ) : (
          <a key={href} href={href} className={look} {...(/^https?:/.test(href) && { rel: 'noopener' })}>
            {label}
          </a>
        );
      })}
    </div>
  );
}

function Cards({ id, section, isTinted }: SectionProps<Of<'cards'>> & { isTinted: boolean }) {
  const { heading, text, icon, more, cards } = section;
  return (
    <section aria-labelledby={heading && id} className={isTinted ? 'bg-sunken' : ''}>
      <div className="flow-section container-page">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-1">
          <div className="max-w-2xl">
            {heading && (
              <h2 id={id} className="flex items-center gap-3 font-semibold text-h2">
                {icon && (
                  <span className="text-action">
                    <Icon icon={icon} />
                  </span>
                )}
                {heading}
              </h2>
            )}
            {text && <p className="mt-2 text-ink-soft">{text}</p>}
          </div>
          {more && <MoreLink {...more} />}
        </div>
        <ul className="mt-7 grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {cards.map((card) => (
            <li key={card.href}>
              <PublicationCardView card={card} heading={heading ? 'h3' : 'h2'} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function MoreLink({ href, label }: Action) {
  return (
    <SiteLink to={href} className="link-quiet inline-flex min-h-11 items-center gap-2 font-semibold text-action">
      {label}
      <Icon icon={arrowIcon} className="rtl:mirrored" />
    </SiteLink>
  );
}

function Questions({ id, section: { heading, text, more, questions } }: SectionProps<Of<'questions'>>) {
  return (
    <section
      aria-labelledby={id}
      className="flow-section container-page grid grid-cols-1 gap-8 lg:grid-cols-[1fr_1.6fr] lg:gap-20"
    >
      <div>
        <h2 id={id} className="font-semibold text-h2">
          {heading}
        </h2>
        {text && <p className="mt-3 text-ink-soft">{text}</p>}
        {more && <MoreLink {...more} />}
      </div>
      <QuestionList questions={questions} heading="h3" />
    </section>
  );
}

/** A dark band that asks readers to do something. */
function Band({ id, section, isTight }: SectionProps<Of<'action'>> & { isTight: boolean }) {
  const { heading, text, phone, actions } = section;
  return (
    <section
      aria-labelledby={heading && id}
      className={`container-page pb-16 sm:pb-24 ${isTight ? 'pt-12 sm:pt-16' : ''}`}
    >
      <div
        data-theme="dark"
        className="flex flex-wrap items-center justify-between gap-x-12 gap-y-7 rounded-card bg-meki-teal-950 px-7 py-10 text-ink sm:px-12 sm:py-14"
      >
        <div className="max-w-xl">
          {heading && (
            <h2 id={id} className="font-semibold text-h2">
              {heading}
            </h2>
          )}
          {text && <p className="mt-3 text-ink-soft">{text}</p>}
        </div>
        <Buttons actions={actions} phone={phone} />
      </div>
    </section>
  );
}

/** All contact details beside the words. */
function Details({ id, section: { heading, text, actions, details } }: SectionProps<Of<'action'>>) {
  return (
    <section
      aria-labelledby={id}
      className="flow-section container-page grid grid-cols-1 gap-8 lg:grid-cols-2 lg:gap-20"
    >
      <div>
        <h2 id={id} className="font-semibold text-h2">
          {heading}
        </h2>
        {text && <p className="mt-3 text-ink-soft">{text}</p>}
        <Buttons actions={actions} className="mt-6" />
      </div>
      {details && <ContactCard contact={details} />}
    </section>
  );
}

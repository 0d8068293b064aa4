import { useTranslations } from 'use-intl';
import { labelInSentence } from '#core/locales/locale.ts';
import arrowIcon from '~icons/lucide/arrow-right';
import phoneIcon from '~icons/lucide/phone';
import { useLocale } from '../../i18n/message-provider.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { PublicationCardView } from '../cards/publication-card-view.tsx';
import { LeadPicture } from '../pictures/picture.tsx';
import { QuestionList } from '../questions/question-list.tsx';
import { RichTextView } from '../rich-text/rich-text-view.tsx';
import { splitAtHeadings } from '../rich-text/split-at-headings.ts';
import type { HomeData, TypeSection } from './read-home.ts';

/** The home page: hero, each type's latest items, how it works, questions, contact. */
export function HomeView({ home }: { home: HomeData }) {
  const t = useTranslations('common.home');
  const [first, ...others] = home.sections;
  return (
    <>
      <Hero home={home} />
      {first && <Section section={first} tinted />}
      {home.text.doc.content.length > 0 && (
        <div className="flow-section container-page grid gap-x-20 gap-y-10 lg:grid-cols-2">
          {splitAtHeadings(home.text).map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
            <RichTextView key={index} text={text} />
          ))}
        </div>
      )}
      {others.map((section, index) => (
        <Section key={section.key} section={section} tinted={index % 2 === 0} />
      ))}
      {home.faq && home.questions.length > 0 && (
        <section
          aria-labelledby="questions"
          className="flow-section container-page grid grid-cols-1 gap-8 lg:grid-cols-[1fr_1.6fr] lg:gap-20"
        >
          <div>
            <h2 id="questions" className="font-semibold text-h2">
              {home.faq.title}
            </h2>
            <p className="mt-3 text-ink-soft">{home.faq.summary}</p>
            <MoreLink href={home.faq.href} label={t('allQuestions')} />
          </div>
          <QuestionList questions={home.questions} heading="h3" />
        </section>
      )}
      {home.contact && <ContactBand contact={home.contact} />}
    </>
  );
}

function Section({ section, tinted }: { section: TypeSection; tinted: boolean }) {
  const t = useTranslations('common.home');
  const { language } = useLocale();
  const id = `type-${section.key}`;
  return (
    <section aria-labelledby={id} className={tinted ? 'bg-sunken' : ''}>
      <div className="flow-section container-page">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-1">
          <div className="max-w-2xl">
            <h2 id={id} className="flex items-center gap-3 font-semibold text-h2">
              {section.icon && (
                <span className="text-action">
                  <Icon icon={section.icon} />
                </span>
              )}
              {section.label}
            </h2>
            <p className="mt-2 text-ink-soft">{section.description}</p>
          </div>
          <MoreLink href={section.href} label={t('all', { type: labelInSentence(section.label, language) })} />
        </div>
        <ul className="mt-7 grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {section.cards.map((card) => (
            <li key={card.href}>
              <PublicationCardView card={card} heading="h3" />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function MoreLink({ href, label }: { href: string; label: string }) {
  return (
    <SiteLink to={href} className="link-quiet inline-flex min-h-11 items-center gap-2 font-semibold text-action">
      {label}
      <Icon icon={arrowIcon} className="rtl:mirrored" />
    </SiteLink>
  );
}

/** The hero section: the site's purpose and two links. */
function Hero({ home }: { home: HomeData }) {
  const t = useTranslations('common.home');
  const { language } = useLocale();
  const first = home.sections[0];
  const button = 'inline-flex min-h-12 items-center rounded-control px-6 font-semibold';
  return (
    <section className="container-page grid items-center gap-x-14 gap-y-10 pt-10 pb-14 sm:pt-14 lg:grid-cols-[1.05fr_1fr] lg:pt-20 lg:pb-24">
      <div>
        <h1 className="font-semibold text-hero tracking-[-0.025em]">{home.title}</h1>
        <p className="mt-5 max-w-xl text-ink-soft text-lead">{home.summary}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          {first && (
            <SiteLink to={first.href} className={`${button} bg-action text-on-action hover:bg-action-strong`}>
              {t('all', { type: labelInSentence(first.label, language) })}
            </SiteLink>
          )}
          {home.contact && (
            <SiteLink
              to={home.contact.href}
              className={`${button} border border-line-strong hover:border-action hover:text-action`}
            >
              {t('contactAction')}
            </SiteLink>
          )}
        </div>
      </div>
      {home.picture && (
        <LeadPicture picture={home.picture} sizes="(min-width:64rem) 34rem" className="aspect-[3/2] lifted" />
      )}
    </section>
  );
}

/** A call to action with texts of the contact page. */
function ContactBand({ contact }: { contact: NonNullable<HomeData['contact']> }) {
  const t = useTranslations('common.home');
  const { phone } = contact.details;
  return (
    <section aria-labelledby="contact-band" className="container-page pb-16 sm:pb-24">
      <div
        data-theme="dark"
        className="flex flex-wrap items-center justify-between gap-x-12 gap-y-7 rounded-card bg-meki-teal-950 px-7 py-10 text-ink sm:px-12 sm:py-14"
      >
        <div className="max-w-xl">
          <h2 id="contact-band" className="font-semibold text-h2">
            {contact.title}
          </h2>
          <p className="mt-3 text-ink-soft">{contact.summary}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          {phone && (
            <a
              href={`tel:${phone.replace(/[^+\d]/g, '')}`}
              className="inline-flex min-h-12 items-center gap-2.5 rounded-control bg-action px-6 font-semibold text-on-action hover:bg-action-strong"
            >
              <Icon icon={phoneIcon} />
              <bdi>{phone}</bdi>
            </a>
          )}
          <SiteLink
            to={contact.href}
            className="inline-flex min-h-12 items-center rounded-control border border-line-strong px-6 font-semibold hover:bg-tint"
          >
            {t('contactAction')}
          </SiteLink>
        </div>
      </div>
    </section>
  );
}

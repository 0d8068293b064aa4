import { SiteLink } from '../../ui/site-link.tsx';
import { ShownFields } from '../fields/shown-fields.tsx';
import { PageHeading } from '../page/page-heading.tsx';
import { RichTextView } from '../rich-text/rich-text-view.tsx';
import { ContactCard } from './contact-card.tsx';
import { ContactForm } from './contact-form.tsx';
import type { ContactAnswer, ContactSent } from './contact-form-data.ts';
import type { ContactPage } from './read-contact-page.ts';

/** The contact page. @param answer to a form that was not taken */
export function ContactView({ page, answer }: { page: ContactPage; answer?: ContactAnswer | undefined }) {
  const { title, summary, text, contact, form, sent, fields } = page;
  return (
    <article className="container-page pt-8 pb-16 sm:pt-12 sm:pb-24">
      <PageHeading title={title} summary={summary} />
      <div className="mt-9 grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)] lg:gap-16">
        <div className="grid grid-cols-1 h-fit gap-10 lg:order-2">
          {sent && <Sent sent={sent} />}
          <ContactCard contact={contact} />
          {form && <ContactForm form={form} answer={answer} />}
        </div>
        <div>
          <RichTextView text={text} />
          <ShownFields fields={fields} className="mt-10" />
        </div>
      </div>
    </article>
  );
}

function Sent({ sent: { title, text, another, href } }: { sent: ContactSent }) {
  return (
    <section id="sent" tabIndex={-1} className="scroll-mt-24 rounded-card bg-tint p-6 focus:outline-none">
      <h2 className="font-semibold text-h3">{title}</h2>
      <p className="mt-2">{text}</p>
      <SiteLink to={href} className="link-quiet inline-flex min-h-11 items-center text-action">
        {another}
      </SiteLink>
    </section>
  );
}

import { PageHeading } from '../page/page-heading.tsx';
import { RichTextView } from '../rich-text/rich-text-view.tsx';
import { ContactCard } from './contact-card.tsx';
import type { ContactPage } from './read-contact-page.ts';

/** The contact page. */
export function ContactView({ page }: { page: ContactPage }) {
  const { title, summary, text, contact } = page;
  return (
    <article className="container-page pt-8 pb-16 sm:pt-12 sm:pb-24">
      <PageHeading title={title} summary={summary} />
      <div className="mt-9 grid gap-10 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)] lg:gap-16">
        <ContactCard contact={contact} className="lg:order-2" />
        <RichTextView text={text} />
      </div>
    </article>
  );
}

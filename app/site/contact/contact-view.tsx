import { renderedText } from '../../ui/rendered-text.ts';
import { SiteLink } from '../../ui/site-link.tsx';
import { ShownFields } from '../fields/shown-fields.tsx';
import { PageHeading } from '../page/page-heading.tsx';
import { PageSurroundings } from '../page/page-place.tsx';
import { RichTextView } from '../rich-text/rich-text-view.tsx';
import { ContactCard } from '../sections/contact-card.tsx';
import { SectionParts } from '../sections/section-parts.tsx';
import type { ContactAnswer, ContactFormData, ContactPage, ContactSent } from './read-contact-page.ts';

const BOX =
  'w-full rounded-control border border-line-strong bg-raised px-3.5 py-2 text-ink aria-invalid:border-danger aria-invalid:border-2';

/** The answer is a new document, in which the browser shows what it gives the focus. */
const TAKES_FOCUS = { tabIndex: -1, autoFocus: true };

/** The contact page. @param answer to a form that was not taken */
export function ContactView({ page, answer }: { page: ContactPage; answer?: ContactAnswer | undefined }) {
  const { title, summary, text, contact, form, sent, fields } = page;
  return (
    <>
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
            <PageSurroundings place={page.place} />
          </div>
        </div>
      </article>
      <SectionParts text={text} withoutText />
    </>
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

/** The contact form: a plain HTML form, whose answer is the page again. */
function ContactForm({ form, answer }: { form: ContactFormData; answer: ContactAnswer | undefined }) {
  const { values = {}, problems = {}, alert } = answer ?? {};
  const firstProblem = Object.keys(problems)[0];
  const control = (name: string) => ({
    name,
    id: name,
    required: true,
    autoFocus: name === firstProblem,
    ...(problems[name] && { 'aria-invalid': true, 'aria-describedby': `${name}-error` }),
  });
  const problem = (name: string) =>
    problems[name] && (
      <p id={`${name}-error`} className="mt-1.5 font-medium text-danger text-fine">
        {problems[name]}
      </p>
    );
  const notice = alert && (
    <p
      role="alert"
      {...(firstProblem === undefined && TAKES_FOCUS)}
      className="rounded-control border border-danger px-4 py-3 font-medium text-danger"
    >
      {alert}
    </p>
  );
  return (
    <form
      method="post"
      action={form.action}
      noValidate
      data-print="hide"
      className="grid gap-4"
      aria-labelledby="write"
    >
      <h2 id="write" className="font-semibold text-h3">
        {form.title}
      </h2>
      <p className="text-fine text-ink-soft">
        {form.lead}{' '}
        {form.privacyHref !== undefined && (
          <SiteLink to={form.privacyHref} className="text-action underline">
            {form.privacy}
          </SiteLink>
        )}
      </p>
      {firstProblem !== undefined && notice}
      {form.fields.map(({ label, name, ...input }) => (
        <div key={name}>
          <label htmlFor={name} className="mb-1.5 block font-medium">
            {label}
          </label>
          {input.type ? (
            <input {...control(name)} {...input} defaultValue={values[name]} className={`${BOX} min-h-11`} />
          ) : (
            <textarea {...control(name)} rows={6} defaultValue={renderedText(values[name])} className={BOX} />
          )}
          {problem(name)}
        </div>
      ))}
      <div hidden>
        <label htmlFor="website">{form.trap}</label>
        <input id="website" name="website" autoComplete="off" tabIndex={-1} />
      </div>
      <div>
        <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
          <input
            {...control('consent')}
            type="checkbox"
            defaultChecked={values.consent !== undefined}
            className="size-6 shrink-0 accent-action"
          />
          {form.consent}
        </label>
        {problem('consent')}
      </div>
      {/* What is about the whole form is told where the button was pressed. */}
      {firstProblem === undefined && notice}
      <button
        type="submit"
        className="min-h-12 justify-self-start rounded-control bg-action px-5 font-semibold text-on-action hover:bg-action-strong"
      >
        {form.submit}
      </button>
    </form>
  );
}

import { renderedText } from '../../ui/rendered-text.ts';
import { SiteLink } from '../../ui/site-link.tsx';
import type { ContactAnswer, ContactFormData } from './contact-form-data.ts';

const BOX =
  'w-full rounded-control border border-line-strong bg-raised px-3.5 py-2 text-ink aria-invalid:border-danger aria-invalid:border-2';

/** The answer is a new document, in which the browser shows what it gives the focus. */
const TAKES_FOCUS = { tabIndex: -1, autoFocus: true };

/** The contact form: a plain HTML form, whose answer is the page again. */
export function ContactForm({ form, answer }: { form: ContactFormData; answer: ContactAnswer | undefined }) {
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
  return (
    <form method="post" action={form.action} noValidate className="grid gap-4" aria-labelledby="write">
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
      {alert && (
        <p
          role="alert"
          {...(firstProblem === undefined && TAKES_FOCUS)}
          className="rounded-control border border-danger px-4 py-3 font-medium text-danger"
        >
          {alert}
        </p>
      )}
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
            className="mt-[0.15em] size-5 shrink-0 accent-action"
          />
          {form.consent}
        </label>
        {problem('consent')}
      </div>
      <button
        type="submit"
        className="min-h-12 justify-self-start rounded-control bg-action px-5 font-semibold text-on-action hover:bg-action-strong"
      >
        {form.submit}
      </button>
    </form>
  );
}

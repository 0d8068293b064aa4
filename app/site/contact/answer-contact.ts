import { type ActionFunctionArgs, data, redirect } from 'react-router';
import { isErrorNamed, StoreUnavailable } from '#core/documents/errors.ts';
import type { SendMessageOutcome } from '#core/inbox/contact-form.ts';
import { localizePath, splitLocale } from '#core/locales/localized-path.ts';
import { CONTACT_PATH } from '#core/site/contact-path.ts';
import { localeSet } from '#site-config';
import { contactServices, renderRecord } from '../../context/context.ts';
import type { ContactAnswer } from './contact-form-data.ts';
import { CONTACT_FORM, readContactSubmission } from './contact-submission.ts';
import { createContactTranslator } from './contact-translator.ts';

/** Takes the contact form: 303 to the page that says thanks, or the page again with what was typed and what is wrong. */
export async function answerContact({ context, request }: ActionFunctionArgs) {
  const contact = context.get(contactServices);
  if (!contact) throw data(null, { status: 405, statusText: 'Method Not Allowed' });
  const received = await contact.receiveForm(CONTACT_FORM);
  if ('status' in received) throw data(null, { status: received.status, statusText: received.message });
  const { pathname } = new URL(request.url);
  const { locale } = splitLocale(localeSet, pathname);
  const submission = readContactSubmission(received, locale);
  if (!submission.ok) return data(submission.answer, { status: 422 });
  const refuse = (alert: string, init: ResponseInit) => {
    const values = Object.fromEntries([...received.fields].map(([name, value]) => [name, String(value)]));
    return data<ContactAnswer>({ values, problems: {}, alert }, init);
  };
  const t = createContactTranslator(locale);
  let outcome: SendMessageOutcome;
  try {
    outcome = await contact.send(submission.message);
  } catch (error) {
    if (!(error instanceof StoreUnavailable || isErrorNamed('IdentityUnavailable', error))) throw error;
    context.get(renderRecord).error = error;
    return refuse(t('unavailable'), { status: 503 });
  }
  if (outcome.ok) throw redirect(`${localizePath(localeSet, locale, CONTACT_PATH)}?sent=1#sent`, 303);
  if (outcome.reason === 'too-quick') return refuse(t('tooQuick'), { status: 422 });
  const { retryAfterSeconds } = outcome;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return refuse(t('tooMany', { minutes }), { status: 429, headers: { 'Retry-After': String(retryAfterSeconds) } });
}

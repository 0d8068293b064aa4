import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { z } from 'zod';
import { MAX_EMAIL_LENGTH } from '#core/accounts/email-address.ts';
import { MAX_NAME_LENGTH } from '#core/accounts/user.ts';
import { isErrorNamed, StoreUnavailable } from '#core/documents/errors.ts';
import { formShape, type ReceivedForm, textField, typedLines } from '#core/forms/form-shape.ts';
import type { SendMessageOutcome, SentMessage } from '#core/inbox/contact-form.ts';
import { MAX_MESSAGE_LENGTH } from '#core/inbox/messages-collection.ts';
import type { Locale } from '#core/locales/locale.ts';
import { localizePath, splitLocale } from '#core/locales/localized-path.ts';
import { oneLine } from '#core/messages/mail-texts.ts';
import { CONTACT_PATH } from '#core/site/site-paths.ts';
import { localeSet } from '#site-config';
import { answerHeaders } from '../../account/answer-form.ts';
import { contactServices, renderRecord } from '../../context/context.ts';
import type { RouteHandle } from '../../layouts/route-handle.ts';
import { pageClientLoader } from '../../navigation/page-client-loader.ts';
import { useAnswer } from '../../navigation/use-answer.ts';
import { pageMeta } from '../page-head/page-head.ts';
import { noRouteMatches, readPageRequest } from '../page-request.ts';
import { ContactView } from './contact-view.tsx';
import { type ContactAnswer, createContactTranslator, readContactPage } from './read-contact-page.ts';

export const handle: RouteHandle = { layout: 'default' };

export async function loader(args: LoaderFunctionArgs) {
  const page = await readContactPage(readPageRequest(args));
  if (!page) throw noRouteMatches(args.request);
  return page;
}

export const action = answerContact;

export const headers = answerHeaders;

export const clientLoader = pageClientLoader;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) => pageMeta(loaderData?.head);

export default function ContactRoute() {
  return <ContactView page={useLoaderData<typeof loader>()} answer={useAnswer<ContactAnswer>()} />;
}

/** The fields of the contact form. A message that is too long is shown again, to be shortened. */
const CONTACT_FORM = formShape(
  {
    name: textField(1_000),
    email: textField(1_000),
    message: textField(40_000),
    consent: textField(10),
    website: textField(1_000),
  },
  256 * 1024,
);

/** The values of a checkbox that is ticked. */
const TICKED = ['on', 'true', 'yes', '1'];

type Submission = { ok: true; message: SentMessage } | { ok: false; answer: ContactAnswer };

/** Takes the contact form: 303 to the page that says thanks, or the page again with what was typed and what is wrong. */
async function answerContact({ context, request }: ActionFunctionArgs) {
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

/** Validates a submission of the contact form. */
function readContactSubmission({ fields, isAltered }: ReceivedForm, locale: Locale): Submission {
  const t = createContactTranslator(locale);
  const values = Object.fromEntries(
    Object.keys(CONTACT_FORM.fields).flatMap((name) => {
      const value = fields.get(name);
      return typeof value === 'string' && value !== '' ? [[name, value.replace(/\r\n?/g, '\n')]] : [];
    }),
  );
  const { name = '', email = '', message = '', consent = '', website = '' } = values;
  const sent = {
    name: oneLine(name),
    email: email.trim(),
    text: typedLines(message),
  };
  const problems: ContactAnswer['problems'] = {
    ...(sent.name === '' && { name: t('problems.name') }),
    ...(sent.name.length > MAX_NAME_LENGTH && { name: t('problems.longName', { limit: MAX_NAME_LENGTH }) }),
    ...(!z.email().max(MAX_EMAIL_LENGTH).safeParse(sent.email).success && { email: t('problems.email') }),
    ...(sent.text === '' && { message: t('problems.message') }),
    ...(sent.text.length > MAX_MESSAGE_LENGTH && {
      message: t('problems.longMessage', { length: sent.text.length, limit: MAX_MESSAGE_LENGTH }),
    }),
    ...(!TICKED.includes(consent) && { consent: t('problems.consent') }),
  };
  if (Object.keys(problems).length === 0 && !isAltered) {
    return { ok: true, message: { ...sent, language: locale, isTrapped: website !== '' } };
  }
  const alert = t(isAltered ? 'altered' : 'notSent');
  return { ok: false, answer: { values, problems, alert } };
}

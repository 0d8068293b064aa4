import { z } from 'zod';
import { MAX_EMAIL_LENGTH } from '#core/accounts/email-address.ts';
import { MAX_NAME_LENGTH } from '#core/accounts/user.ts';
import { formShape, type ReceivedForm, textField } from '#core/forms/form-shape.ts';
import type { SentMessage } from '#core/inbox/contact-form.ts';
import { MAX_MESSAGE_LENGTH } from '#core/inbox/messages-collection.ts';
import type { Locale } from '#core/locales/locale.ts';
import { oneLine } from '#core/messages/mail-texts.ts';
import type { ContactAnswer } from './contact-form-data.ts';
import { createContactTranslator } from './contact-translator.ts';

/** The fields of the contact form. A message that is too long is shown again, to be shortened. */
export const CONTACT_FORM = formShape(
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

/** Control characters but tabs and line breaks. */
const CONTROLS = /[\p{Cc}--[\t\n]]/gv;

type Submission = { ok: true; message: SentMessage } | { ok: false; answer: ContactAnswer };

/** Validates a submission of the contact form. */
export function readContactSubmission({ fields, isAltered }: ReceivedForm, locale: Locale): Submission {
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
    text: message.replace(CONTROLS, '').trim(),
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

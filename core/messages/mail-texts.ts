import { z } from 'zod';
import { ROLES } from '../accounts/user.ts';
import type { Locale, Localized } from '../locales/locale.ts';
import type { MailKind } from './mailer.ts';

const line = z.string().min(1);

/** The texts of one kind of message. `{names}` are placeholders. */
const messageSchema = z.strictObject({
  subject: line,
  heading: line,
  /** The main text. */
  body: line,
  /** Shown after the code or the button. */
  after: line.optional(),
  /** The label of the button. */
  action: line.optional(),
  /** What to do if the reader did not request it. */
  ignore: line,
  /** Replaces the footer of all messages. */
  footer: line.optional(),
});

const mailTextsSchema = z.strictObject({
  confirmCode: messageSchema,
  resetCode: messageSchema,
  emailChangeCode: messageSchema,
  existingAccount: messageSchema,
  invitation: messageSchema,
  passwordChanged: messageSchema,
  emailChanged: messageSchema,
  contactMessage: messageSchema,
  reviewAsked: messageSchema,
  reviewSentBack: messageSchema,
  reviewPublished: messageSchema,
  reviewScheduled: messageSchema,
  footer: line,
  /** Instead of the title of an item that has none. */
  untitled: line,
  /** The label of each role, and a sentence about it: as on the page of the people. */
  roles: z.record(z.enum(ROLES), line),
  roleHints: z.record(z.enum(ROLES), line),
});

/** The texts of all messages in one language: `locales/{language}/mail.json`, with those of the roles in `admin.json`. */
export type MailTexts = z.infer<typeof mailTextsSchema>;

/** The texts that each kind of message has. */
export const TEXTS_OF: { [kind in MailKind]: Exclude<keyof MailTexts, 'footer' | 'untitled' | 'roles' | 'roleHints'> } =
  {
    'confirm-code': 'confirmCode',
    'reset-code': 'resetCode',
    'email-change-code': 'emailChangeCode',
    'existing-account': 'existingAccount',
    invitation: 'invitation',
    'password-changed': 'passwordChanged',
    'email-changed': 'emailChanged',
    'contact-message': 'contactMessage',
    'review-asked': 'reviewAsked',
    'review-sent-back': 'reviewSentBack',
    'review-published': 'reviewPublished',
    'review-scheduled': 'reviewScheduled',
  };

/**
 * Validates the texts of each language's file.
 * @throws Error with the language and the missing or unknown texts.
 */
export function parseMailTexts(files: { [locale: Locale]: unknown }): Localized<MailTexts> {
  return Object.fromEntries(
    Object.entries(files).map(([locale, file]) => {
      const parsed = mailTextsSchema.safeParse(file);
      if (!parsed.success) throw new Error(`locales/${locale}/mail.json: ${z.prettifyError(parsed.error)}`);
      return [locale, parsed.data];
    }),
  );
}

/** Control characters, line breaks and bidirectional controls, which must not occur in a line of a message. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Removes characters that must not occur within a line. */
export function oneLine(value: string): string {
  return value.replace(UNPRINTABLE, ' ').trim();
}

/**
 * Replaces `{names}` in a text, in one pass: names within values are not replaced.
 * @throws RangeError for a name without a value: the texts do not match the program.
 */
export function fillText(text: string, values: { [name: string]: string | number }): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new RangeError(`"${text}" asks for {${name}}, which this message does not have`);
    return oneLine(String(value));
  });
}

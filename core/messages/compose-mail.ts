import { type Locale, type Localized, localeDefinition } from '../locales/locale.ts';
import { localizePath } from '../locales/localized-path.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { fillText, oneLine } from './fill-text.ts';
import { frameMail } from './frame-mail.ts';
import { type MailTexts, TEXTS_OF } from './mail-texts.ts';
import type { Mail } from './mailer.ts';

/**
 * The variable contents of a message. In mail about accounts, none of them is typed by a stranger: someone who signs up with
 * another person's address must not be able to send them text.
 */
export type MailContents =
  /** `minutes`: validity of the code. */
  | { kind: 'confirm-code' | 'reset-code' | 'email-change-code'; code: string; minutes: number }
  | { kind: 'existing-account' }
  /** `inviter`: the name of the owner. `token`: with it, the page of the link tells what it knows of the invitation. */
  | { kind: 'invitation'; inviter: string; days: number; token: string }
  /** `at`: milliseconds since 1970. `email-changed` is sent to the old address. */
  | { kind: 'password-changed' | 'email-changed'; at: number }
  /** A visitor's message, for the team only. Replies go to its sender. */
  | { kind: 'contact-message'; id: string; name: string; email: string; text: string };

export interface MailComposerOptions {
  config: Pick<SiteConfig, 'name' | 'locales' | 'defaultLocale' | 'timeZone'>;
  /** The site's public origin: `https://example.org`. */
  origin: string;
  texts: Localized<MailTexts>;
  now?: () => number;
  createId?: () => string;
}

/** Composes a message in a language of the site. */
export type ComposeMail = (to: string, locale: Locale, contents: MailContents) => Mail;

/** @throws Error if a language of the site has no texts. */
export function createMailComposer(options: MailComposerOptions): ComposeMail {
  const { config, origin, texts, now = Date.now, createId = () => crypto.randomUUID() } = options;
  for (const { code } of config.locales) if (!texts[code]) throw new Error(`locales/${code}/mail.json is missing`);

  return (to, locale, contents) => {
    const { language, direction } = localeDefinition(config, locale);
    const mailTexts = texts[locale] as MailTexts;
    const site = config.name[locale] ?? new URL(origin).host;
    const message = mailTexts[TEXTS_OF[contents.kind]];
    const values = { ...valuesOf(contents, language, config.timeZone), site, host: new URL(origin).host };
    const path = actionPath(contents, to);
    const code = 'code' in contents ? contents.code : undefined;
    const fill = (text: string) => fillText(text, values);
    return {
      id: createId(),
      kind: contents.kind,
      to,
      senderName: oneLine(site),
      subject: fill(message.subject),
      ...frameMail({
        language,
        direction,
        site,
        heading: fill(message.heading),
        body: fill(message.body),
        code,
        action:
          path !== undefined && message.action !== undefined
            ? { label: fill(message.action), url: origin + localizePath(config, locale, path) }
            : undefined,
        after: message.after === undefined ? undefined : fill(message.after),
        quote: contents.kind === 'contact-message' ? contents.text : undefined,
        ignore: fill(message.ignore),
        footer: fill(message.footer ?? mailTexts.footer),
      }),
      language,
      createdAt: now(),
      ...(code !== undefined && { code }),
      ...(contents.kind === 'contact-message' && { replyTo: contents.email }),
    };
  };
}

function valuesOf(contents: MailContents, language: string, timeZone: string): { [name: string]: string | number } {
  switch (contents.kind) {
    case 'confirm-code':
    case 'reset-code':
    case 'email-change-code':
      return { code: contents.code, minutes: contents.minutes };
    case 'invitation':
      return { inviter: contents.inviter, days: contents.days };
    case 'password-changed':
    case 'email-changed': {
      const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone });
      return { when: format.format(contents.at) };
    }
    case 'contact-message':
      return { name: contents.name, email: contents.email };
    case 'existing-account':
      return {};
  }
}

/** The path of the button's link, without a language. */
function actionPath(contents: MailContents, to: string): string | undefined {
  switch (contents.kind) {
    case 'existing-account':
      return '/admin/signin';
    case 'invitation':
      return `/admin/signup?${new URLSearchParams({ email: to, invitation: contents.token })}`;
    case 'password-changed':
      return '/admin/reset';
    case 'contact-message':
      return `/admin/inbox/${contents.id}`;
    default:
      return undefined;
  }
}

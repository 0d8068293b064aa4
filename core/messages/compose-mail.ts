import type { Role } from '../accounts/user.ts';
import { type Locale, type Localized, localeDefinition } from '../locales/locale.ts';
import { localizePath } from '../locales/localized-path.ts';
import { html, type SafeHtml } from '../markup/html.ts';
import { ACTION, INK, INK_SOFT, LINE, ON_ACTION, RAISED, SURFACE, TINT } from '../site/site-colors.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { fillText, type MailTexts, oneLine, TEXTS_OF } from './mail-texts.ts';
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
  | { kind: 'invitation'; inviter: string; role: Role; days: number; token: string }
  /** `at`: milliseconds since 1970. `email-changed` is sent to the old address. */
  | { kind: 'password-changed' | 'email-changed'; at: number }
  /** A visitor's message, for the team only. Replies go to its sender. */
  | { kind: 'contact-message'; id: string; name: string; email: string; text: string }
  /** `name`: who asked or answered. `title`: of the item, empty without one. `path`: of the item's text, without a language. */
  | {
      kind: 'review-asked' | 'review-sent-back' | 'review-published' | 'review-scheduled';
      name: string;
      title: string;
      languages: readonly Locale[];
      note?: string;
      path: string;
    };

export interface MailComposerOptions {
  config: Pick<SiteConfig, 'name' | 'locales' | 'defaultLocale' | 'timeZone'>;
  /** The site's public origin: `https://example.org`. */
  origin: string;
  texts: Localized<MailTexts>;
  now?: () => number;
  createId?: () => string;
}

/** Composes a message in a language of the site, in the name that the site has then. */
export type ComposeMail = (to: string, locale: Locale, contents: MailContents) => Promise<Mail>;

/** @throws Error if a language of the site has no texts. */
export function createMailComposer(options: MailComposerOptions) {
  const { config, origin, texts, now = Date.now, createId = () => crypto.randomUUID() } = options;
  for (const { code } of config.locales) if (!texts[code]) throw new Error(`locales/${code}/mail.json is missing`);

  return (to: string, wanted: Locale, contents: MailContents): Mail => {
    // An account may still have a language that the site has no more.
    const locale = config.locales.some(({ code }) => code === wanted) ? wanted : config.defaultLocale;
    const { language, direction } = localeDefinition(config, locale);
    const mailTexts = texts[locale] as MailTexts;
    const site = config.name[locale] ?? new URL(origin).host;
    const message = mailTexts[TEXTS_OF[contents.kind]];
    const values = {
      ...valuesOf(contents, { to, language, config, texts: mailTexts }),
      site,
      host: new URL(origin).host,
    };
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
        quote: quoteIn(contents),
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

/** What somebody wrote. */
function quoteIn(contents: MailContents): string | undefined {
  if (contents.kind === 'contact-message') return contents.text;
  return 'note' in contents ? contents.note : undefined;
}

interface ReaderOfMail {
  /** BCP 47. */
  language: string;
  config: MailComposerOptions['config'];
  to: string;
  texts: MailTexts;
}

function valuesOf(
  contents: MailContents,
  { to, language, config, texts }: ReaderOfMail,
): { [name: string]: string | number } {
  switch (contents.kind) {
    case 'confirm-code':
    case 'reset-code':
    case 'email-change-code':
      return { code: contents.code, minutes: contents.minutes };
    case 'invitation':
      return {
        inviter: contents.inviter,
        role: texts.roles[contents.role],
        roleHint: texts.roleHints[contents.role],
        email: to,
        days: contents.days,
      };
    case 'password-changed':
    case 'email-changed': {
      const { timeZone } = config;
      const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone });
      return { when: format.format(contents.at) };
    }
    case 'contact-message':
      return { name: contents.name, email: contents.email };
    case 'review-asked':
    case 'review-sent-back':
    case 'review-published':
    case 'review-scheduled': {
      const namesIn = new Intl.DisplayNames(language, { type: 'language' });
      const names = contents.languages.map((code) => {
        const tag = localeDefinition(config, code).language;
        return namesIn.of(new Intl.Locale(tag).language) ?? tag;
      });
      const languages = new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
      return { name: contents.name, title: contents.title || texts.untitled, languages };
    }
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
    case 'review-asked':
    case 'review-sent-back':
    case 'review-published':
    case 'review-scheduled':
      return contents.path;
    default:
      return undefined;
  }
}

/** The parts of a message, in reading order. */
export interface MailParts {
  /** BCP 47 */
  language: string;
  direction: 'ltr' | 'rtl';
  site: string;
  heading: string;
  body: string;
  code: string | undefined;
  action: { label: string; url: string } | undefined;
  after: string | undefined;
  /** Text by somebody else, with its line breaks. */
  quote?: string | undefined;
  ignore: string;
  footer: string;
}

/**
 * A message as plain text and as HTML: one column, system fonts, no pictures or other remote content. Uses logical sides, so
 * that right-to-left languages work.
 */
export function frameMail(parts: MailParts): { text: string; html: string } {
  return { text: toText(parts), html: toHtml(parts).markup };
}

function toText({ heading, body, quote, code, action, after, ignore, footer }: MailParts): string {
  const paragraphs = [
    heading,
    body,
    quote?.replace(/^/gm, '> '),
    code,
    action && `${action.label}:\n${action.url}`,
    after,
    ignore,
    `-- \n${footer}`,
  ];
  return `${paragraphs.filter((paragraph) => paragraph !== undefined).join('\n\n')}\n`;
}

function toHtml({
  language,
  direction,
  site,
  heading,
  body,
  quote,
  code,
  action,
  after,
  ignore,
  footer,
}: MailParts): SafeHtml {
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${heading}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: ${SURFACE.dark} !important; }
  .sheet { background: ${RAISED.dark} !important; border-color: ${LINE.dark} !important; color: ${INK.dark} !important; }
  .site, .quiet { color: ${INK_SOFT.dark} !important; }
  .code { background: ${TINT.dark} !important; color: ${INK.dark} !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:${SURFACE.light}">
<div class="sheet" dir="${direction}" style="${SHEET}">
<p class="site" style="${SITE}">${site}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${heading}</h1>
<p style="${PARAGRAPH}">${body}</p>
${quote === undefined ? [] : html`<blockquote style="${QUOTE}">${quote}</blockquote>\n`}${code === undefined ? [] : html`<p class="code" dir="ltr" style="${CODE}">${code}</p>\n`}${action ? actionHtml(action) : []}${after === undefined ? [] : html`<p style="${PARAGRAPH}">${after}</p>\n`}<p class="quiet" style="${QUIET}">${ignore}</p>
<p class="quiet" style="${QUIET};margin-bottom:0">${footer}</p>
</div>
</body>
</html>
`;
}

/** Includes the URL as text, for mail clients that show no buttons. */
function actionHtml({ label, url }: { label: string; url: string }): SafeHtml {
  return html`<p style="${PARAGRAPH}"><a href="${url}" style="${BUTTON}">${label}</a></p>
<p class="quiet" dir="ltr" style="${QUIET};word-break:break-all">${url}</p>
`;
}

const SHEET =
  `max-width:480px;margin:0 auto;padding:32px 24px;background:${RAISED.light};border:1px solid ${LINE.light};border-radius:12px;` +
  `color:${INK.light};font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif;font-size:16px;line-height:1.5;text-align:start`;
const SITE = `margin:0 0 24px;font-size:14px;font-weight:600;color:${INK_SOFT.light}`;
const PARAGRAPH = 'margin:0 0 16px';
const QUOTE = `margin:0 0 16px;padding-inline:16px 0;border-inline-start:3px solid ${ACTION.light};white-space:pre-wrap;overflow-wrap:anywhere`;
const QUIET = `margin:0 0 16px;font-size:14px;color:${INK_SOFT.light}`;
/** Spaced by CSS, so that copying gives only the digits. */
const CODE =
  `margin:0 0 16px;padding:16px;background:${TINT.light};border-radius:8px;text-align:center;` +
  'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:36px;font-weight:700;letter-spacing:6px;line-height:1.2;' +
  '-webkit-user-select:all;user-select:all';
const BUTTON = `display:inline-block;padding:12px 20px;background:${ACTION.light};border-radius:8px;color:${ON_ACTION.light};font-weight:600;text-decoration:none`;

import type { Context } from 'hono';
import { type LocaleDefinition, type LocaleSet, localeDefinition } from '#core/locales/locale.ts';
import { splitLocale } from '#core/locales/localized-path.ts';
import type { LocaleFiles } from '../locales/locale-files.ts';
import type { Log } from '../log/log.ts';
import type { WrongAddressAnswerer } from '../middleware/refuse-cross-site.ts';
import { createErrorPage } from '../rendering/error-page.ts';
import { sendRendered } from './send-rendered.ts';

/** Minimum milliseconds between log entries, since any client can cause one. Source: Meki's own. */
const LOG_INTERVAL = 60_000;

/** Identifies this response for the app's scripts. */
const CODE = 'wrong-address';

export interface WrongAddressOptions {
  set: LocaleSet;
  /** The configured one. */
  origin: string;
  localeFiles: Pick<LocaleFiles, 'read'>;
  log: Pick<Log, 'warn'>;
  /** @see PageAnswererOptions */
  withPolicy: boolean;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

/**
 * Explains that forms are accepted only at the configured origin: to people with a page in the language of the address, to
 * scripts with JSON, to operators with a log entry that names the setting. The status is 403.
 */
export function createWrongAddressAnswerer(options: WrongAddressOptions): WrongAddressAnswerer {
  const { set, origin, localeFiles, log, withPolicy, now = () => performance.now() } = options;
  let loggedAt = Number.NEGATIVE_INFINITY;

  return async (context, opened) => {
    if (now() - loggedAt >= LOG_INTERVAL) {
      loggedAt = now();
      const message = `A form was refused: the site was opened at ${opened.slice(0, 200)}, and MEKI_ORIGIN is ${origin}. Open it there, or set MEKI_ORIGIN to the address that people use.`;
      log.warn({ opened: opened.slice(0, 200), origin }, message);
    }
    const { pathname } = new URL(context.req.url);
    if (!acceptsPages(context)) {
      const message = `The site was opened at ${opened}, and accepts forms at ${origin} alone.`;
      return context.json({ statusCode: 403, code: CODE, message }, 403, { 'Cache-Control': 'private, no-store' });
    }
    const page = pageOf(localeDefinition(set, splitLocale(set, pathname).locale), opened, pathname);
    const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-store' });
    return sendRendered(context, { status: 403, headers, ...page }, withPolicy);
  };

  function pageOf(locale: LocaleDefinition, opened: string, pathname: string) {
    const file = localeFiles.read(locale.code, 'account')?.toString() ?? '{}';
    const { wrongAddress } = JSON.parse(file) as { wrongAddress: { title: string; text: string; open: string } };
    const fill = (text: string) => text.replaceAll('{opened}', opened).replaceAll('{origin}', origin);
    const texts = { title: wrongAddress.title, message: fill(wrongAddress.text), home: fill(wrongAddress.open) };
    return createErrorPage(locale, texts, origin + pathname);
  }
}

function acceptsPages(context: Context): boolean {
  return /\btext\/html\b/i.test(context.req.header('accept') ?? '');
}

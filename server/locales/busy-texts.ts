import type { SiteConfig } from '#core/site/site-config.ts';
import type { LocaleFiles } from './locale-files.ts';

/** The overload message in each language, one line each. */
export function readBusyTexts({ locales }: SiteConfig, files: LocaleFiles): string {
  const texts = locales.map(({ code }) => JSON.parse(files.read(code, 'error')?.toString() ?? '{}').busy as unknown);
  return [...new Set(texts)].filter((text) => typeof text === 'string').join('\n');
}

import type { Actor } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { countFiles } from '#core/files/list-files.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { languageName } from '../../i18n/language-name.ts';

export const FILE_WORK = ['missing', 'stale'] as const;

/** Files whose texts are missing or out of date in a language, and where they are listed. */
export interface FileWork {
  id: string;
  kind: (typeof FILE_WORK)[number];
  /** Its name. */
  language: string;
  count: number;
  href: string;
}

interface WorkRequest {
  config: SiteConfig;
  locale: Locale;
  pathTo: (path: string) => string;
}

/** What waits about files, for people who may read them. @param wanted default: of every kind and language */
export async function readFileWork(
  store: DocumentStore,
  actor: Actor,
  { config, locale, pathTo }: WorkRequest,
  wanted: { kinds?: readonly string[]; languages?: readonly Locale[] | undefined } = {},
): Promise<FileWork[]> {
  if (!may(actor, 'media.read')) return [];
  const { language: inLanguage } = localeDefinition(config, locale);
  const { kinds = FILE_WORK, languages } = wanted;
  const asked = FILE_WORK.filter((kind) => kinds.includes(kind)).flatMap((kind) =>
    config.locales.filter(({ code }) => languages?.includes(code) ?? true).map((spoken) => ({ kind, ...spoken })),
  );
  const found = await Promise.all(
    asked.map(async ({ kind, code, language }) => ({
      id: `${kind}.${code}`,
      kind,
      language: languageName(inLanguage, language),
      count:
        (await countFiles(store, actor, { place: 'library', sort: 'uploaded', language: locale, [kind]: code })) ?? 0,
      href: `${pathTo('/admin/files')}?texts=${kind}.${code}`,
    })),
  );
  return found.filter(({ count }) => count > 0);
}

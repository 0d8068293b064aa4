import type { SignUpMode } from '../accounts/identity.ts';
import type { ContentType, MissingLanguagePolicy } from '../content-types/content-type.ts';
import type { DocumentReader } from '../documents/document-store.ts';
import { getDocument, readDocuments } from '../documents/typed-documents.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { settingRef } from './setting-documents.ts';
import { isSettingValue, missingLanguageSetting, type Setting, settingsOf } from './settings.ts';

type Reader = Pick<DocumentReader, 'batchGet' | 'passOver'>;

/** The settings that have a value which they can have, by id. */
export async function readSettings(store: Reader, settings: readonly Setting[]): Promise<Map<string, string>> {
  const look = await readDocuments(store, settings.map(settingRef));
  return new Map(
    settings.flatMap((setting) => {
      const value = look(settingRef(setting))?.value;
      return value !== undefined && isSettingValue(setting, value) ? [[setting.id, value] as const] : [];
    }),
  );
}

/** The value of a setting, or what is so by default. @throws Error if the site has no such setting */
export async function readSetting(store: Reader, config: SiteConfig, id: string, signUp?: SignUpMode): Promise<string> {
  const setting = settingsOf(config, signUp).find((known) => known.id === id);
  if (!setting) throw new Error(`There is no setting "${id}"`);
  const value = (await getDocument(store, settingRef(setting)))?.data.value;
  return value !== undefined && isSettingValue(setting, value) ? value : setting.byDefault;
}

/** The configuration with the settings in place of what the file says. For what no page for visitors is made of. */
export async function readConfig<Config extends SiteConfig>(store: Reader, config: Config): Promise<Config> {
  const values = await readSettings(store, settingsOf(config));
  if (values.size === 0) return config;
  const mailTo = values.get('inbox-recipients')?.split('\n');
  const days = values.get('inbox-days');
  return {
    ...config,
    timeZone: values.get('time-zone') ?? config.timeZone,
    inbox: { ...config.inbox, ...(mailTo && { mailTo }), ...(days && { retentionDays: Number(days) }) },
    contentTypes: config.contentTypes.map((type) => withPolicy(type, values.get(missingLanguageSetting(type.key)))),
  };
}

const POLICIES: ReadonlySet<string | undefined> = new Set<MissingLanguagePolicy>(['not-found', 'notice', 'listing']);

/** A type with what an owner chose for readers whose language it lacks. @param policy `undefined`: as in the file */
export function withPolicy(type: ContentType, policy: string | undefined): ContentType {
  return POLICIES.has(policy) ? { ...type, missingLanguage: policy as MissingLanguagePolicy } : type;
}

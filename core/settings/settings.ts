import { z } from 'zod';
import type { SignUpMode } from '../accounts/identity.ts';
import type { ContentType, MissingLanguagePolicy } from '../content-types/content-type.ts';
import type { DocumentReader } from '../documents/document-store.ts';
import { getDocument, readDocuments } from '../documents/typed-documents.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { isTimeZone } from '../site/site-day.ts';
import { settingRef } from './setting-documents.ts';

/** The groups of the page of settings, in order. */
export const SETTING_GROUPS = ['inbox', 'people', 'lists', 'languages', 'engines'] as const;

const SETTING_NAMES = [
  'inbox-recipients',
  'inbox-days',
  'sign-up',
  'page-size',
  'time-zone',
  'missing-language',
  'search-engines',
] as const;

/** What a setting is about; its words are `admin.settings.working.names`. */
type SettingName = (typeof SETTING_NAMES)[number];

export const isSettingName = (name: string): name is SettingName => (SETTING_NAMES as readonly string[]).includes(name);

const SETTING_CHOICES = ['open', 'invite', 'closed', 'not-found', 'notice', 'listing', 'all', 'none'] as const;

/** A value that is chosen from several; its words are `admin.settings.working.choices`. */
type SettingChoice = (typeof SETTING_CHOICES)[number];

export const isSettingChoice = (value: string): value is SettingChoice =>
  (SETTING_CHOICES as readonly string[]).includes(value);

/** How a setting is written. */
type SettingInput =
  | { kind: 'number'; minimum: number; maximum: number }
  | { kind: 'choice'; choices: readonly SettingChoice[] }
  | { kind: 'emails'; most: number }
  | { kind: 'time-zone' };

/** A working setting. Its value is a text: a number in digits, one of its choices, emails one a line. */
export interface Setting {
  /** Of its document: `page-size`, `missing-language:studies`. */
  id: string;
  name: SettingName;
  /** Key of the content type that it is about. */
  type?: string;
  group: (typeof SETTING_GROUPS)[number];
  input: SettingInput;
  /** Whether no page for visitors may read it. */
  isPrivate?: true;
  /** What is so while nobody has set it: what `site.config.ts` or the environment says. */
  byDefault: string;
}

/** Retention period of messages in days, unless the configuration sets another. Source: the product's specification. */
export const MESSAGE_RETENTION_DAYS = 180;

/** Items per page of a listing: complete rows of two and of three. */
const PAGE_SIZE = 12;

/** The setting of a type for readers whose language it is not published in. */
export const missingLanguageSetting = (type: string) => `missing-language:${type}`;

/** The settings of a site, in order. @param signUp who may sign up as the server was started */
export function settingsOf(config: SiteConfig, signUp: SignUpMode = 'open'): Setting[] {
  const { inbox = {} } = config;
  return [
    {
      id: 'inbox-recipients',
      name: 'inbox-recipients',
      group: 'inbox',
      input: { kind: 'emails', most: 100 },
      isPrivate: true,
      byDefault: (inbox.mailTo ?? []).join('\n'),
    },
    {
      id: 'inbox-days',
      name: 'inbox-days',
      group: 'inbox',
      input: { kind: 'number', minimum: 1, maximum: 3_650 },
      byDefault: String(inbox.retentionDays ?? MESSAGE_RETENTION_DAYS),
    },
    {
      id: 'sign-up',
      name: 'sign-up',
      group: 'people',
      input: { kind: 'choice', choices: ['open', 'invite', 'closed'] satisfies SignUpMode[] },
      isPrivate: true,
      byDefault: signUp,
    },
    {
      id: 'page-size',
      name: 'page-size',
      group: 'lists',
      input: { kind: 'number', minimum: 2, maximum: 60 },
      byDefault: String(PAGE_SIZE),
    },
    { id: 'time-zone', name: 'time-zone', group: 'lists', input: { kind: 'time-zone' }, byDefault: config.timeZone },
    ...config.contentTypes
      .filter(({ appearsAs }) => appearsAs === 'collection' || appearsAs === 'page')
      .map(
        ({ key, appearsAs, missingLanguage }): Setting => ({
          id: missingLanguageSetting(key),
          name: 'missing-language',
          type: key,
          group: 'languages',
          // Pages have no listing to lead to.
          input: {
            kind: 'choice',
            choices: appearsAs === 'page' ? ['not-found', 'notice'] : ['not-found', 'notice', 'listing'],
          },
          byDefault: missingLanguage,
        }),
      ),
    {
      id: 'search-engines',
      name: 'search-engines',
      group: 'engines',
      input: { kind: 'choice', choices: ['all', 'none'] },
      byDefault: 'all',
    },
  ];
}

/** A value as it is stored: without spaces around it, emails one a line. */
export function tidySetting({ input }: Pick<Setting, 'input'>, text: string): string {
  if (input.kind !== 'emails') return text.trim();
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))].join('\n');
}

/** Whether a setting can have a value, tidied; an empty one stands for that of the file. */
export function isSettingValue({ input }: Pick<Setting, 'input'>, value: string): boolean {
  if (value === '') return true;
  if (input.kind === 'choice') return (input.choices as readonly string[]).includes(value);
  if (input.kind === 'time-zone') return isTimeZone(value);
  if (input.kind === 'number') {
    const number = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
    return number >= input.minimum && number <= input.maximum;
  }
  const emails = value.split('\n');
  return emails.length <= input.most && emails.every((email) => z.email().max(254).safeParse(email).success);
}

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

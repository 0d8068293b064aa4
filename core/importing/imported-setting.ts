import { z } from 'zod';
import type { AuditActor } from '../audit/audit-log.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { type Problem, schemaProblems } from '../problems/problem.ts';
import { writeSettings } from '../settings/change-settings.ts';
import { isSettingValue, type Setting, settingsOf, tidySetting } from '../settings/settings.ts';
import type { SiteConfig } from '../site/site-config.ts';

const schema = z.strictObject({ setting: z.string().min(1), value: z.string().min(1) });

/** A working setting as `exportItems` writes it. */
export type ImportedSetting = z.infer<typeof schema>;

/** Whether a value is to be a setting, rather than an item. */
export function isSettingEntry(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'setting' in value;
}

/** Reads a value as a setting of the site. @returns what is wrong with it otherwise */
export function readImportedSetting(
  value: unknown,
  config: SiteConfig,
): { problems: Problem[] } | { problems: []; setting: Setting; value: string } {
  const parsed = schema.safeParse(value);
  if (!parsed.success) return { problems: schemaProblems(parsed.error) };
  const setting = settingsOf(config).find(({ id }) => id === parsed.data.setting);
  if (!setting) return { problems: [{ path: ['setting'], message: 'is no setting of this site' }] };
  const tidied = tidySetting(setting, parsed.data.value);
  if (isSettingValue(setting, tidied)) return { problems: [], setting, value: tidied };
  return { problems: [{ path: ['value'], message: 'is no value that the setting can have' }] };
}

/** Brings a setting in. @returns what became of it or is wrong with it */
export async function importSetting(
  {
    store,
    config,
    actor,
    now = Date.now,
  }: { store: DocumentStore; config: SiteConfig; actor: AuditActor; now?: () => number },
  entry: unknown,
): Promise<{ problems: Problem[] } | { problems: []; id: string; outcome: 'created' | 'changed' | 'unchanged' }> {
  const read = readImportedSetting(entry, config);
  if (!('setting' in read)) return read;
  const before = await writeSettings({ store, now }, actor, [{ setting: read.setting, after: read.value }]);
  const [former = ''] = before.values();
  return {
    problems: [],
    id: read.setting.id,
    outcome: former === read.value ? 'unchanged' : former === '' ? 'created' : 'changed',
  };
}

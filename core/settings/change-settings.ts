import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { type AuditActor, auditWrite, onRecord } from '../audit/audit-log.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import { settingRef } from './setting-documents.ts';
import { isSettingValue, type Setting, tidySetting } from './settings.ts';

/** What a person wants a setting to be. */
export interface SettingChange {
  setting: Setting;
  /** What it was for the person; empty: as in the file. */
  before: string;
  /** Empty: as in the file. */
  after: string;
}

export type SettingsOutcome =
  /** Nothing was changed: these values are impossible. */
  | { ok: false; refused: Setting[] }
  /** @param conflicts what another person set in the meantime, by id: these stay; the others were changed */
  | { ok: true; conflicts: Map<string, string> };

/** Changes settings; what somebody else changed since stays, and only that. @throws {Forbidden} */
export async function changeSettings(
  { store, now = Date.now }: { store: DocumentStore; now?: () => number },
  actor: Actor,
  wanted: readonly SettingChange[],
): Promise<SettingsOutcome> {
  requireMay(actor, 'settings.manage');
  const changes = wanted
    .map(({ setting, before, after }) => ({ setting, before, after: tidySetting(setting, after) }))
    .filter(({ before, after }) => before !== after);
  const refused = changes.filter(({ setting, after }) => !isSettingValue(setting, after));
  if (refused.length > 0) return { ok: false, refused: refused.map(({ setting }) => setting) };
  const before = await writeSettings({ store, now }, onRecord(actor), changes);
  const conflicts = changes.filter(({ setting, after, before: seen }) => {
    const stored = before.get(setting.id) ?? '';
    return stored !== seen && stored !== after;
  });
  return { ok: true, conflicts: new Map(conflicts.map(({ setting: { id } }) => [id, before.get(id) ?? ''])) };
}

/**
 * Writes settings, each with its audit entry, in one commit; a change that tells what was seen before only if that is still so.
 * @returns what each was, by id; empty: as in the file
 */
export async function writeSettings(
  { store, now }: { store: DocumentStore; now: () => number },
  actor: AuditActor,
  changes: readonly { setting: Setting; before?: string; after: string }[],
): Promise<Map<string, string>> {
  return retryOnConflict(async () => {
    const unit = new UnitOfWork(store);
    await unit.read(changes.map(({ setting }) => settingRef(setting)));
    const found = new Map<string, string>();
    for (const { setting, before, after } of changes) {
      const ref = settingRef(setting);
      const stored = unit.get(ref)?.value ?? '';
      found.set(setting.id, stored);
      if (stored === after || (before !== undefined && stored !== before)) continue;
      if (after === '') unit.remove(ref);
      else unit.set(ref, { value: after });
      const details = { setting: setting.id, before: onPaper(setting, stored), after: onPaper(setting, after) };
      unit.append(auditWrite({ at: now(), actor, action: 'site.setting-changed', details }));
    }
    if (unit.size() > 0) await unit.commit();
    return found;
  });
}

/** A value for the audit log, which has no emails: how many there are. */
function onPaper({ input, byDefault }: Setting, value: string): string {
  const inForce = value === '' ? byDefault : value;
  return input.kind === 'emails' ? String(inForce.split('\n').filter(Boolean).length) : inForce;
}

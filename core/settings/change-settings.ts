import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import { auditWrite, onRecord } from '../audit/record-audit.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { createUnitOfWork } from '../documents/unit-of-work.ts';
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
  const conflicts = await retryOnConflict(async () => {
    const unit = createUnitOfWork(store);
    await unit.read(changes.map(({ setting }) => settingRef(setting)));
    const found = new Map<string, string>();
    for (const { setting, before, after } of changes) {
      const ref = settingRef(setting);
      const stored = unit.get(ref)?.value ?? '';
      if (stored === after) continue;
      if (stored !== before) {
        found.set(setting.id, stored);
        continue;
      }
      if (after === '') unit.remove(ref);
      else unit.set(ref, { value: after });
      const details = { setting: setting.id, before: onPaper(setting, stored), after: onPaper(setting, after) };
      unit.append(auditWrite({ at: now(), actor: onRecord(actor), action: 'site.setting-changed', details }));
    }
    if (unit.size() > 0) await unit.commit();
    return found;
  });
  return { ok: true, conflicts };
}

/** A value for the audit log, which has no emails: how many there are. */
function onPaper({ input, byDefault }: Setting, value: string): string {
  const inForce = value === '' ? byDefault : value;
  return input.kind === 'emails' ? String(inForce.split('\n').filter(Boolean).length) : inForce;
}

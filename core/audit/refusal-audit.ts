import type { Actor } from '../access/actor.ts';
import type { Permission } from '../access/policy.ts';
import { createAllowance } from '../accounts/allowance.ts';
import { deviceLabel } from '../accounts/device-label.ts';
import type { Client } from '../accounts/identity.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { coarseAddress } from './coarse-address.ts';
import { recordAudit } from './record-audit.ts';

/** Rate limit of entries per person and hour; the access log contains the rest. Source: Meki's own. */
const ENTRIES_AN_HOUR = 20;

/** Records that the policy table refused an action to a signed-in person. */
export type RecordRefusal = (actor: Actor, permission: Permission, client: Client) => Promise<void>;

export function createRefusalAudit({
  store,
  now = Date.now,
  steady = () => performance.now(),
}: {
  store: DocumentStore;
  now?: () => number;
  /** A monotonic clock, in milliseconds. */
  steady?: () => number;
}): RecordRefusal {
  const allowance = createAllowance({ count: ENTRIES_AN_HOUR, windowMs: 3_600_000, now: steady });
  return async (actor, permission, { address, userAgent }) => {
    if (actor.kind === 'anonymous' || allowance.take(actor.id) > 0) return;
    const { kind, id, name } = actor;
    const network = address === undefined ? undefined : coarseAddress(address);
    const device = deviceLabel(userAgent).slice(0, 200);
    await recordAudit(store, {
      action: 'access.refused',
      at: now(),
      actor: { kind, id, name: name.slice(0, 300) },
      ...(network !== undefined && { network }),
      details: { refused: permission, ...(device && { device }) },
    });
  };
}

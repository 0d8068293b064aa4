import { deviceLabel } from '#core/accounts/device-label.ts';
import type { Client } from '#core/accounts/identity.ts';

/** The client data recorded in audit entries. */
export function seenOf(client: Client): { address?: string; device?: string } {
  const device = deviceLabel(client.userAgent);
  return { ...(client.address ? { address: client.address } : {}), ...(device ? { device } : {}) };
}

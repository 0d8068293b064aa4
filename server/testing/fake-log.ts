import type { AccessEntry, Log } from '../log.ts';

/** A log that remembers. */
export interface FakeLog extends Log {
  errors: { fields: { [name: string]: unknown }; message: string }[];
  requests: AccessEntry[];
}

export function createFakeLog(): FakeLog {
  const errors: FakeLog['errors'] = [];
  const requests: AccessEntry[] = [];
  const error = (fields: { [name: string]: unknown }, message: string) => errors.push({ fields, message });
  return {
    errors,
    requests,
    info: () => {},
    warn: () => {},
    error: error as unknown as Log['error'],
    access: (entry) => requests.push(entry),
    flush: () => {},
  };
}

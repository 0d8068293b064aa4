import type { AccessEntry, Log } from '../log/log.ts';

/** A log that records its entries. */
export interface FakeLog extends Log {
  errors: { fields: { [name: string]: unknown }; message: string }[];
  warnings: FakeLog['errors'];
  requests: AccessEntry[];
}

export function createFakeLog(): FakeLog {
  const errors: FakeLog['errors'] = [];
  const warnings: FakeLog['errors'] = [];
  const requests: AccessEntry[] = [];
  const into = (list: FakeLog['errors']) => (fields: { [name: string]: unknown }, message: string) =>
    void list.push({ fields, message });
  return {
    errors,
    warnings,
    requests,
    debug: () => {},
    info: () => {},
    warn: into(warnings) as Log['warn'],
    error: into(errors) as Log['error'],
    access: (entry) => requests.push(entry),
    flush: () => {},
  };
}

import type { Log } from '../log/log.ts';

/** Why the server cannot answer now. Details are only logged. */
export type NotReadyReason = 'stopping' | 'database-unavailable';

/** What a part of the server can do: `read` and `write` the database, reach the `storage` of files, and `search` everything. */
export type CheckName = 'read' | 'write' | 'storage' | 'search';

/** Why a part fails. `no-answer`: after 2 s; `incomplete`: the search is being filled. */
export type CheckReason =
  | 'database-unavailable'
  | 'storage-unavailable'
  | 'disk-full'
  | 'read-only'
  | 'no-answer'
  | 'incomplete';

export type CheckResult = { ok: true } | { ok: false; reason: CheckReason };

export interface ReadinessReport {
  /** `ready`: visitors are answered, though not every check need pass. */
  status: 'ready' | NotReadyReason;
  checks: { [name in CheckName]: CheckResult };
}

export interface ReadinessOptions {
  /** Throws, or rejects, if a part is unavailable; `search` tells whether it is complete. */
  probes: { [name in Exclude<CheckName, 'search'>]: () => Promise<unknown> } & { search: () => boolean };
  /** Aborted when the server is stopping. */
  stop: AbortSignal;
  log: Pick<Log, 'error'>;
  now?: () => number;
  /** Milliseconds until a probe without an answer has failed. */
  patience?: number;
}

export interface Readiness {
  /** Whether the server can answer visitors: `undefined` if so. The cause of an outage is logged once. */
  notReady(): Promise<NotReadyReason | undefined>;
  /** All checks; those of the database and the storage are made at most every 10 s: they write, and anybody may ask. */
  report(): Promise<ReadinessReport>;
}

/** Milliseconds until a probe without an answer has failed; supervisors wait for little longer. Source: Meki's own. */
const PATIENCE = 2_000;

/** Milliseconds for which the results of all checks hold. Source: Meki's own. */
const HOLDS = 10_000;

export function createReadiness({
  probes,
  stop,
  log,
  now = Date.now,
  patience = PATIENCE,
}: ReadinessOptions): Readiness {
  let isDown = false;
  let reading: Promise<CheckResult> | undefined;
  let made: { at: number; checks: Promise<Omit<ReadinessReport['checks'], 'search'>> } | undefined;

  /** One at a time: a database that hangs is not asked again and again. */
  function read(): Promise<CheckResult> {
    reading ??= judge('database-unavailable', probes.read, patience, (error) => {
      if (!isDown) log.error({ err: error }, 'The database cannot be reached');
      isDown = true;
    }).finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function notReady(): Promise<NotReadyReason | undefined> {
    if (stop.aborted) return 'stopping';
    if (!(await read()).ok) return 'database-unavailable';
    isDown = false;
    return undefined;
  }

  async function check(): Promise<Pick<ReadinessReport['checks'], 'write' | 'storage'>> {
    const [write, storage] = await Promise.all([
      judge('database-unavailable', probes.write, patience),
      judge('storage-unavailable', probes.storage, patience),
    ]);
    return { write, storage };
  }

  return {
    notReady,
    async report() {
      const reason = await notReady();
      if (!made || Math.abs(now() - made.at) >= HOLDS) {
        made = {
          at: now(),
          checks: Promise.all([read(), check()]).then(([own, others]) => ({ read: own, ...others })),
        };
      }
      const search: CheckResult = probes.search() ? { ok: true } : { ok: false, reason: 'incomplete' };
      return { status: reason ?? 'ready', checks: { ...(await made.checks), search } };
    },
  };
}

/** @param reason for an error that tells no better one */
async function judge(
  reason: CheckReason,
  probe: () => Promise<unknown>,
  patience: number,
  onFailure: (error: unknown) => void = () => {},
): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(`There was no answer within ${patience} ms`)), patience);
  });
  try {
    await Promise.race([probe(), late]);
    return { ok: true };
  } catch (error) {
    onFailure(error);
    return { ok: false, reason: error instanceof NoAnswer ? 'no-answer' : (reasonIn(error) ?? reason) };
  } finally {
    clearTimeout(timer);
  }
}

class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** SQLite's result codes and those of the system. Source: https://sqlite.org/rescode.html, errno(3) */
const REASONS: { [code: string]: CheckReason } = {
  8: 'read-only',
  13: 'disk-full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
};

/** What an error or one of its causes says about the disk. */
function reasonIn(error: unknown): CheckReason | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') return REASONS[error.errcode & 0xff];
  return ('code' in error && REASONS[String(error.code)]) || reasonIn(error.cause);
}

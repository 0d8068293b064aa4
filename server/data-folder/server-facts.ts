import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

/** What the server of a data folder tells about itself, for whoever is refused because of it. */
const factsSchema = z.object({
  /** The process, on its host: a container has its own numbers. */
  pid: z.int(),
  host: z.string(),
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  /** Missing until the server listens. */
  address: z.string().optional(),
});

const fileIn = (folder: string) => join(folder, 'server.json');

/**
 * Writes down that this process serves a data folder. The file only describes it: whether a server runs is told by the
 * lock of the database, so that a file left by a crash does no harm.
 * @param address where it answers; `undefined` before it does
 */
export function announceServer(folder: string, address: string | undefined): void {
  const startedAt = new Date(Date.now() - performance.now()).toISOString();
  const facts: z.input<typeof factsSchema> = {
    pid: process.pid,
    host: hostname(),
    startedAt,
    ...(address && { address }),
  };
  const unfinished = `${fileIn(folder)}.${process.pid}`;
  try {
    writeFileSync(unfinished, `${JSON.stringify(facts)}\n`, { mode: 0o600 });
    renameSync(unfinished, fileIn(folder));
  } catch {
    // A full disk: the server can run without it.
    rmSync(unfinished, { force: true });
  }
}

/** To be called while the lock of the database is still held, or another server's facts may be lost. */
export function withdrawServer(folder: string): void {
  rmSync(fileIn(folder), { force: true });
}

/** `process 4711 on web-1, started 2026-01-31T10:00:00.000Z, at http://localhost:3000`; `undefined` where nothing is known. */
export function describeServer(folder: string): string | undefined {
  const facts = readFacts(folder);
  if (!facts) return undefined;
  const { pid, host, startedAt, address } = facts;
  return `process ${pid} on ${host}, started ${startedAt}${address === undefined ? '' : `, at ${address}`}`;
}

function readFacts(folder: string): z.output<typeof factsSchema> | undefined {
  try {
    return factsSchema.safeParse(JSON.parse(readFileSync(fileIn(folder), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

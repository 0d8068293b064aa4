import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

/** Information about the server of a data folder, for the error message of a refused process. */
const factsSchema = z.object({
  /** The process id on its host; containers have their own ids. */
  pid: z.int(),
  host: z.string(),
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  /** Missing until the server listens. */
  address: z.string().optional(),
});

const fileIn = (folder: string) => join(folder, 'server.json');

/**
 * Writes the file that describes the server. It is only informative: the database's lock determines whether a server runs, so
 * that a file left by a crash is harmless.
 * @param address where it listens; `undefined` before that
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
    // Disk full: the server can run without the file.
    rmSync(unfinished, { force: true });
  }
}

/** Call it while the database's lock is still held; otherwise it may delete another server's file. */
export function withdrawServer(folder: string): void {
  rmSync(fileIn(folder), { force: true });
}

/** `process 4711 on web-1, started 2026-01-31T10:00:00.000Z, at http://localhost:3000`; `undefined` if unknown. */
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

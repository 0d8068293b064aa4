import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { ask } from '../harness/ask.ts';
import type { HostileCase, Scene } from '../harness/hostile-case.ts';

/** How long another process locks the database, in milliseconds: less than a write waits for it. */
const HELD = 1_500;

const WRITES = 12;

/** Changes a draft like a program. */
async function write({ victim, site }: Scene, summary: string): Promise<{ status: number; retryAfter: string | null }> {
  const answer = await ask(`${victim.origin}/api/v1/items/${site.draft}/es`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${site.tokens.editor}`, 'content-type': 'application/json' },
    body: JSON.stringify({ summary }),
    signal: AbortSignal.timeout(30_000),
  });
  await answer.arrayBuffer();
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
}

export const heldLock: HostileCase = [
  'another process that holds the write lock of the database, while programs write',
  async (scene) => {
    const database = new DatabaseSync(join(scene.site.dataDir, 'meki.sqlite'));
    const end = performance.now() + HELD;
    let answers: Awaited<ReturnType<typeof write>>[];
    try {
      database.exec('BEGIN IMMEDIATE');
      const writes = Array.from({ length: WRITES }, (_, index) => write(scene, `Resumen ${index}`));
      // Reads are answered all the time.
      while (performance.now() < end) {
        const answer = await ask(`${scene.victim.origin}/search?q=pulmon+${performance.now()}`);
        await answer.arrayBuffer();
        expect(answer.status).toBe(200);
      }
      database.exec('ROLLBACK');
      answers = await Promise.all(writes);
    } finally {
      database.close();
    }
    const unexpected = answers.filter(
      ({ status, retryAfter }) => status !== 200 && !(status === 503 && Number(retryAfter) > 0),
    );
    expect(unexpected).toEqual([]);
    expect((await write(scene, 'Después')).status).toBe(200);
  },
];

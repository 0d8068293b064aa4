import { createApiToken } from '#core/tokens/api-tokens.ts';
import { createServices } from '#server/services/services.ts';
import config from '#site-config';
import { capture } from '../measuring/capture.ts';
import { mainThreadMilliseconds } from '../measuring/memory.ts';
import { median } from '../measuring/statistics.ts';
import type { Figure } from '../reporting/report.ts';
import { importLongArticle } from '../sites/import-long-article.ts';
import { productArguments, startChild } from '../sites/start-child.ts';

/** Words of the article in each of two languages. */
const WORDS = 1_500;

/** Acts and renders that are measured, and those before, until their code is compiled. */
const MEASURED = 25;
const FIRST = 15;

/** Milliseconds after an act in which the search is fed. */
const AFTER = 700;

/**
 * What a program's change of a title and its publication cost the main thread, in uncached renders of the page: both by turns in
 * one process, so that they have the same conditions.
 */
export async function benchSaving(dataFolder: string): Promise<Figure[]> {
  const id = await importLongArticle(dataFolder, WORDS);
  const token = await createToken(dataFolder);
  const server = await startChild('serve-meki', [dataFolder, 'uncached'], {}, productArguments());
  const ask = async (method: string, path: string, body: object): Promise<string> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${server.origin}/api/v1/items/${id}${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path} was refused: ${await answer.text()}`);
    return answer.text();
  };
  const cost = async (work: () => Promise<unknown>): Promise<number> => {
    const before = mainThreadMilliseconds(server.pid) ?? Number.NaN;
    await work();
    return (mainThreadMilliseconds(server.pid) ?? Number.NaN) - before;
  };
  try {
    await ask('POST', '/publish', { languages: ['es', 'en'] });
    const { slug } = (JSON.parse(await ask('PATCH', '/es', { title: 'Largo' })) as Answer).languages.es;
    const [acts, follows, renders]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < FIRST + MEASURED; round += 1) {
      const act = await cost(async () => {
        await ask('PATCH', '/es', { title: `Largo ${round}` });
        await ask('POST', '/publish', { languages: ['es'] });
      });
      const follow = await cost(() => new Promise((resolve) => setTimeout(resolve, AFTER)));
      const render = await cost(async () => {
        const { status } = await capture(`${server.origin}/articulos/${slug}`);
        if (status !== 200) throw new Error(`The page answered ${status}`);
      });
      if (round < FIRST) continue;
      acts.push(act);
      follows.push(follow);
      renders.push(render);
    }
    return [
      {
        name: 'title changed and published, of an uncached render',
        value: median(acts) / median(renders),
        unit: 'ratio',
        budget: { atMost: 6 },
      },
      { name: 'title changed and published, main thread', value: median(acts), unit: 'ms' },
      { name: 'search after it, main thread', value: median(follows), unit: 'ms' },
    ];
  } finally {
    await server.stop();
  }
}

interface Answer {
  languages: { es: { slug: string } };
}

async function createToken(dataDir: string): Promise<string> {
  const { store, close } = await createServices({ dataDir }, config, { warn: () => {} });
  try {
    const made = await createApiToken(
      { store },
      { kind: 'command-line' },
      { name: 'Bench', role: 'editor', languages: [] },
    );
    if (!made.ok) throw new Error(`The token was refused: ${made.reason}`);
    return made.token;
  } finally {
    await close();
  }
}

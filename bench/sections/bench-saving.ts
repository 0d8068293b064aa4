import { createApiToken } from '#core/tokens/api-tokens.ts';
import { createServices } from '#server/services/services.ts';
import config from '#site-config';
import { capture } from '../measuring/capture.ts';
import { mainThreadMilliseconds } from '../measuring/memory.ts';
import { median } from '../measuring/statistics.ts';
import type { Figure } from '../reporting/report.ts';
import { importLongArticle } from '../sites/import-long-article.ts';
import { type RunningServer, startChild, startProduct } from '../sites/start-child.ts';

/** Words of the article in each of two languages. */
const WORDS = 1_500;

/** Acts and renders that are measured, and those before, until their code is compiled. */
const MEASURED = 25;
const FIRST = 15;

/** Milliseconds after an act in which pages are rendered again and the search is fed. */
const AFTER = 700;

/** What a program's change of a title and its publication cost the main thread, in uncached renders of the page. */
export async function benchSaving(dataFolder: string): Promise<Figure[]> {
  const id = await importLongArticle(dataFolder, WORDS);
  const token = await createToken(dataFolder);
  const server = await startProduct(dataFolder);
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
  let path = '';
  let acts: number[];
  const follows: number[] = [];
  try {
    await ask('POST', '/publish', { languages: ['es', 'en'] });
    const { slug } = (JSON.parse(await ask('PATCH', '/es', { title: 'Largo' })) as Answer).languages.es;
    path = `/articulos/${slug}`;
    acts = await costs(
      server,
      async (round) => {
        await ask('PATCH', '/es', { title: `Largo ${round}` });
        await ask('POST', '/publish', { languages: ['es'] });
      },
      async () => {
        const before = mainThreadMilliseconds(server.pid) ?? Number.NaN;
        await new Promise((resolve) => setTimeout(resolve, AFTER));
        follows.push((mainThreadMilliseconds(server.pid) ?? Number.NaN) - before);
      },
    );
  } finally {
    await server.stop();
  }
  const uncached = await startChild('serve-meki', [dataFolder, 'uncached']);
  try {
    const renders = await costs(uncached, async () => {
      const { status } = await capture(uncached.origin + path);
      if (status !== 200) throw new Error(`${path} answered ${status}`);
    });
    const [act, render] = [median(acts), median(renders)];
    return [
      {
        name: 'title changed and published, of an uncached render',
        value: act / render,
        unit: 'ratio',
        budget: { atMost: 6 },
      },
      { name: 'title changed and published, main thread', value: act, unit: 'ms' },
      { name: 'pages and search after it, main thread', value: median(follows), unit: 'ms' },
    ];
  } finally {
    await uncached.stop();
  }
}

interface Answer {
  languages: { es: { slug: string } };
}

/** Milliseconds of the server's main thread for each round of some work; what follows a round does not count. */
async function costs(
  { pid }: RunningServer,
  work: (round: number) => Promise<void>,
  follow: () => Promise<void> = async () => {},
): Promise<number[]> {
  const found: number[] = [];
  for (let round = 0; round < FIRST + MEASURED; round += 1) {
    const before = mainThreadMilliseconds(pid) ?? Number.NaN;
    await work(round);
    found.push((mainThreadMilliseconds(pid) ?? Number.NaN) - before);
    await follow();
  }
  return found.slice(FIRST);
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

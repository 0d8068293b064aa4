import type { HostileSite } from '../harness/prepare-site.ts';
import { articleBody, PUBLISHED, requestApi, WRITTEN } from './kill-site.ts';
import type { Ledger } from './ledger.ts';
import { makeNoise, replaceOnce, uploadInParts } from './upload-files.ts';

/** Programs that write until the server is gone. */
export interface Programs {
  /** Resolves once no requests are in flight. */
  stopped(): Promise<void>;
}

/** A number that is unique for every write, across all rounds. */
let next = 1;

/** Starts programs that change a draft, publish, create items, upload pictures, also in parts, and replace one, and record acknowledgements. */
export function startPrograms(site: HostileSite, ledger: Ledger, stop: AbortSignal): Programs {
  const loops = [changeSummary, publishBoth, createItem, upload, uploadParts, replaceOnce].map((action) =>
    repeat(() => action(site, ledger), stop),
  );
  return {
    async stopped() {
      await Promise.all(loops);
    },
  };
}

/** Repeats an action until a connection breaks because the server was killed. */
export async function repeat(action: () => Promise<void>, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    try {
      await action();
    } catch (error) {
      if (!(isBroken(error) || error instanceof Refused)) throw error;
    }
  }
}

/** `fetch` throws a `TypeError` if a connection breaks; a truncated body is invalid JSON. */
function isBroken(error: unknown): boolean {
  return error instanceof TypeError || error instanceof SyntaxError;
}

/** A write that a stopping server did not accept. */
class Refused extends Error {}

/** @throws {Refused} while the server stops @throws Error for an unexpected refusal */
function requireStatus(status: number, wanted: number, body: unknown): void {
  // A stopping server says so, and has not stored it.
  if (status === 503) throw new Refused();
  if (status !== wanted) throw new Error(`A write was answered ${status}: ${JSON.stringify(body)}`);
}

async function changeSummary(site: HostileSite, { summary, counts }: Ledger): Promise<void> {
  const text = `Resumen ${next++}`;
  summary.sent.add(text);
  const { status, body } = await requestApi(site, 'PATCH', `/items/${WRITTEN}/es`, { summary: text });
  requireStatus(status, 200, body);
  summary.acknowledged = text;
  summary.sent.clear();
  counts.summaries++;
}

async function publishBoth(site: HostileSite, { published, counts }: Ledger): Promise<void> {
  const number = next++;
  for (const language of ['es', 'en']) {
    const title = `Número ${number} ${language}`;
    const { status, body } = await requestApi(site, 'PATCH', `/items/${PUBLISHED}/${language}`, { title });
    requireStatus(status, 200, body);
  }
  published.sent.add(number);
  const { status, body } = await requestApi(site, 'POST', `/items/${PUBLISHED}/publish`, { languages: ['es', 'en'] });
  requireStatus(status, 200, body);
  published.acknowledged = number;
  published.sent.clear();
  counts.publications++;
}

/** Maximum existing items, so that a long run does not turn into one about large sites. */
const MAX_CREATED = 300;

async function createItem(site: HostileSite, ledger: Ledger): Promise<void> {
  if (ledger.created.size >= MAX_CREATED) return changeCreated(site, ledger);
  const id = `creado-${next++}`;
  const title = `Creado ${id}`;
  const { status, body } = await requestApi(site, 'POST', '/items', articleBody(id, title));
  requireStatus(status, 201, body);
  ledger.created.set(id, title);
  ledger.counts.created++;
}

async function changeCreated(site: HostileSite, ledger: Ledger): Promise<void> {
  const [id = ''] = [...ledger.created.keys()].slice(next++ % ledger.created.size);
  const { status, body } = await requestApi(site, 'PATCH', `/items/${id}`, { author: `Autor ${next++}` });
  requireStatus(status, 200, body);
}

async function upload(site: HostileSite, { uploads, counts }: Ledger): Promise<void> {
  const { bytes, pixels } = await makeNoise(24);
  const { status, body } = await requestApi(site, 'POST', `/media?name=p${next++}`, bytes);
  requireStatus(status, 201, body);
  uploads.set((body as { id: string }).id, pixels);
  counts.uploads++;
}

/** Maximum files that arrive in parts, whose pixels are kept for comparison. */
const MAX_ARRIVED = 300;

async function uploadParts(site: HostileSite, ledger: Ledger): Promise<void> {
  if (ledger.counts.arrived < MAX_ARRIVED) await uploadInParts(site, ledger);
  else await changeSummary(site, ledger);
}

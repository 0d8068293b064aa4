import { ask } from '../harness/ask.ts';
import type { HostileSite } from '../harness/prepare-site.ts';
import { PUBLISHED, requestApi, WRITTEN } from './kill-site.ts';
import type { Ledger } from './ledger.ts';
import { checkReplaced, goOn, pixelsOf, type UploadSite } from './upload-files.ts';

/** The members of an item that are checked. */
interface ItemBody {
  languages: { [code: string]: { title: string; summary: string; revision: number; url?: string } };
}

/**
 * Checks that everything acknowledged exists completely.
 * @param since items created and uploaded before were checked already
 * @returns a sentence per problem
 */
export async function checkKept(
  site: HostileSite,
  ledger: Ledger,
  since: { created: number; uploads: number },
): Promise<string[]> {
  const found = await Promise.all([
    checkSummary(site, ledger),
    checkPublished(site, ledger),
    checkReplaced(site, ledger),
    ...[...ledger.created].slice(since.created).map(([id, title]) => checkCreated(site, id, title)),
    ...[...ledger.uploads].slice(since.uploads).map(([id, pixels]) => checkUpload(site, id, pixels)),
  ]);
  for (const path of [...ledger.begun.keys()]) {
    await goOn(site, ledger, path).catch((error: Error) => found.push([`the upload ${path}: ${error.message}`]));
  }
  return found.flat();
}

async function readItem(site: HostileSite, id: string): Promise<ItemBody | undefined> {
  const { status, body } = await requestApi(site, 'GET', `/items/${id}`);
  return status === 200 ? (body as ItemBody) : undefined;
}

async function checkSummary(site: HostileSite, { summary }: Ledger): Promise<string[]> {
  if (summary.acknowledged === '') return [];
  const found = (await readItem(site, WRITTEN))?.languages.es?.summary ?? '';
  if (found === summary.acknowledged || summary.sent.has(found)) return [];
  return [`the draft says "${found}", and "${summary.acknowledged}" was acknowledged`];
}

async function checkPublished(site: HostileSite, { published }: Ledger): Promise<string[]> {
  const item = await readItem(site, PUBLISHED);
  const problems: string[] = [];
  const revisions = Object.values(item?.languages ?? {}).map(({ revision }) => revision);
  if (new Set(revisions).size !== 1) problems.push(`languages published together are at revisions ${revisions}`);
  for (const [code, { revision, url = '' }] of Object.entries(item?.languages ?? {})) {
    const { body } = await requestApi(site, 'GET', `/items/${PUBLISHED}/revisions/${code}/${revision}`);
    const { title = '' } = (body ?? {}) as { title?: string };
    const number = Number(/Número (\d+)/.exec(title)?.[1]);
    const isKept = number === published.acknowledged || published.sent.has(number);
    if (!isKept)
      problems.push(`published in ${code} is "${title}", and number ${published.acknowledged} was acknowledged`);
    const page = await (await ask(url)).text();
    if (!page.includes(title)) problems.push(`the page in ${code} does not say "${title}"`);
  }
  return problems;
}

async function checkCreated(site: HostileSite, id: string, title: string): Promise<string[]> {
  const item = await readItem(site, id);
  const titles = ['es', 'en'].map((code) => item?.languages[code]?.title);
  return titles.join() === `${title} es,${title} en` ? [] : [`the item ${id} says "${titles}"`];
}

export async function checkUpload(site: UploadSite, id: string, pixels: Uint8Array): Promise<string[]> {
  const shown = await pixelsOf(site, `${site.origin}/media/${id}/original`);
  if (!shown) return [`the picture ${id} is not there`];
  return Buffer.compare(shown, pixels) === 0 ? [] : [`the picture ${id} shows something else`];
}

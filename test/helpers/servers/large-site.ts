import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fillFolder } from './prepared-folder.ts';
import type { Shared } from './share-in-worker.ts';
import type { SiteHost } from './site-host.ts';
import type { RunningSite } from './start-site.ts';

/** A site with forty additional articles, since the sample has too few items for a second page. */
export async function shareLargeSite(host: SiteHost): Promise<Shared<RunningSite>> {
  const site = await host.startSite({}, (dataDir) => fillFolder(dataDir, { hasSample: true }));
  const file = join(site.dataDir, 'installments.jsonl');
  await writeFile(file, installments().join('\n'));
  await site.meki('import', file);
  return { value: site, end: () => site.stop() };
}

function installments(): string[] {
  return Array.from({ length: 40 }, (_, index) => {
    const number = index + 1;
    const body = { markdown: `Texto de la entrega número ${number} sobre zafarranchos.` };
    return JSON.stringify({
      id: `installment-${number}`,
      type: 'articles',
      sourceLanguage: 'es',
      publishedAt: new Date(Date.UTC(2020, 0, number)).toISOString(),
      tags: ['center'],
      fields: {},
      languages: { es: { title: `Entrega ${number}`, slug: `entrega-${number}`, summary: 'Una entrega.', body } },
    });
  });
}

import { mkdirSync } from 'node:fs';
import { createServices } from '#server/services/services.ts';
import config from '#site-config';

/** Makes the database of a site without contents, as a first start without the sample does. */
export async function beginSite(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  await (await createServices({ dataDir }, config, { warn() {} })).close();
}

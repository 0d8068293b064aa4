import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import site from '#site-config';
import { type Environment, readEnvironment } from '../../../server/services/env.ts';
import { createServices, type Services } from '../../../server/services/services.ts';

/** In the data folder of a site in the cloud: the variables of its backend. */
const CLOUD = 'cloud-variables.json';

/** Notes in a data folder that its site is in the cloud. */
export function markCloudSite(dataDir: string, variables: { [name: string]: string }): void {
  writeFileSync(join(dataDir, CLOUD), JSON.stringify(variables));
}

export function isCloudSite(dataDir: string): boolean {
  return existsSync(join(dataDir, CLOUD));
}

/** The variables of a site whose data a test reads or writes directly. */
export function variablesOf(dataDir: string): { [name: string]: string } {
  const variables = isCloudSite(dataDir) ? JSON.parse(readFileSync(join(dataDir, CLOUD), 'utf8')) : {};
  return { ...variables, MEKI_DATA_DIR: dataDir };
}

/** The environment of such a site. */
export function environmentOf(dataDir: string): Environment {
  const reading = readEnvironment(variablesOf(dataDir));
  if (!reading.ok) throw new Error(reading.problems.join('\n'));
  return reading.environment;
}

/** The services of a site, like those of another process beside the server. The caller closes them. */
export function openSite(dataDir: string): Promise<Services> {
  return createServices(environmentOf(dataDir), site, { warn: () => {} });
}

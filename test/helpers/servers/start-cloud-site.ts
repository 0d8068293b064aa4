import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCloud } from '../cloud/start-cloud.ts';
import { markCloudSite } from '../data-folders/open-site.ts';
import { startRoundRobin } from './round-robin.ts';
import { type RunningSite, removeFolder, startSite } from './start-site.ts';

/**
 * Like `startSite`, with the cloud backend on two instances, behind a proxy that sends every request and every socket to another
 * one than the last. Both have the same data folder, for their mails.
 */
export async function startCloudSite(
  own: { [name: string]: string } = {},
  prepare?: (dataDir: string) => Promise<void>,
): Promise<RunningSite> {
  const cloud = await startCloud();
  const dataDir = await mkdtemp(join(tmpdir(), 'meki-e2e-'));
  markCloudSite(dataDir, cloud.variables);
  await prepare?.(dataDir);
  const proxy = await startRoundRobin();
  const origin = `http://localhost:${proxy.port}`;
  const variables = { ...cloud.variables, ...own, MEKI_DATA_DIR: dataDir, MEKI_ORIGIN: origin };
  const instances = await Promise.all([startSite(variables), startSite(variables)]);
  proxy.sendTo(instances.map((instance) => instance.origin));
  return {
    origin,
    dataDir,
    get errors() {
      return instances.flatMap(({ errors }) => errors);
    },
    meki: (...args) => instances[0].meki(...args),
    async restart() {
      await proxy.close().catch(() => {});
      await Promise.all(instances.map((instance) => instance.restart()));
      await proxy.open();
    },
    async kill() {
      await proxy.close();
      await Promise.all(instances.map((instance) => instance.kill()));
    },
    async stop() {
      await proxy.close();
      await Promise.all(instances.map((instance) => instance.stop()));
      await cloud.stop();
      await removeFolder(dataDir);
    },
  };
}

import { checkDatabase } from '#adapters/firestore/check-database.ts';
import { createAccessTokens } from '#adapters/identity-platform/access-tokens.ts';
import { checkIdentityProject } from '#adapters/identity-platform/check-project.ts';
import { checkBucket, createObjectFileStore } from '#adapters/object-storage/file-store.ts';
import type { CloudSettings } from './cloud-settings.ts';
import { collections } from './services.ts';

/** What keeps the site from using the services of its settings, by service: one sentence each. */
export async function checkCloud(
  { project, database, apiKey, bucket, emulators }: CloudSettings,
  origin: string,
): Promise<{ name: string; problems: string[] }[]> {
  const [found, accounts, files] = await Promise.all([
    checkDatabase({
      ...{ project, database, apiKey, collections },
      ...(emulators.firestore && { emulatorHost: emulators.firestore }),
    }),
    checkIdentityProject({ project, apiKey, emulatorHost: emulators.auth, accessToken: createAccessTokens() }, origin),
    checkBucket(createObjectFileStore({ bucket })),
  ]);
  return [
    { name: 'database', problems: found.database },
    { name: 'indexes', problems: found.indexes },
    { name: 'rules', problems: found.rules },
    { name: 'accounts', problems: accounts },
    { name: 'bucket', problems: files },
  ];
}

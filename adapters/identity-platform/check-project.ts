import { createIdentityToolkit, type ToolkitOptions } from './identity-toolkit.ts';
import { ProviderFailure } from './provider-error.ts';

/**
 * What keeps the site from using the project's accounts: the API key, the administrator's credentials, and whether the provider
 * authorizes the site's domain. One sentence each, for the operator.
 */
export async function checkIdentityProject(options: ToolkitOptions, origin: string): Promise<string[]> {
  const toolkit = createIdentityToolkit(options);
  const { hostname } = new URL(origin);
  const problems = await Promise.all([
    problemOf('MEKI_CLOUD_API_KEY', async () => {
      const { authorizedDomains = [] } = await toolkit.ask<{ authorizedDomains?: string[] }>('projects');
      if (authorizedDomains.includes(hostname)) return undefined;
      return `${hostname} is not among the authorized domains of the project ${options.project}; add it in its console.`;
    }),
    problemOf('GOOGLE_APPLICATION_CREDENTIALS', async () => {
      await toolkit.administrate('accounts:lookup', { localId: ['nobody'] });
      return undefined;
    }),
  ]);
  return problems.filter((problem) => problem !== undefined);
}

async function problemOf(variable: string, check: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof ProviderFailure) return `${variable} does not work: ${error.message.replace(/\.$/, '')}.`;
    throw error;
  }
}

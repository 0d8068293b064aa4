import { createIdentityToolkit, type IdentityToolkit, type ToolkitOptions } from './identity-toolkit.ts';
import { ProviderFailure } from './provider-error.ts';

/** The provider's codes for a project without sign-in by email and password. */
const NOT_ALLOWED = new Set(['OPERATION_NOT_ALLOWED', 'PASSWORD_LOGIN_DISABLED', 'CONFIGURATION_NOT_FOUND']);

/**
 * What keeps the site from using the project's accounts: the API key, the way to sign in, the authorized domains, and the
 * administrator's credentials. One sentence each, for the operator.
 */
export async function checkIdentityProject(options: ToolkitOptions, origin: string): Promise<string[]> {
  const toolkit = createIdentityToolkit(options);
  const checks = [
    problemsOf('MEKI_CLOUD_API_KEY', () => checkSite(toolkit, options.project, new URL(origin).hostname)),
    problemsOf('GOOGLE_APPLICATION_CREDENTIALS', async () => {
      await toolkit.administrate('accounts:lookup', { localId: ['nobody'] });
      return [];
    }),
  ];
  return [...new Set((await Promise.all(checks)).flat())];
}

async function checkSite(toolkit: IdentityToolkit, project: string, hostname: string): Promise<string[]> {
  const problems: string[] = [];
  const { authorizedDomains = [] } = await toolkit.ask<{ authorizedDomains?: string[] }>('projects');
  if (!authorizedDomains.includes(hostname)) {
    problems.push(`${hostname} is not among the authorized domains of the project ${project}; add it in its console.`);
  }
  const nobody = { email: 'nobody@meki.invalid', password: 'no-password', returnSecureToken: true };
  const refusal = await toolkit.ask('accounts:signInWithPassword', nobody).catch((error: unknown) => error);
  if (refusal instanceof ProviderFailure && NOT_ALLOWED.has(refusal.providerCode)) {
    problems.push(`The project ${project} does not let people sign in by email and password; allow it in its console.`);
  }
  return problems;
}

async function problemsOf(variable: string, check: () => Promise<string[]>): Promise<string[]> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const reason = error.message.replace(/\.$/, '');
    // What cannot be reached says nothing about the key.
    return [
      error.isPassing ? `The account service does not answer: ${reason}.` : `${variable} does not work: ${reason}.`,
    ];
  }
}

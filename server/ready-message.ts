import type { SignUpMode } from '#core/accounts/identity.ts';

export interface ReadyFacts {
  name: string;
  address: string;
  dataFolder: string;
  /** Milliseconds since the process began. */
  startedIn: number;
  /** Whether somebody owns the site. */
  hasOwner: boolean;
  signUp: SignUpMode;
}

/** What a newcomer needs to know once the site is up. */
export function readyMessage({ name, address, dataFolder, startedIn, hasOwner, signUp }: ReadyFacts): string {
  const own =
    signUp === 'open'
      ? `sign up at ${address}/admin/signup; the code appears here`
      : 'npx meki user create --email EMAIL --name NAME --role owner';
  return `
  ${name} is ready (${(startedIn / 1000).toFixed(1)} s).

  Open it      ${address}
  Its data     ${dataFolder}
${hasOwner ? '' : `  Own it       ${own}\n`}  Stop it      Ctrl+C

`;
}

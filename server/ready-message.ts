import type { SignUpMode } from '#core/accounts/identity.ts';

export interface ReadyFacts {
  name: string;
  address: string;
  dataFolder: string;
  /** Milliseconds since the process started. */
  startedIn: number;
  /** Whether the site has an owner. */
  hasOwner: boolean;
  signUp: SignUpMode;
  /** Whether mail is sent; otherwise its codes are logged. */
  sendsMail: boolean;
}

/** The startup message. */
export function readyMessage({ name, dataFolder, startedIn, ...facts }: ReadyFacts): string {
  const own = wayToOwn(facts);
  return `
  ${name} is ready (${(startedIn / 1000).toFixed(1)} s).

  Open it      ${facts.address}
  Its data     ${dataFolder}
${own === undefined ? '' : `  Own it       ${own}\n`}  Stop it      Ctrl+C

`;
}

/** How to become the owner; `undefined` if there is one. */
export function wayToOwn({
  address,
  hasOwner,
  signUp,
  sendsMail,
}: Pick<ReadyFacts, 'address' | 'hasOwner' | 'signUp' | 'sendsMail'>): string | undefined {
  if (hasOwner) return undefined;
  if (signUp !== 'open') return 'npx meki user create --email EMAIL --name NAME --role owner';
  return `sign up at ${address}/admin/signup; the code ${sendsMail ? 'comes by mail' : 'appears here'}`;
}

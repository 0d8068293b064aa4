export interface ReadyFacts {
  name: string;
  address: string;
  dataFolder: string;
  /** Milliseconds since the process began. */
  startedIn: number;
  /** Whether somebody owns the site. */
  hasOwner: boolean;
}

/** What a newcomer needs to know once the site is up. */
export function readyMessage({ name, address, dataFolder, startedIn, hasOwner }: ReadyFacts): string {
  return `
  ${name} is ready (${(startedIn / 1000).toFixed(1)} s).

  Open it      ${address}
  Its data     ${dataFolder}
${hasOwner ? '' : `  Own it       sign up at ${address}/admin/signup; the code appears here\n`}  Stop it      Ctrl+C

`;
}

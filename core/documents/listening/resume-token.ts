/** Names a moment in a store's history: the text that a snapshot carries and `listen` takes back. */
export function formatResumeToken(epoch: string, version: number): string {
  return `${epoch}.${version}`;
}

/** The version that a token names, or `undefined` if it is no token of this history. */
export function parseResumeToken(epoch: string, token: string): number | undefined {
  const version = /\.(\d{1,15})$/.exec(token)?.[1];
  return version !== undefined && token === formatResumeToken(epoch, Number(version)) ? Number(version) : undefined;
}

/** A token for a position in a store's history, sent with snapshots and accepted by `listen`. */
export function formatResumeToken(epoch: string, version: number): string {
  return `${epoch}.${version}`;
}

/** The version of a token, or `undefined` if it does not belong to this history. */
export function parseResumeToken(epoch: string, token: string): number | undefined {
  const version = /\.(\d{1,15})$/.exec(token)?.[1];
  return version !== undefined && token === formatResumeToken(epoch, Number(version)) ? Number(version) : undefined;
}

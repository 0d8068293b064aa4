/** Whether the client prefers JSON to a page. */
export function wantsJson(accept: string | undefined): boolean {
  return accept !== undefined && /\bapplication\/(problem\+)?json\b/i.test(accept) && !/\btext\/html\b/i.test(accept);
}

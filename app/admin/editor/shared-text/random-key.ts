/** 12 random characters of 0–9 and a–z, in the format of `core/rich-text/block-ids.ts`. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
}

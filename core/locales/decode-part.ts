/** Percent-decodes a part of an address; returns it unchanged if malformed, as in `100%`. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

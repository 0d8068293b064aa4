/** A part of an address without its percent signs; as it is where they mean nothing, as in `100%`. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

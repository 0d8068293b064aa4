/** Size of a colour table in bytes, from its flags. */
export function tableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** The end of a sequence of data sub-blocks: each starts with its length, and a length of zero ends the sequence. */
export function endOfBlocks(bytes: Uint8Array, start: number): number | undefined {
  for (let at = start; at < bytes.byteLength; at += (bytes[at] ?? 0) + 1) if (bytes[at] === 0) return at + 1;
  return undefined;
}

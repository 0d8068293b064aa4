import type { FileKind } from '#core/media/file-types.ts';

/** The server's answer to a file. `isNew`: it was not in the library. */
export type SendAnswer =
  | { ok: true; id: string; isNew: boolean; fileKind: FileKind }
  | { ok: false; kind: 'refused'; problem: string };

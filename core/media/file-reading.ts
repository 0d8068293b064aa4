import type { OtherContentType } from './file-types.ts';

/**
 * Why a file that is not a picture is refused: no bytes; a type that the site does not take; a picture of a telephone in HEIC,
 * which browsers do not show; damaged or cut off; a document with macros; an archive that would unpack to too much.
 */
export type FileFault = 'empty' | 'type' | 'heic' | 'unreadable' | 'macros' | 'bomb';

/** The result of reading a file that is not a picture. */
export type FileReading =
  | {
      ok: true;
      /** The first 32 hexadecimal digits of the SHA-256 of the bytes. */
      id: string;
      contentType: OtherContentType;
      /** Of a PDF that can be read without a password. */
      pages?: number;
      /** Of a sound or film that says how long it is. */
      seconds?: number;
      /** A PDF that runs scripts, starts programs or cannot be looked into: it is saved, never opened in the browser. */
      isActive?: true;
    }
  | { ok: false; reason: FileFault };

/** A reading without the id. */
export type JudgedFile = Exclude<FileReading, { ok: true }> | Omit<Extract<FileReading, { ok: true }>, 'id'>;

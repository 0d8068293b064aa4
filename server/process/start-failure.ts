/** The server cannot start, for a reason that the operator can fix. One reason per line. */
export class StartFailure extends Error {
  override name = 'StartFailure';
  readonly lines: string[];
  constructor(lines: string | string[], options?: ErrorOptions) {
    const all = [lines].flat().map((line) => line.replace(/\s*\n\s*/g, ' '));
    super(all.join('\n'), options);
    this.lines = all;
  }
}

const REASONS: { [code: string]: string } = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'there is a file of that name',
  ENOENT: 'it cannot be created',
};

/** A short description of a failed system call. */
export function systemReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}

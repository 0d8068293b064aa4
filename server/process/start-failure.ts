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

/** What a line of the log looks like where there is no log yet: as programs read it, if they do, or as it is. */
export function tellPlainly(lines: string[], { MEKI_LOG }: { MEKI_LOG?: string | undefined } = process.env): void {
  const isJson = (MEKI_LOG || (process.stdout.isTTY ? 'pretty' : 'json')) === 'json';
  const time = new Date().toISOString();
  const written = isJson ? lines.map((msg) => JSON.stringify({ level: 'error', time, msg })) : lines;
  process.stderr.write(`${written.join('\n')}\n`);
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

/** The environment of a command. */
export interface CommandContext {
  variables: { [name: string]: string | undefined };
  /** Writes the result to standard output. */
  out(text: string): void;
  /** Writes progress and problems to standard error. */
  error(text: string): void;
  /** Whether standard error is a terminal. */
  isTerminal: boolean;
  /** Asks for a secret without echo; missing without a terminal. */
  promptSecret?: (question: string) => Promise<string>;
  /** Reads all of standard input. */
  readInput(): Promise<string>;
}

/** 0 success, 1 failure, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2;

export const DONE: ExitCode = 0;

/** The given options; every command accepts `json`. */
export interface CommandOptions {
  json: boolean;
  values: { [name: string]: string | boolean | undefined };
}

export interface Command {
  /** One word, or two: `user create`. */
  name: string;
  /** The operands in the usage line: `FILE|FOLDER…`. */
  operands: string;
  /** One line. */
  summary: string;
  /** Lines that `--help` says after the summary. */
  details?: string[];
  /** Minimum and maximum number of operands. */
  operandCount: [least: number, most: number];
  /** Options in addition to `--json`. */
  options?: { [name: string]: { type: 'string' | 'boolean' } };
  run(operands: string[], options: CommandOptions, context: CommandContext): Promise<ExitCode>;
}

/** The command failed for a reason that the user can fix. One per line. */
export class CommandFailure extends Error {
  override name = 'CommandFailure';
  readonly lines: string[];
  constructor(lines: string[], options?: ErrorOptions) {
    super(lines.join('\n'), options);
    this.lines = lines;
  }
}

/** The arguments are not valid. */
export class WrongUsage extends Error {
  override name = 'WrongUsage';
}

/** The value of a required option. @throws {WrongUsage} if it is missing or empty */
export function requireOption(command: string, values: CommandOptions['values'], name: string): string {
  const value = values[name];
  if (typeof value !== 'string' || value === '') throw new WrongUsage(`${command} needs --${name}.`);
  return value;
}

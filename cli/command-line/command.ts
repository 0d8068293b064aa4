/** What a command works with besides its arguments. */
export interface CommandContext {
  variables: { [name: string]: string | undefined };
  /** For the result. */
  out(text: string): void;
  /** For everything else: progress, problems. */
  error(text: string): void;
  /** Whether a person watches `error`. */
  isTerminal: boolean;
  /** Asks a person for something that is not shown while it is typed; missing where there is no terminal. */
  askSecret?: (question: string) => Promise<string>;
  /** All of the standard input. */
  readInput(): Promise<string>;
}

/** 0 done, 1 failed, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2;

export const DONE: ExitCode = 0;

/** The options that were given; every command takes `json`. */
export interface CommandOptions {
  json: boolean;
  values: { [name: string]: string | boolean | undefined };
}

export interface Command {
  /** One word, or two: `user create`. */
  name: string;
  /** What stands after the name: `FILE|FOLDER…`. */
  operands: string;
  /** One line. */
  summary: string;
  /** The least and the most operands that it takes, options not counted. */
  operandCount: [least: number, most: number];
  /** Options besides `--json`. */
  options?: { [name: string]: { type: 'string' | 'boolean' } };
  run(operands: string[], options: CommandOptions, context: CommandContext): Promise<ExitCode>;
}

/** The command cannot do its work, for a reason that the person can change. One line each. */
export class CommandFailure extends Error {
  override name = 'CommandFailure';
  readonly lines: string[];
  constructor(lines: string[], options?: ErrorOptions) {
    super(lines.join('\n'), options);
    this.lines = lines;
  }
}

/** The arguments say nothing that the command could do. */
export class WrongUsage extends Error {
  override name = 'WrongUsage';
}

/** What a command works with besides its arguments. */
export interface CommandContext {
  variables: { [name: string]: string | undefined };
  /** For the result. */
  out(text: string): void;
  /** For everything else: progress, problems. */
  error(text: string): void;
  /** Whether a person watches `error`. */
  isTerminal: boolean;
}

/** 0 done, 1 failed, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2;

export interface Command {
  name: string;
  /** What stands after the name: `FILE|FOLDER…`. */
  operands: string;
  /** One line. */
  summary: string;
  /** The least and the most operands that it takes. */
  operandCount: [least: number, most: number];
  run(operands: string[], options: { json: boolean }, context: CommandContext): Promise<ExitCode>;
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

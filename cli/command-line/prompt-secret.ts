import { CommandFailure } from './command.ts';

/** The part of a terminal that reads single keys without echo. */
export interface KeySource {
  setRawMode(isRaw: boolean): unknown;
  setEncoding(encoding: 'utf8'): unknown;
  on(event: 'data', listener: (text: string) => void): unknown;
  off(event: 'data', listener: (text: string) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/**
 * Asks for a secret without echo.
 * @throws {CommandFailure} if the person cancels with Ctrl+C or Ctrl+D.
 */
export async function promptSecret(
  question: string,
  input: KeySource,
  output: Pick<NodeJS.WriteStream, 'write'>,
): Promise<string> {
  output.write(question);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let typed: string[] = [];
  const read = (text: string) => {
    for (const key of text) {
      if (key === '\r' || key === '\n') resolve(typed.join(''));
      else if (key === '\u0003' || key === '\u0004') reject(new CommandFailure(['Broken off. Nothing has changed.']));
      else if (key === '\u007f' || key === '\b') typed.pop();
      else if (key === '\u0015') typed = [];
      else if (key >= ' ') typed.push(key);
    }
  };
  input.setRawMode(true);
  input.setEncoding('utf8');
  input.on('data', read);
  input.resume();
  try {
    return await promise;
  } finally {
    input.off('data', read);
    input.setRawMode(false);
    input.pause();
    output.write('\n');
  }
}

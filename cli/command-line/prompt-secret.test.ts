import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { CommandFailure } from './command.ts';
import { promptSecret } from './prompt-secret.ts';

/** A fake terminal with typed input. */
function createTerminal() {
  const emitter = new EventEmitter();
  const modes: boolean[] = [];
  const input = Object.assign(emitter, {
    setRawMode: (mode: boolean) => modes.push(mode),
    setEncoding() {},
    resume() {},
    pause() {},
  });
  const shown: string[] = [];
  return {
    modes,
    shown,
    type: (...keys: string[]) => keys.forEach((key) => void emitter.emit('data', key)),
    ask: () => promptSecret('Password: ', input, { write: (text: string) => !!shown.push(text) }),
  };
}

test('what is typed is given and not shown, mistakes put right, and the terminal is as before', async () => {
  const terminal = createTerminal();
  const asked = terminal.ask();
  terminal.type('x', '\u0015', 'lám', 'pp', '\u007f', 'ara ño\r');
  expect(await asked).toBe('lámpara ño');
  expect(terminal.shown).toEqual(['Password: ', '\n']);
  expect(terminal.modes).toEqual([true, false]);
});

test.each(['\u0003', '\u0004'])(
  'breaking off with %j changes nothing, and leaves the terminal as it was',
  async (key) => {
    const terminal = createTerminal();
    const asked = terminal.ask();
    terminal.type('lám', key);
    await expect(asked).rejects.toThrow(CommandFailure);
    expect(terminal.modes).toEqual([true, false]);
  },
);

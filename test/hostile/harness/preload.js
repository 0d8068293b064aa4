// Loaded into the server with NODE_OPTIONS, in tests only: reports metrics of the process. The server is unchanged.
import { connect } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Resolution of the event loop monitor in milliseconds. */
const RESOLUTION = 10;

/** npm and npx load this file too; only the server process answers. */
function isServer() {
  const [, program = '', ...args] = process.argv;
  return (
    /(?:scripts\/start|server\/main)\.js$/.test(program) || (program.endsWith('cli/main.ts') && args[0] === 'serve')
  );
}

/** Makes the clock of this process adjustable, like the machine's clock by an operator or a time server. */
function letClockBeSet() {
  const MachineDate = Date;
  let offset = 0;
  globalThis.Date = class extends MachineDate {
    constructor(...args) {
      if (args.length === 0) super(MachineDate.now() + offset);
      else super(...args);
    }
    static now() {
      return MachineDate.now() + offset;
    }
  };
  return (milliseconds) => {
    offset += milliseconds;
  };
}

if (process.env.HOSTILE_FIGURES && isServer()) {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc');
  const setClock = process.env.HOSTILE_CLOCK ? letClockBeSet() : () => {};
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  // `unref`: must not keep the process alive.
  const socket = connect(process.env.HOSTILE_FIGURES).unref();
  socket.on('error', () => {});
  socket.write(`${JSON.stringify({ pid: process.pid })}\n`);
  createInterface({ input: socket }).on('line', (line) => {
    if (line.startsWith('clock ')) return setClock(Number(line.slice('clock '.length)));
    const longestDelay = Math.max(0, delay.max / 1e6 - RESOLUTION);
    collectGarbage();
    delay.reset();
    const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
    const figures = { pid: process.pid, longestDelay, rss, heapUsed, external, arrayBuffers };
    socket.write(`${JSON.stringify(figures)}\n`);
  });
}

import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import pino, { type DestinationStream, type Logger } from 'pino';

export type LogFormat = 'pretty' | 'json' | 'silent';

/** The lines that are written: this one and what is more urgent. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** One line of the access log. Contains no address of a visitor, and no name. */
export interface AccessEntry {
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  /** Milliseconds with one decimal. */
  ms: number;
  /** The request id; of what is kept only if a trusted proxy gave one. */
  id?: string;
  /** Of the client: `203.0.113.0/24`, `2001:db8:1::/48`. */
  network?: string;
  /** The id of the person or program that is signed in. */
  person?: string;
  /** What was kept and sent before the app was involved; not written. Files of the build are logged at `debug`. */
  hit?: 'page' | 'asset';
}

/** The server's log. */
export interface Log extends Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> {
  access(entry: AccessEntry): void;
  /** Writes buffered lines to the output. */
  flush(): void;
}

/** The log of a process. */
export interface ProcessLog extends Log {
  /** Writes the remaining output, within half a second, because the reader may be stuck. */
  end(): Promise<void>;
}

/** Maximum milliseconds that a line is buffered. */
const FLUSH_INTERVAL = 500;

/** A log to standard output. The pretty formatter is loaded only when used. */
export async function createLog(format: LogFormat, level: LogLevel = 'info'): Promise<ProcessLog> {
  if (format === 'silent') {
    const logger = pino({ level: 'silent' });
    return { ...createLogOn(logger, { access() {}, flush() {} }), async end() {} };
  }
  const output = createOutput(process.stdout, lossLine);
  if (format === 'pretty') {
    const toText = await loadFormatter();
    const logger = createLogger(level, { write: (line) => output.write(toText(line) + codeApart(line)) });
    const access = ({ hit, ...entry }: AccessEntry) => logger[levelOf(hit)](entry, 'request');
    return { ...createLogOn(logger, { access, flush() {} }), end: output.drain };
  }
  const { add, flush } = createLineBuffer(output.write, FLUSH_INTERVAL);
  const logger = createLogger(level, { write: add });
  const access = (entry: AccessEntry) => {
    if (logger.isLevelEnabled(levelOf(entry.hit))) add(accessLine(entry));
  };
  return {
    ...createLogOn(logger, { access, flush }),
    async end() {
      flush();
      await output.drain();
    },
  };
}

const levelOf = (hit: AccessEntry['hit']) => (hit === 'asset' ? 'debug' : 'info');

function createLogger(level: LogLevel, stream: DestinationStream): Logger {
  const formatters = { level: (label: string) => ({ level: label }) };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters }, stream);
}

function lossLine(characters: number): string {
  const time = new Date().toISOString();
  return `${JSON.stringify({ level: 'warn', time, characters, msg: 'Nobody read the output; lines of the log were dropped' })}\n`;
}

/** The line that the logger would write, in a tenth of the time, because there is one per request. */
function accessLine({ method, path, status, ms, id, network, person, hit }: AccessEntry): string {
  const named = id === undefined ? '' : `,"id":${JSON.stringify(id)}`;
  const from = network === undefined ? '' : `,"network":"${network}"`;
  const by = person === undefined ? '' : `,"person":${JSON.stringify(person)}`;
  const time = new Date().toISOString();
  return `{"level":"${levelOf(hit)}","time":"${time}","method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":${ms}${named}${from}${by},"msg":"request"}\n`;
}

/** A code that somebody waits for, apart from the lines around it; empty for lines without one. */
export function codeApart(line: string): string {
  const { code } = JSON.parse(line) as { code?: unknown };
  if (typeof code !== 'string') return '';
  return `\n      ${styleText(['bold', 'inverse'], ` ${code} `, { stream: process.stdout })}\n\n`;
}

async function loadFormatter(): Promise<(line: string) => string> {
  const { prettyFactory } = await import('pino-pretty');
  return prettyFactory({ colorize: process.stdout.isTTY, translateTime: 'SYS:HH:MM:ss', singleLine: true });
}

/** Errors are flushed at once: they may be the last output of the process. */
function createLogOn(logger: Logger, { access, flush }: Pick<Log, 'access' | 'flush'>): Log {
  const error = ((...parts: Parameters<Logger['error']>) => {
    logger.error(...parts);
    flush();
  }) as Logger['error'];
  const debug = logger.debug.bind(logger);
  return { debug, info: logger.info.bind(logger), warn: logger.warn.bind(logger), error, access, flush };
}

/** Buffers output lines to write many at once. */
interface LineBuffer {
  add(line: string): void;
  flush(): void;
}

/** Maximum buffered characters. */
const LIMIT = 8_192;

/** @param interval maximum milliseconds that a line is buffered */
export function createLineBuffer(write: (text: string) => void, interval: number): LineBuffer {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    const text = waiting;
    waiting = '';
    write(text);
  }

  return {
    add(line) {
      waiting += line;
      if (waiting.length >= LIMIT) flush();
      else timer ??= setTimeout(flush, interval).unref();
    },
    flush,
  };
}

/** Maximum buffered bytes for a slow reader. Beyond it, lines are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Milliseconds that the process waits for the reader when it exits. */
const DRAIN_LIMIT = 500;

/** The log's output. A slow or stuck reader loses lines, and never blocks the process. */
interface Output {
  write(text: string): void;
  /** Resolves when everything is written, or after 500 ms. */
  drain(): Promise<void>;
}

/**
 * @param stream usually standard output, which Node writes asynchronously if it is a pipe
 * @param lossLine creates the line that reports how many characters were dropped
 */
export function createOutput(stream: Writable, lossLine: (characters: number) => string): Output {
  let hasReader = true;
  let lost = 0;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') hasReader = false;
  });

  return {
    write(text) {
      if (!hasReader) return;
      if (stream.writableLength > MAX_WAITING_BYTES) {
        lost += text.length;
        return;
      }
      const notice = lost === 0 ? '' : lossLine(lost);
      lost = 0;
      stream.write(notice + text);
    },
    async drain() {
      if (!hasReader || stream.writableLength === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, DRAIN_LIMIT);
      stream.write('', () => resolve());
      await promise;
      clearTimeout(timer);
    },
  };
}

import pino, { type DestinationStream, type Logger } from 'pino';
import { createLineBuffer } from './line-buffer.ts';

export type LogFormat = 'pretty' | 'json' | 'silent';

/** One line of the access log. It says nothing about the visitor. */
export interface AccessEntry {
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  /** Milliseconds, to a tenth. */
  ms: number;
  /** Of the request; missing for what was answered from memory. */
  id?: string;
}

/** The server's log. */
export interface Log extends Pick<Logger, 'info' | 'warn' | 'error'> {
  access(entry: AccessEntry): void;
  /** Writes out what waits to be written. */
  flush(): void;
}

/** Milliseconds that a line waits at most. */
const FLUSH_INTERVAL = 500;

/** A log to the standard output. The formatter for people is loaded only when it is used. */
export async function createLog(format: LogFormat): Promise<Log> {
  if (format === 'silent')
    return createLogOn(
      pino({ level: 'silent' }),
      () => {},
      () => {},
    );
  if (format === 'pretty') {
    const logger = createLogger(await createPrettyStream());
    return createLogOn(
      logger,
      (entry) => logger.info(entry, 'request'),
      () => {},
    );
  }
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: FLUSH_INTERVAL });
  destination.on('error', () => {});
  const lines = createLineBuffer((text) => destination.write(text), FLUSH_INTERVAL);
  return createLogOn(
    createLogger(destination),
    (entry) => lines.add(accessLine(entry)),
    () => {
      lines.flush();
      destination.flushSync();
    },
  );
}

function createLogger(stream: DestinationStream): Logger {
  const formatters = { level: (label: string) => ({ level: label }) };
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters }, stream);
}

/** The same line that the logger would write, in a tenth of the time: there is one for every request. */
function accessLine({ method, path, status, ms, id }: AccessEntry): string {
  const named = id === undefined ? '' : `,"id":${JSON.stringify(id)}`;
  const time = new Date().toISOString();
  return `{"level":"info","time":"${time}","method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":${ms}${named},"msg":"request"}\n`;
}

async function createPrettyStream(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ colorize: process.stdout.isTTY, sync: true, translateTime: 'SYS:HH:MM:ss', singleLine: true });
}

/** Errors are written at once: they may be the last thing that the process says. */
function createLogOn(logger: Logger, access: Log['access'], flush: () => void): Log {
  const error = ((...parts: Parameters<Logger['error']>) => {
    logger.error(...parts);
    flush();
  }) as Logger['error'];
  return { info: logger.info.bind(logger), warn: logger.warn.bind(logger), error, access, flush };
}

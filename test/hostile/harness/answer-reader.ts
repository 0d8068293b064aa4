/** A raw HTTP response. */
export interface RawAnswer {
  status: number;
  /** By lower-case name; the last of duplicates. */
  headers: Map<string, string>;
  /** The start of the body, up to `KEPT_BYTES`. */
  text: string;
  /** Size of the whole body in bytes. */
  bytes: number;
}

/** Maximum bytes of a body that are stored. */
const KEPT_BYTES = 64 * 1024;

const END_OF_HEAD = '\r\n\r\n';

type State =
  | { kind: 'head' }
  | { kind: 'length'; left: number }
  | { kind: 'chunk-size' }
  | { kind: 'chunk'; left: number }
  | { kind: 'trailer' }
  | { kind: 'until-end' };

/** Parses consecutive HTTP/1.1 responses of a connection. */
export interface AnswerReader {
  /** @throws Error for invalid bytes */
  push(chunk: Buffer): void;
  /** Call when the connection has ended. */
  end(): void;
}

/**
 * @param isBodiless whether the next response has no body regardless of its headers, as for HEAD
 * @param onAnswer called for each complete response
 */
export function createAnswerReader(isBodiless: () => boolean, onAnswer: (answer: RawAnswer) => void): AnswerReader {
  let state: State = { kind: 'head' };
  let rest: Buffer = Buffer.alloc(0);
  let answer = emptyAnswer();
  let kept: Buffer[] = [];
  let keptBytes = 0;

  function finish(): void {
    if (keptBytes > 0) answer.text = Buffer.concat(kept).toString();
    const whole = answer;
    answer = emptyAnswer();
    kept = [];
    keptBytes = 0;
    state = { kind: 'head' };
    onAnswer(whole);
  }

  function keep(bytes: Buffer): void {
    answer.bytes += bytes.length;
    if (keptBytes >= KEPT_BYTES) return;
    const part = bytes.subarray(0, KEPT_BYTES - keptBytes);
    kept.push(part);
    keptBytes += part.length;
  }

  /** Consumes up to `most` bytes of a body. @returns the number */
  function take(most: number): number {
    const part = rest.subarray(0, most);
    keep(part);
    rest = rest.subarray(part.length);
    return part.length;
  }

  function takeLine(): string | undefined {
    const at = rest.indexOf('\r\n');
    if (at < 0) return undefined;
    const line = rest.subarray(0, at).toString('latin1');
    rest = rest.subarray(at + 2);
    return line;
  }

  function readHead(): boolean {
    const at = rest.indexOf(END_OF_HEAD);
    if (at < 0) return false;
    const [statusLine = '', ...lines] = rest.subarray(0, at).toString('latin1').split('\r\n');
    rest = rest.subarray(at + END_OF_HEAD.length);
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1]);
    if (Number.isNaN(status)) throw new Error(`Not an answer: ${statusLine.slice(0, 80)}`);
    if (status >= 100 && status < 200 && status !== 101) return true;
    answer.status = status;
    for (const line of lines) {
      const colon = line.indexOf(':');
      answer.headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
    }
    state = bodyAfter(answer, isBodiless());
    if (state.kind === 'length' && state.left === 0) finish();
    return true;
  }

  /** @returns whether there may be more to parse */
  function step(): boolean {
    switch (state.kind) {
      case 'head':
        return readHead();
      case 'length':
        state.left -= take(state.left);
        if (state.left > 0) return false;
        finish();
        return true;
      case 'chunk-size': {
        const line = takeLine();
        if (line === undefined) return false;
        const size = Number.parseInt(line, 16);
        state = size === 0 ? { kind: 'trailer' } : { kind: 'chunk', left: size };
        return true;
      }
      case 'chunk':
        state.left -= take(state.left);
        if (state.left > 0 || takeLine() === undefined) return false;
        state = { kind: 'chunk-size' };
        return true;
      case 'trailer': {
        const line = takeLine();
        if (line === '') finish();
        return line !== undefined;
      }
      case 'until-end':
        take(rest.length);
        return false;
    }
  }

  return {
    push(chunk) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      while (rest.length > 0 && step());
    },
    end() {
      if (state.kind === 'until-end') finish();
    },
  };
}

function emptyAnswer(): RawAnswer {
  return { status: 0, headers: new Map(), text: '', bytes: 0 };
}

function bodyAfter({ status, headers }: RawAnswer, isBodiless: boolean): State {
  if (isBodiless || status === 204 || status === 304) return { kind: 'length', left: 0 };
  if (status === 101) return { kind: 'until-end' };
  if (/chunked/i.test(headers.get('transfer-encoding') ?? '')) return { kind: 'chunk-size' };
  const length = headers.get('content-length');
  return length === undefined ? { kind: 'until-end' } : { kind: 'length', left: Number(length) };
}

import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Bucket } from '#core/media/files-url.ts';

/** Answers a request in place of the storage. @returns `false` to let the storage answer */
export type Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

/** An object storage on a free local port, with faults on request. */
export interface ObjectStorage {
  bucket: Bucket;
  /** Asked at each request, before its body is read. */
  fault: Fault | undefined;
  /** Method and path of each request so far. */
  requests: string[];
  /** Drops all connections and stops listening. */
  kill(): Promise<void>;
  /** Listens again on the same port, with the same contents. */
  restart(): Promise<void>;
  /** Stops it and deletes its contents. */
  stop(): Promise<void>;
}

/**
 * Starts a storage with an empty bucket. What S3rver does not refuse is refused here: requests
 * without a signature, contents that are incomplete or differ from their signed hash, and ranges of empty objects. S3rver lists
 * the files of a folder before the siblings whose names its name begins, such as `a/b` before `a-b`; services sort whole keys.
 */
export async function startObjectStorage(): Promise<ObjectStorage> {
  // Every test of a site imports this module, and few start a storage.
  const { default: S3rver } = await import('@20minutes/s3rver');
  const folder = await mkdtemp(join(tmpdir(), 'meki-objects-'));
  const s3rver = new S3rver({ directory: folder, silent: true, configureBuckets: [{ name: 'media' }] });
  await s3rver.configureBuckets();
  const answer = s3rver.callback();
  const storage: ObjectStorage = {
    bucket: { endpoint: '', name: 'media', region: 'eu-west-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    fault: undefined,
    requests: [],
    kill: () => stop(server),
    async restart() {
      server = await listen(handle, port);
    },
    async stop() {
      await stop(server);
      await rm(folder, { recursive: true });
    },
  };

  function handle(request: IncomingMessage, response: ServerResponse): void {
    storage.requests.push(`${request.method} ${request.url}`);
    if (storage.fault?.(request, response)) return;
    void readBody(request).then((body) => {
      if (!body) return;
      const isSigned = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=') ?? false;
      const isWhole = createHash('sha256').update(body).digest('hex') === request.headers['x-amz-content-sha256'];
      if (!isSigned) return refuse(response, 403, 'AccessDenied');
      if (!isWhole) return refuse(response, 400, 'XAmzContentSHA256Mismatch');
      if (request.method === 'PUT') setEmpty(request.url, body.byteLength === 0);
      else if (request.headers.range && empty.has(request.url)) return refuse(response, 416, 'InvalidRange');
      answer(withBody(request, body), response);
    });
  }

  const empty = new Set<string | undefined>();

  function setEmpty(path: string | undefined, isEmpty: boolean): void {
    if (isEmpty) empty.add(path);
    else empty.delete(path);
  }

  let server = await listen(handle, 0);
  const { port } = server.address() as AddressInfo;
  storage.bucket.endpoint = `http://127.0.0.1:${port}`;
  return storage;
}

/** Answers with an error in the form of the protocol. */
export function refuse(response: ServerResponse, status: number, code: string, more = ''): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message>${more}</Error>`);
}

/** @returns `undefined` if the connection ended before the end of the body */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  try {
    for await (const part of request) parts.push(part as Buffer);
  } catch {
    return undefined;
  }
  return Buffer.concat(parts);
}

/** The request with a body that was read already. */
function withBody(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, headers, rawHeaders, socket, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  return Object.assign(Readable.from([body]), {
    ...{ method, url, headers, rawHeaders, socket, httpVersion, httpVersionMajor, httpVersionMinor },
  }) as Partial<IncomingMessage> as IncomingMessage;
}

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void, port: number) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

import type { HostileSite } from '../harness/prepare-site.ts';
import { sharedNow } from '../harness/visits.ts';
import { type FuzzConnection, openFuzzConnection, type SendOutcome } from './fuzz-connection.ts';
import type { FuzzedRequest } from './fuzz-request.ts';
import { requestBytes } from './request-bytes.ts';

/** A request with its number and outcome. */
export interface SentRequest {
  index: number;
  request: FuzzedRequest;
  /** `left`: the sender disconnected. */
  outcome: SendOutcome | 'left';
  /** Milliseconds on the machine's shared clock. */
  start: number;
  end: number;
}

export interface SendOptions {
  site: HostileSite;
  requests: Iterable<[index: number, request: FuzzedRequest]>;
  /** Maximum concurrent requests. */
  atOnce: number;
  onSent: (sent: SentRequest) => void | Promise<void>;
  /** Checked before each request. */
  isStopped?: () => boolean;
}

/** Requests after which a sender changes its address. */
const REQUESTS_OF_AN_ADDRESS = 50;

/** Sends requests concurrently; each sender sends serially on keep-alive connections. */
export async function sendRequests({ site, requests, atOnce, onSent, isStopped }: SendOptions): Promise<void> {
  const next = requests[Symbol.iterator]();
  await Promise.all(Array.from({ length: atOnce }, (_, sender) => runSender(sender)));

  async function runSender(sender: number): Promise<void> {
    let connection: FuzzConnection | undefined;
    let isReused = false;
    for (let sent = 0; !isStopped?.(); sent++) {
      const { value, done } = next.next();
      if (done) break;
      const [index, request] = value;
      if (sent % REQUESTS_OF_AN_ADDRESS === 0 || !connection?.isOpen) {
        connection?.close();
        connection = openFuzzConnection(site.port, addressOf(sender, Math.floor(sent / REQUESTS_OF_AN_ADDRESS)));
        isReused = false;
      }
      const start = sharedNow();
      let outcome = await sendOne(connection, request, site);
      if (outcome === 'closed' && isReused) {
        // The server closed the connection while the request was under way. Clients retry on a new one (RFC 9112, section 9.3.1).
        connection = openFuzzConnection(site.port, addressOf(sender, Math.floor(sent / REQUESTS_OF_AN_ADDRESS)));
        outcome = await sendOne(connection, request, site);
      }
      isReused = true;
      await onSent({ index, request, outcome, start, end: sharedNow() });
    }
    connection?.close();
  }
}

async function sendOne(
  connection: FuzzConnection,
  request: FuzzedRequest,
  site: HostileSite,
): Promise<SentRequest['outcome']> {
  const bytes = requestBytes(request, site);
  const isOdd = request.framing === 'too-long' || request.framing === 'too-short';
  if (request.cutAfter !== undefined || request.framing === 'too-long') {
    await connection.sendAndLeave(bytes);
    return 'left';
  }
  const outcome = await connection.send(bytes, { isBodiless: request.method === 'HEAD' });
  // The next request on such a connection would be parsed as part of the body.
  if (isOdd) connection.close();
  return outcome;
}

/** Attackers change their addresses; only Linux has several loopback addresses. */
function addressOf(sender: number, turn: number): string {
  return process.platform === 'linux' ? `127.1.${sender % 250}.${1 + (turn % 250)}` : '127.0.0.1';
}

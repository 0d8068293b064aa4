import type { Role } from '#core/accounts/user.ts';
import type { HostileSite } from '../harness/prepare-site.ts';
import type { FuzzedRequest } from './fuzz-request.ts';

/** The bytes of a request with placeholders filled in, truncated where the sender disconnects. */
export function requestBytes(request: FuzzedRequest, site: HostileSite): Buffer {
  const { method, target, headers, framing, cutAfter } = request;
  const body = request.body === undefined ? undefined : Buffer.from(request.body, 'base64');
  const filled = fillIn(target, site).replace(/[^!-~]/g, (letter) => encodeURIComponent(letter));
  const lines = [
    `${method} ${filled} HTTP/1.1`,
    'Host: localhost',
    ...credentials(request, site),
    ...headers.map(([name, value]) => `${name}: ${fillIn(value, site)}`),
    ...(body === undefined ? [] : framingOf(framing, body)),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  if (body === undefined) return head;
  const framed = framing === 'chunked' ? chunked(body) : body;
  return Buffer.concat([head, framed.subarray(0, cutAfter)]);
}

function fillIn(text: string, { toy, media }: HostileSite): string {
  return text.replaceAll('{draft}', toy).replaceAll('{media}', media.small);
}

function credentials({ who }: FuzzedRequest, { cookies, tokens, origin }: HostileSite): string[] {
  const own = [`Origin: ${origin}`];
  if (who === 'nobody') return own;
  if (who === 'forged cookie') return [...own, 'Cookie: meki_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'];
  if (who === 'forged token')
    return ['Authorization: Bearer meki_000000000000_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'];
  const role = who.slice(who.lastIndexOf(' ') + 1) as Role;
  return who.startsWith('browser') ? [...own, `Cookie: ${cookies[role]}`] : [`Authorization: Bearer ${tokens[role]}`];
}

function framingOf(framing: FuzzedRequest['framing'], { length }: Buffer): string[] {
  switch (framing) {
    case 'chunked':
      return ['Transfer-Encoding: chunked'];
    case 'too-long':
      return [`Content-Length: ${length + 100}`];
    case 'too-short':
      return [`Content-Length: ${Math.max(0, length - 10)}`];
    case 'length':
      return [`Content-Length: ${length}`];
  }
}

/** In two chunks, so that the body arrives in parts. */
function chunked(body: Buffer): Buffer {
  const half = Math.floor(body.length / 2);
  const parts = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0);
  const chunks = parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}

import { ROLES, type Role } from '#core/accounts/user.ts';
import { createRandom, type Random } from '../../helpers/random.ts';
import { type FuzzedTarget, fuzzAdmin, fuzzApi, fuzzPublic } from './fuzz-targets.ts';
import { happens, oddText, pick } from './fuzz-values.ts';

/** The sender: anonymous, a person or a program with a role, or a forged cookie or token. */
export type Asker = 'nobody' | 'forged cookie' | 'forged token' | `browser of ${Role}` | `program of ${Role}`;

/** A request generated from a seed and a number; deterministic and serializable as JSON. */
export interface FuzzedRequest {
  who: Asker;
  method: string;
  /** Path and query. `{draft}` and `{media}` are placeholders for ids of the site. */
  target: string;
  headers: [name: string, value: string][];
  /** In base64; missing for no body. */
  body?: string;
  /** The framing of the body: by length, by chunks, by a length that is too long or too short. */
  framing: 'length' | 'chunked' | 'too-long' | 'too-short';
  /** Number of body bytes after which the sender disconnects. */
  cutAfter?: number;
}

const ODD_HEADERS = [
  'Accept',
  'Accept-Language',
  'Accept-Encoding',
  'If-None-Match',
  'If-Match',
  'If-Modified-Since',
  'Range',
  'Cookie',
  'Referer',
  'X-Forwarded-For',
  'X-Request-Id',
  'User-Agent',
  'Save-Data',
  'Sec-Fetch-Site',
  'Purpose',
];

/** Generates the request with a number. */
export function fuzzRequest(seed: number, index: number): FuzzedRequest {
  const random = createRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  // Skips the first numbers, which are correlated for neighbouring seeds.
  for (let skipped = 0; skipped < 4; skipped++) random(2);
  const [who, { method, target, body }] = chooseTarget(random);
  const headers: [string, string][] = [];
  if (body?.contentType !== undefined) headers.push(['Content-Type', headerValue(body.contentType)]);
  while (happens(random, 25)) headers.push([pick(random, ODD_HEADERS), headerValue(oddText(random))]);
  if (!body) return { who, method, target, headers, framing: 'length' };
  const { bytes } = body;
  const cut = happens(random, 3) && bytes.length > 0 ? { cutAfter: random(bytes.length) } : {};
  return { who, method, target, headers, body: bytes.toString('base64'), framing: chooseFraming(random), ...cut };
}

function chooseTarget(random: Random): [Asker, FuzzedTarget] {
  const area = random(100);
  if (area < 35) return [happens(random, 90) ? 'nobody' : 'forged cookie', fuzzPublic(random)];
  if (area < 65) return chooseAdmin(random);
  const who = happens(random, 80) ? (`program of ${pick(random, ROLES)}` as const) : 'forged token';
  return [who, fuzzApi(random)];
}

function chooseAdmin(random: Random): [Asker, FuzzedTarget] {
  const target = fuzzAdmin(random);
  const kind = random(100);
  // Signing out would make the role anonymous for later requests.
  if (kind < 30 || target.target.includes('signout')) return ['nobody', target];
  return [kind < 35 ? 'forged cookie' : `browser of ${pick(random, ROLES)}`, target];
}

function chooseFraming(random: Random): FuzzedRequest['framing'] {
  const kind = random(100);
  if (kind < 75) return 'length';
  if (kind < 97) return 'chunked';
  return kind < 98 ? 'too-long' : 'too-short';
}

/** Restricts a text to valid header characters. */
function headerValue(text: string): string {
  return Buffer.from(text.toWellFormed())
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .slice(0, 4_000);
}

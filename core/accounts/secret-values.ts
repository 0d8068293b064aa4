const encoder = new TextEncoder();

/** A random secret of 256 bits: 43 characters of base64url. */
export function createToken(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** Whether a text has the format of a token. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** A uniformly distributed code of 6 digits. */
export function createCode(): string {
  const limit = 2 ** 32 - (2 ** 32 % 1_000_000);
  for (;;) {
    const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (value < limit) return String(value % 1_000_000).padStart(6, '0');
  }
}

/**
 * The SHA-256 of a text, 43 characters of base64url. For keys, and for values with enough entropy that they cannot be guessed.
 */
export async function digestOf(text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))));
}

/** The HMAC-SHA-256 of a text, 43 characters of base64url. For values that could be guessed, such as short codes. */
export async function sealOf(secret: string, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text))));
}

/** Constant-time comparison; the time depends only on the lengths. */
export function sameSecret(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index++) difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

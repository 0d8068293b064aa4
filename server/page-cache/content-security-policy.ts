import { createHash } from 'node:crypto';
import type { InlineCode } from '../rendering/rendered-page.ts';

/**
 * The Content-Security-Policy of a document: scripts and styles of this origin, and of the inline ones those that the app
 * wrote itself, by their hash. @param framed whether pages of this origin may show it in a frame
 */
export function contentSecurityPolicy(inline: InlineCode, framed = false): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashSources(inline.scripts)].join(' '),
    ["style-src 'self'", ...hashSources(inline.styles)].join(' '),
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors '${framed ? 'self' : 'none'}'`,
  ].join('; ');
}

function hashSources(texts: string[]): Set<string> {
  return new Set(texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`));
}

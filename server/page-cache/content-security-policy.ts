import { createHash } from 'node:crypto';
import type { InlineCode } from '../rendering/rendered-page.ts';

/**
 * The Content-Security-Policy of a document: allows scripts and styles of this origin, and inline ones written by the app, by
 * hash. @param framed whether pages of this origin may frame it
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

/** The same policy for the document without its scripts. */
export function policyWithoutScripts(policy: string): string {
  return policy.replace(/script-src 'self'[^;]*/, "script-src 'self'");
}

function hashSources(texts: string[]): Set<string> {
  return new Set(texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`));
}

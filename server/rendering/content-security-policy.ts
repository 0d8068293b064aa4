import { hash } from 'node:crypto';
import type { SiteBlockSources } from '#core/site-blocks/site-block.ts';
import type { InlineCode } from './rendered-page.ts';

/**
 * The Content-Security-Policy of a document: allows scripts and styles of this origin, and inline ones written by the app, by
 * hash.
 * @param sources of the blocks that the site defines
 * @param framed whether pages of this origin may frame it
 */
export function contentSecurityPolicy(inline: InlineCode, sources: SiteBlockSources = {}, framed = false): string {
  const from = (directive: keyof SiteBlockSources, own: string) =>
    [directive, own, ...(sources[directive] ?? [])].join(' ');
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashSources(inline.scripts)].join(' '),
    ["style-src 'self'", ...hashSources(inline.styles)].join(' '),
    from('img-src', "'self' data:"),
    ...(sources['frame-src'] ? [from('frame-src', "'self'")] : []),
    ...(sources['media-src'] ? [from('media-src', "'self'")] : []),
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
  return new Set(texts.map((text) => `'sha256-${hash('sha256', text, 'base64')}'`));
}

const SCRIPT = /<script\b([^>]*)>[\s\S]*?<\/script\s*>/gi;
const PRELOADED_SCRIPT = /<link\b[^>]*\brel="modulepreload"[^>]*>|<link\b[^>]*\bas="script"[^>]*>/gi;

/** The page for a visitor who saves data: without scripts, but with its JSON-LD for search engines. */
export function stripScripts(html: string): string {
  return html
    .replace(SCRIPT, (script, attributes: string) => (isLinkedData(attributes) ? script : ''))
    .replace(PRELOADED_SCRIPT, '');
}

/** Whether a script element's attributes mark it as JSON-LD, which browsers do not run. */
function isLinkedData(attributes: string): boolean {
  return /\btype\s*=\s*["']?application\/ld\+json/i.test(attributes);
}

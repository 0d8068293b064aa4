import { z } from 'zod';
import { ICON_HOST_ROTATION, ICON_SERVICE_TIMEOUT, splitIconNames } from '#core/icons/icon-source.ts';
import type { IconifyJSON } from './icon-source.ts';

/** The elements of a drawing; none of them can load or run anything. */
const ELEMENTS = new Set(
  [
    'circle clipPath defs ellipse feGaussianBlur filter g line linearGradient',
    'mask path pattern polygon polyline radialGradient rect stop symbol use',
  ].flatMap((names) => names.split(' ')),
);

const TAG = /\s*<(\/?)([A-Za-z]+)((?:\s+[A-Za-z][A-Za-z0-9:-]*="[^"<>&]*")*)\s*\/?>\s*/y;
const ATTRIBUTE = /([A-Za-z][A-Za-z0-9:-]*)="([^"]*)"/g;

/**
 * Whether markup consists only of elements and attributes that draw. For icons from elsewhere: pages contain them as they are, and
 * the check refuses what it does not know.
 */
export function isSafeDrawing(markup: string): boolean {
  TAG.lastIndex = 0;
  while (TAG.lastIndex < markup.length) {
    const tag = TAG.exec(markup);
    if (!tag) return false;
    const [, , name = '', attributes = ''] = tag;
    if (!ELEMENTS.has(name)) return false;
    for (const [, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      if (!isSafeAttribute(attribute.toLowerCase(), value)) return false;
    }
  }
  return true;
}

function isSafeAttribute(name: string, value: string): boolean {
  if (name.startsWith('on') || name === 'style') return false;
  if (name === 'href' || name.endsWith(':href')) return value.startsWith('#');
  // Attributes are read as CSS, in which escapes would disguise a name.
  return !/\\|url\((?!#)|image-set|\b(?:src|image)\(/i.test(value.replace(/\s/g, ''));
}

/** An outside service with the collections of Iconify, at several hosts. */
export interface IconService {
  /** The icons of a collection that exist; `undefined` if the service does not have the collection, or cannot be reached. */
  fetchIcons(prefix: string, names: readonly string[]): Promise<IconifyJSON | undefined>;
}

export interface IconServiceOptions {
  /** Origins, the preferred one first. */
  hosts: readonly string[];
  fetch?: (url: string, options: { signal: AbortSignal }) => Promise<Response>;
  warn(message: string, error: unknown): void;
}

const size = z.number().positive().max(10_000).exactOptional();
const shape = { width: size, height: size };
const turned = {
  rotate: z.int().exactOptional(),
  hFlip: z.boolean().exactOptional(),
  vFlip: z.boolean().exactOptional(),
};

const answer = z.object({
  prefix: z.string(),
  icons: z.record(z.string(), z.object({ body: z.string().max(100_000), ...shape, ...turned })),
  aliases: z.record(z.string(), z.object({ parent: z.string(), ...shape, ...turned })).exactOptional(),
  ...shape,
});

/** Asks a host; if it has not answered after 750 ms, the next one too. The first answer counts. */
export function createIconService({ hosts, fetch = globalThis.fetch, warn }: IconServiceOptions): IconService {
  async function ask(url: string, signal: AbortSignal): Promise<unknown> {
    const response = await fetch(url, { signal });
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response.json();
  }

  async function requestInTurn(path: string): Promise<unknown> {
    const over = new AbortController();
    const late = setTimeout(() => over.abort(new Error('Request time out')), ICON_SERVICE_TIMEOUT);
    try {
      const asked = hosts.map(async (host, index) => {
        if (index > 0) await waitFor(index * ICON_HOST_ROTATION, over.signal);
        return ask(host + path, over.signal);
      });
      return await Promise.any(asked);
    } catch (error) {
      warn('The icon service cannot be reached', error);
      return undefined;
    } finally {
      clearTimeout(late);
      over.abort();
    }
  }

  return {
    async fetchIcons(prefix, names) {
      const answers = await Promise.all(
        splitIconNames(names).map((request) =>
          requestInTurn(`/${prefix}.json?icons=${request.map(encodeURIComponent)}`),
        ),
      );
      const parts = answers.flatMap((given) => {
        const parsed = answer.safeParse(given);
        return parsed.success && parsed.data.prefix === prefix ? [parsed.data] : [];
      });
      const [first] = parts;
      if (!first) return undefined;
      const icons = Object.assign({}, ...parts.map((part) => part.icons)) as IconifyJSON['icons'];
      const safe = Object.entries(icons).filter(([, { body }]) => isSafeDrawing(body));
      return {
        ...first,
        icons: Object.fromEntries(safe),
        aliases: Object.assign({}, ...parts.map(({ aliases }) => aliases)),
      };
    },
  };
}

function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        fail(signal.reason);
      },
      { once: true },
    );
  });
}

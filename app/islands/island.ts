import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { z } from 'zod';
import { parseJson } from '#core/json/parse-json.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { PageServices } from '../context/context.ts';

/** A fragment of a page that other documents show, by the name under which it is registered. */
export interface IslandDefinition<Props> {
  schema(config: SiteConfig): z.ZodType<Props>;
  /** Loads what it shows through the services, so that the cache knows what it depends on. */
  load(services: PageServices, props: Props): Promise<ReactNode>;
  /** The style sheet of its shadow root. */
  style: string;
}

export type IslandOutcome = { kind: 'rendered'; html: string; style: string } | { kind: 'refused'; message: string };

/** Validates the props and renders. */
export type Island = (services: PageServices, props: string) => Promise<IslandOutcome>;

/** Props have one spelling, that of `JSON.stringify` in the order of the schema, so that the cache has each fragment once. */
export function createIsland<Props>({ schema, load, style }: IslandDefinition<Props>): Island {
  return async (services, json) => {
    const parsed = schema(services.config).safeParse(readProps(json));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return { kind: 'refused', message: `props: ${issue?.path.join('.') || 'the object'}: ${issue?.message}` };
    }
    const spelled = JSON.stringify(parsed.data);
    if (json !== spelled) return { kind: 'refused', message: `props: write them as ${spelled}` };
    return { kind: 'rendered', html: renderToStaticMarkup(await load(services, parsed.data)), style };
  };
}

/** @returns `undefined` for what is not JSON */
function readProps(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

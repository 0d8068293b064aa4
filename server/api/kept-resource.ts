import { setImmediate } from 'node:timers/promises';
import type { Context } from 'hono';
import { createVariants } from '../http/create-variants.ts';
import { type Variants, variantsResponse } from '../http/representation.ts';

export interface KeptResourceOptions {
  contentType: string;
  /** Increases whenever the files may have changed. */
  revision(): number;
  /** Builds the files. */
  build(): Promise<string[]>;
}

/** Generated files, compressed once and cached in memory until the published content changes. */
export interface KeptResource {
  /** Answers with a file; 404 for a number out of range. */
  respond(context: Context, file?: number): Promise<Response>;
}

/** Built on first request; concurrent requests share one build. */
export function keepResource({ contentType, revision, build }: KeptResourceOptions): KeptResource {
  let kept: { revision: number; files: Promise<Variants[]> } | undefined;

  async function buildFiles(): Promise<Variants[]> {
    const files: Variants[] = [];
    for (const text of await build()) {
      files.push(
        await createVariants(Buffer.from(text), {
          contentType,
          cacheControl: 'public, no-cache',
          vary: [],
          extra: [],
          effort: 'quick',
        }),
      );
      await setImmediate();
    }
    return files;
  }

  function current(): Promise<Variants[]> {
    const now = revision();
    if (kept?.revision === now) return kept.files;
    const made = { revision: now, files: buildFiles() };
    kept = made;
    made.files.catch(() => {
      if (kept === made) kept = undefined;
    });
    return made.files;
  }

  return {
    async respond(context, file = 0) {
      const variants = (await current())[file];
      if (!variants) return context.notFound();
      return variantsResponse(context.req, variants);
    },
  };
}

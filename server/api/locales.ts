import { Hono } from 'hono';
import type { Locale } from '#core/locales/locale.ts';
import { createVariants } from '../http/create-variants.ts';
import { type Variants, variantsResponse } from '../http/representation.ts';
import type { LocaleFiles } from '../locales/locale-files.ts';

/** `/locales/{locale}/{namespace}.json`: the messages of a language, parsed if `?compiled` is set. */
export function createLocaleRoutes({ files }: { files: Pick<LocaleFiles, 'read' | 'readCompiled'> }): Hono {
  const ready = new Map<string, Promise<Variants>>();

  function variantsOf(locale: Locale, namespace: string, compiled: boolean): Promise<Variants> | undefined {
    const key = `${locale}/${namespace}${compiled ? '?compiled' : ''}`;
    const known = ready.get(key);
    if (known) return known;
    const bytes = compiled ? files.readCompiled(locale, namespace) : files.read(locale, namespace);
    if (!bytes) return undefined;
    const made = createVariants(bytes, {
      contentType: 'application/json; charset=utf-8',
      cacheControl: 'public, max-age=0, must-revalidate',
      vary: [],
      extra: [],
      effort: 'thorough',
    });
    ready.set(key, made);
    return made;
  }

  return new Hono().get('/locales/:locale/:file', async (context) => {
    const { locale, file } = context.req.param();
    const variants = file.endsWith('.json')
      ? await variantsOf(locale, file.slice(0, -5), context.req.query('compiled') !== undefined)
      : undefined;
    if (!variants) {
      return context.json({ statusCode: 404, message: `Page not found: ${new URL(context.req.url).pathname}` }, 404);
    }
    return variantsResponse(context.req, variants);
  });
}

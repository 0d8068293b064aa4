import { ask } from '../harness/ask.ts';
import type { HostileSite } from '../harness/prepare-site.ts';

/** Items that programs write while the server is killed, and one that people type into. */
export const WRITTEN = 'se-escribe';
export const PUBLISHED = 'se-publica';
export const TYPED = 'se-teclea';

/** A response of the Content API. */
export interface ApiAnswer {
  status: number;
  body: unknown;
}

/** Calls the Content API with an editor's token. @throws Error if the connection breaks */
export async function requestApi(
  { origin, tokens }: Pick<HostileSite, 'origin' | 'tokens'>,
  method: string,
  path: string,
  body?: object | Uint8Array,
): Promise<ApiAnswer> {
  const isBytes = body instanceof Uint8Array;
  const answer = await ask(`${origin}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tokens.editor}`,
      ...(body && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body && { body: isBytes ? (body as BodyInit) : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** An article in two languages. */
export function articleBody(id: string, title: string): object {
  const text = (language: string) => ({
    title: `${title} ${language}`,
    slug: `${id}-${language}`,
    summary: 'Breve.',
    body: { markdown: 'Una frase.\n' },
  });
  return { id, type: 'articles', sourceLanguage: 'es', languages: { es: text('es'), en: text('en') } };
}

/** Creates the items. @throws Error if one is refused */
export async function createKillItems(site: HostileSite): Promise<void> {
  for (const id of [WRITTEN, PUBLISHED, TYPED]) {
    const { status, body } = await requestApi(site, 'POST', '/items', articleBody(id, 'Número 0'));
    if (status !== 201) throw new Error(`${id} was refused: ${status} ${JSON.stringify(body)}`);
  }
  const { status, body } = await requestApi(site, 'POST', `/items/${PUBLISHED}/publish`, { languages: ['es', 'en'] });
  if (status !== 200) throw new Error(`${PUBLISHED} was not published: ${status} ${JSON.stringify(body)}`);
}

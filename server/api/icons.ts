import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { type IconSource, MAX_ICON_NAMES_LENGTH } from '#core/icons/icon-source.ts';

/** Max-age of a response in seconds: a week. */
const MAX_AGE = 604_800;

/** `GET /api/_nuxt_icon/{collection}.json?icons=a,b`: icons by name in Iconify's JSON format. */
export function createIconRoutes({ icons }: { icons: IconSource }): Hono {
  const routes = new Hono();

  routes.get('/api/_nuxt_icon/:file{[^/]+\\.json}', etag(), async (context) => {
    const prefix = context.req.param('file').slice(0, -'.json'.length);
    const names = (context.req.query('icons') ?? '').split(',').filter((name) => name !== '');
    if (names.length === 0) return context.json(problem(400, 'Name the icons: ?icons=menu,search'), 400);
    if (names.join(',').length > MAX_ICON_NAMES_LENGTH) {
      return context.json(
        problem(400, `The names of the icons may have ${MAX_ICON_NAMES_LENGTH} characters together`),
        400,
      );
    }
    const set = await icons.icons(prefix, names);
    if (set === null) return context.json(problem(503, `The icons "${prefix}" could not be loaded`), 503);
    if (set === undefined) return context.json(problem(404, `There are no icons "${prefix}"`), 404);
    context.header('Cache-Control', `public, max-age=${MAX_AGE}`);
    return context.json(set);
  });

  return routes;
}

function problem(statusCode: number, message: string) {
  return { statusCode, message };
}

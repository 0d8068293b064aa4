import { type PlainDocument, type PlainPart, parsePlainPage } from './plain-page.ts';
import { type Answer, readPage, sendForm } from './send-form.ts';

/** Of somebody who reads Spanish; the site never redirects programs by language. */
const VISITOR = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'accept-language': 'es-MX',
  accept: 'text/html',
};

/**
 * A person in a browser without script, as far as HTTP and HTML go: it has cookies, follows redirects and sends forms. The site
 * remembers no language for it, because `fetch` declares that it does not navigate.
 */
export interface PlainBrowser {
  /** The open page. @throws Error if none was opened yet, as the others do */
  readonly page: PlainDocument;
  readonly status: number;
  readonly headers: Headers;
  /** The address of the open page, from the root of the site. */
  readonly address: string;
  /** @returns the page after redirects, as the others do */
  open(path: string): Promise<PlainDocument>;
  /** Sends the form of a button with what is filled in. @param within the part of the page with the button */
  press(button: string | RegExp, within?: PlainPart): Promise<PlainDocument>;
  /** Opens a link by its text. @param within the part of the page with the link */
  follow(link: string, within?: PlainPart): Promise<PlainDocument>;
}

/** @see PlainBrowser. @param session the cookie of somebody who is signed in: `name=value` */
export function createPlainBrowser(origin: string, session?: string): PlainBrowser {
  const jar = new Map<string, string>();
  if (session !== undefined) keepCookie(session);
  let shown: { page: PlainDocument; status: number; headers: Headers; address: string } | undefined;

  function current() {
    if (!shown) throw new Error('No page was opened yet');
    return shown;
  }

  /** Where a link, form or redirect leads from a path. @throws Error if it leaves the site */
  function pathTo(href: string, from = '/'): string {
    const target = new URL(href, new URL(from, origin));
    if (target.origin !== origin) throw new Error(`${href} leads out of ${origin}`);
    return target.pathname + target.search;
  }

  function keepCookie(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0\b/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }

  const request = () => ({ ...VISITOR, cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') });

  async function open(path: string): Promise<PlainDocument> {
    return show(path, await readPage(origin, path, { headers: request() }));
  }

  async function show(address: string, { status, headers, cookies, body }: Answer): Promise<PlainDocument> {
    for (const line of cookies) keepCookie(line);
    const location = headers.get('location');
    if (location !== null) return open(pathTo(location, address));
    shown = { page: parsePlainPage(body), status, headers, address };
    return shown.page;
  }

  return {
    get page() {
      return current().page;
    },
    get status() {
      return current().status;
    },
    get headers() {
      return current().headers;
    },
    get address() {
      return current().address;
    },
    open: (path) => open(pathTo(path)),
    async press(button, within) {
      const { page, address } = current();
      const { action, method, fields } = page.submission(button, within);
      const target = pathTo(action || address, address);
      if (method === 'GET') return open(`${target.split('?', 1)[0]}?${fields}`);
      return show(target, await sendForm(origin, target, fields, { headers: { ...request(), origin } }));
    },
    follow(link, within) {
      const { page, address } = current();
      return open(pathTo((within ?? page).target(link), address));
    },
  };
}

import { type PlainDocument, type PlainPart, parsePlainPage } from './plain-page.ts';
import { readPage, sendForm } from './send-form.ts';

/** What a browser without script does with links and forms, for one session. */
export interface PlainBrowser {
  readonly page: PlainDocument;
  readonly status: number;
  readonly headers: Headers;
  /** The path of the page, with its query. */
  readonly address: string;
  open(path: string): Promise<PlainDocument>;
  /** Sends a form with its button. @param within the part of the page with the button @returns the page after redirects */
  press(button: string | RegExp, within?: PlainPart): Promise<PlainDocument>;
  /** Opens a link by its text. */
  follow(link: string): Promise<PlainDocument>;
}

/** @param cookie of a session, if any */
export function createPlainBrowser(origin: string, cookie = ''): PlainBrowser {
  let shown: { page: PlainDocument; status: number; headers: Headers; address: string } | undefined;

  function current() {
    if (!shown) throw new Error('No page was opened yet');
    return shown;
  }

  function within(href: string): string {
    const { pathname, search } = new URL(href, new URL(shown?.address ?? '/', origin));
    return pathname + search;
  }

  async function open(path: string): Promise<PlainDocument> {
    return show(path, await readPage(origin, path, { headers: { cookie } }));
  }

  async function show(address: string, answer: Awaited<ReturnType<typeof readPage>>): Promise<PlainDocument> {
    const { status, headers, body } = answer;
    const location = headers.get('location');
    if (location !== null) return open(within(location));
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
    open,
    async press(button, part) {
      const { action, method, fields } = current().page.submission(button, part);
      const address = within(action || current().address);
      if (method === 'GET') return open(`${address.split('?', 1)[0]}?${fields}`);
      const headers = { cookie, origin };
      return show(address, await sendForm(origin, address, fields, { headers }));
    },
    follow: (link) => open(within(current().page.target(link))),
  };
}

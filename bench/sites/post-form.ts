import { Agent, request } from 'node:http';

/** Keep-alive, so that connecting is not measured. */
const agent = new Agent({ keepAlive: true });

/**
 * Sends a form like a page of the site, and reads the whole response.
 * @param address the visitor's, as a proxy before the server would name it
 * @returns its status
 */
export function postForm(url: string, fields: { [name: string]: string }, address?: string): Promise<number> {
  if (new URL(url).hostname !== '127.0.0.1') throw new Error(`Forms go to this machine only, not to ${url}`);
  const body = new URLSearchParams(fields).toString();
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': Buffer.byteLength(body),
    Accept: 'text/html',
    'Sec-Fetch-Site': 'same-origin',
    ...(address !== undefined && { 'X-Forwarded-For': address }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.on('error', reject);
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

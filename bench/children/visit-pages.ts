import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';

/**
 * Child process: visits the pages of a site in a random order, one request at a time on each connection, and reports the response
 * times in milliseconds and how many answers were not 200. The file has a JSON array of paths.
 */
const [origin = '', file = '', connections = '1', seconds = '1', accept = ''] = process.argv.slice(2);
const paths = JSON.parse(readFileSync(file, 'utf8')) as string[];
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
const end = performance.now() + Number(seconds) * 1000;
const times: number[] = [];
let failures = 0;

await Promise.all(Array.from({ length: Number(connections) }, visitUntilEnd));
process.send?.({ times, failures }, () => process.exit(0));

async function visitUntilEnd(): Promise<void> {
  while (performance.now() < end) {
    const path = paths[Math.floor(Math.random() * paths.length)] ?? '/';
    const sentAt = performance.now();
    const status = await visit(origin + path).catch(() => 0);
    times.push(performance.now() - sentAt);
    if (status !== 200) failures += 1;
  }
}

function visit(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': accept } }, (response) => {
      response.on('error', reject).on('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    }).on('error', reject);
  });
}

import { connect } from 'node:net';

/**
 * Child process, used if `wrk` is not installed: requests one address repeatedly on a number of connections, one request at a
 * time on each, and reports the response times in milliseconds.
 */
const [url = '', connections = '1', seconds = '1', accept = ''] = process.argv.slice(2);
const { hostname, port, pathname, search } = new URL(url);
const request = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept-Encoding: ${accept}\r\n\r\n`;
const end = performance.now() + Number(seconds) * 1000;
const times: number[] = [];
let failures = 0;

await Promise.all(Array.from({ length: Number(connections) }, run));
process.send?.({ times, failures }, () => process.exit(0));

function run(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let sentAt = 0;
    let missing = -1;
    let head = '';
    const ask = () => {
      sentAt = performance.now();
      missing = -1;
      head = '';
      socket.write(request);
    };
    const answered = () => {
      times.push(performance.now() - sentAt);
      if (performance.now() < end) ask();
      else socket.end();
    };
    socket.on('connect', ask);
    socket.on('data', (chunk) => {
      if (missing < 0) {
        head += chunk.toString('latin1');
        const stop = head.indexOf('\r\n\r\n');
        if (stop < 0) return;
        if (!head.startsWith('HTTP/1.1 200')) failures += 1;
        const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head.slice(0, stop))?.[1] ?? 0);
        missing = length - (head.length - stop - 4);
      } else {
        missing -= chunk.length;
      }
      if (missing <= 0) answered();
    });
    socket.on('error', () => {
      failures += 1;
      resolve();
    });
    socket.on('close', () => resolve());
  });
}

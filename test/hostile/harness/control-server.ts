/**
 * The control: a trivial server in its own process. If its responses are late, the machine was stalled, not the server under
 * test. Run as a child process with IPC; reports its port.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((_, response) => response.end('ok'));
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit(0));

import { expect } from 'vitest';
import { ask } from '../harness/ask.ts';
import type { RawConnection } from '../harness/attackers.ts';
import type { HostileCase, Scene } from '../harness/hostile-case.ts';
import { waitUntil } from '../harness/wait-until.ts';

const REFUSED = 1_200;

/** Number of attackers among whom the connections are distributed. */
const STRANGERS = 60;

function upgrade(path: string, protocol: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n${headers}\r\n`;
}

const WEBSOCKET = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** Opens a connection per request, and closes none. */
function openAll({ attackers }: Scene, requests: string[]): RawConnection[] {
  return requests.map((request, index) => {
    const connection = attackers.connect(index % STRANGERS);
    connection.write(request);
    return connection;
  });
}

/** Waits until the server has answered or closed each connection. */
async function settled(connections: RawConnection[]): Promise<void> {
  await waitUntil('each is answered or closed', () =>
    connections.every(({ answers, isClosed }) => answers.length > 0 || isClosed),
  );
}

const refusedUpgrades: HostileCase = [
  '1,200 refused upgrades, whose other halves stay open',
  async (scene) => {
    const { origin } = scene.site;
    const kinds = [
      upgrade('/admin/drafts', 'websocket', WEBSOCKET),
      upgrade('/admin/drafts', 'websocket', `Origin: ${origin}\r\n${WEBSOCKET}`),
      upgrade('/admin/drafts', 'websocket', `Origin: ${origin}\r\nCookie: meki_session=none\r\n${WEBSOCKET}`),
      upgrade('/elsewhere', 'websocket', WEBSOCKET),
    ];
    const connections = openAll(
      scene,
      Array.from({ length: REFUSED }, (_, index) => kinds[index % kinds.length] ?? ''),
    );
    await settled(connections);
    const statuses = new Set(connections.flatMap(({ answers }) => answers.map(({ status }) => status)));
    expect([...statuses].filter((status) => status < 400 || status > 503 || status === 500)).toEqual([]);
    // Whatever the attackers do with their half-open connections, the next visitor is served.
    expect((await ask(`${scene.victim.origin}/faq`)).status).toBe(200);
  },
];

const otherProtocols: HostileCase = [
  'upgrades to other protocols, which are ignored, and broken ones, which are refused',
  async (scene) => {
    const settings = 'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n';
    const ignored = ['h2c', 'h2c, websocket', 'TLS/1.0', 'IRC/6.9', 'ponies', ''].flatMap((protocol) =>
      ['/healthz', '/en/faq', '/search?q=torax', '/no-such-page'].map((path) => upgrade(path, protocol, settings)),
    );
    const whole = upgrade('/admin/drafts', 'websocket', `Origin: ${scene.site.origin}\r\n${WEBSOCKET}`);
    const broken = [
      whole.replace('Sec-WebSocket-Version: 13', 'Sec-WebSocket-Version: 99'),
      whole.replace(/Sec-WebSocket-Key: .*\r\n/, ''),
      whole.replace('GET', 'POST'),
      whole.replace('/admin/drafts', '/admin/drafts/../drafts'),
      whole.replace('/admin/drafts', '//'),
      whole.replace('/admin/drafts', 'http://x/admin/drafts'),
      whole.replace('/admin/drafts', '*'),
      whole.replace('Sec-WebSocket-Key', 'Sec-WebSocket-Extensions: permessage-deflate\r\nSec-WebSocket-Key'),
      `${whole}${'\x81\x05hello'.repeat(1_000)}`,
      whole.replace('\r\n\r\n', '\r\nContent-Length: 5\r\n\r\nhello'),
    ];
    const connections = openAll(scene, [...ignored, ...broken]);
    await settled(connections);
    const statuses = connections.map(({ answers }) => answers[0]?.status ?? 0);
    const wrong = statuses.slice(0, ignored.length).filter((status, index) => status !== (index % 4 === 3 ? 404 : 200));
    expect(wrong).toEqual([]);
    expect(statuses.slice(ignored.length).filter((status) => status >= 500 || status === 101)).toEqual([]);
    for (const { socket } of connections.slice(0, ignored.length)) socket.destroy();
  },
];

export const UPGRADES: HostileCase[] = [refusedUpgrades, otherProtocols];

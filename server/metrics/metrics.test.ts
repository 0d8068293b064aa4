import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import site from '#site-config';
import { StartFailure } from '../process/start-failure.ts';
import { createDataFolder, takePort } from '../testing/run-server.ts';
import { startHere } from '../testing/start-here.ts';
import { REQUEST_KINDS, requestKind } from './create-metrics.ts';

const TOKEN = 'the-token-of-prometheus';

const start = (variables: { [name: string]: string }) => startHere({ MEKI_DATA_DIR: createDataFolder(), ...variables });

/** The value of a line, such as `meki_pages_kept`, with its labels. */
function valueIn(text: string, line: string): number | undefined {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

describe('measurements', () => {
  test('are given to whoever has the token, and to a stranger the address is an unknown one', async () => {
    const { ready } = await start({ MEKI_METRICS_TOKEN: TOKEN });
    const ask = (headers: { [name: string]: string } = {}, path = '/metrics') =>
      fetch(`${ready.address}${path}`, { headers });
    const unknown = await (await ask({}, '/unknown')).text();
    for (const headers of [{}, { authorization: 'Bearer x' }, { authorization: TOKEN }] as { [name: string]: string }[])
      expect(await (await ask(headers)).text()).toBe(unknown);
    expect((await ask({ authorization: `Bearer ${TOKEN}` }, `/metrics?token=${TOKEN}`)).status).toBe(200);
    await (await fetch(`${ready.address}/two`)).text();
    await (await fetch(`${ready.address}/two`)).text();
    await fetch(`${ready.address}/healthz`);
    const answer = await ask({ authorization: `Bearer ${TOKEN}` });
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await ask({ authorization: `bearer ${TOKEN}` })).status).toBe(200);
    expect(await (await ask({ authorization: `Bearer ${TOKEN.toUpperCase()}` })).text()).toBe(unknown);
    const head = await fetch(`${ready.address}/metrics`, {
      ...{ method: 'HEAD', headers: { authorization: `Bearer ${TOKEN}` } },
    });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, answer.headers.get('content-type')]);
    expect([Number(head.headers.get('content-length')) > 1_000, await head.text()]).toEqual([true, '']);
    const text = await answer.text();
    expect(text).not.toContain(TOKEN);
    expect(valueIn(text, 'meki_http_requests_total{kind="page",method="GET",status="200"}')).toBe(6);
    expect(valueIn(text, 'meki_http_requests_total{kind="probe",method="GET",status="200"}')).toBe(1);
    expect(valueIn(text, 'meki_http_request_duration_seconds_count{kind="page"}')).toBeGreaterThanOrEqual(6);
    expect(valueIn(text, 'meki_page_requests_total{result="hit"}')).toBe(3);
    expect(valueIn(text, 'meki_render_duration_seconds_count{kind="public",result="done"}')).toBe(3);
    expect(valueIn(text, 'meki_pages_kept')).toBe(3);
    expect(valueIn(text, 'meki_mails_waiting')).toBe(0);
    expect(valueIn(text, 'meki_job_failing{name="schedules"}')).toBe(0);
    expect(valueIn(text, 'meki_drafts_open')).toBe(0);
    for (const name of [
      ...['meki_info{', 'meki_disk_free_bytes ', 'meki_stored_bytes{part="database"}', 'meki_search_complete '],
      ...['meki_database_calls_total{act="job-schedules"', 'meki_database_reads_total{act=', 'meki_draft_sockets '],
      ...['nodejs_eventloop_lag_p99_seconds ', 'process_resident_memory_bytes ', 'meki_job_last_success_timestamp'],
    ]) {
      expect(text, name).toContain(`\n${name}`);
    }
    const dashboard = readFileSync(join(import.meta.dirname, '../../docs/grafana-dashboard.json'), 'utf8');
    const shown = new Set(
      dashboard.match(/\b(?:meki|nodejs|process)_\w+/g)?.map((name) => name.replace(/_bucket$/, '')),
    );
    for (const name of shown) expect(text, name).toContain(`# HELP ${name} `);
  });

  test('at a port of their own need no token, and are not at the public address', async () => {
    const taken = await takePort();
    taken.end();
    const { ready } = await start({ MEKI_METRICS_PORT: String(taken.port) });
    const own = `http://127.0.0.1:${taken.port}`;
    expect(await (await fetch(`${own}/metrics`)).text()).toContain('meki_info{version=');
    expect((await fetch(`${own}/admin`)).status).toBe(404);
    expect(await (await fetch(`${ready.address}/metrics`)).text()).not.toContain('meki_info');
  });

  test('are nowhere by default', async () => {
    const { ready } = await start({});
    expect(await (await fetch(`${ready.address}/metrics`)).text()).not.toContain('meki_info');
  });

  test('that cannot be given at a busy port prevent the start, in a line that names the variable', async () => {
    const taken = await takePort();
    const started = await start({ MEKI_METRICS_PORT: String(taken.port) }).catch((error: unknown) => error);
    taken.end();
    expect(started).toBeInstanceOf(StartFailure);
    expect((started as StartFailure).lines).toEqual([
      `Port ${taken.port} is already in use. Stop what uses it, or set MEKI_METRICS_PORT to another one.`,
    ]);
  });
});

test.each([
  ['/', 'page'],
  ['/es/estudios/x', 'page'],
  ['/en/articles/x.data', 'page'],
  ['/articulos/x/_payload.json', 'page'],
  ['/search', 'search'],
  ['/en/search', 'search'],
  ['/admin', 'admin'],
  ['/en/admin/items/studies', 'admin'],
  ['/admin/live/commit', 'live'],
  ['/api/v1/items', 'api'],
  ['/media/abc/1', 'media'],
  ['/assets/a.js', 'asset'],
  ['/favicon.ico', 'resource'],
  ['/es/sitemap.xml', 'resource'],
  ['/builds/latest.json', 'resource'],
  ['/readyz', 'probe'],
])('a request for %s counts as %s', (path, kind) => {
  expect(requestKind(site, path)).toBe(kind);
  expect(REQUEST_KINDS).toContain(kind);
});

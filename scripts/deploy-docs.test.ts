import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validateSiteConfig } from '#core/site/validate-site-config.ts';
import site from '#site-config';
import { readEnvironment } from '../server/services/env.ts';
import { findFreePort } from '../test/helpers/servers/start-site.ts';

const ROOT = resolve(import.meta.dirname, '..');

const text = readFileSync(join(ROOT, 'docs/deploy.md'), 'utf8');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'meki-deploy-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The block of a language that contains a text. */
function block(language: string, part: string): string {
  const blocks = [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, body]) => body);
  const found = blocks.find((body) => body?.includes(part));
  if (found === undefined) throw new Error(`docs/deploy.md has no ${language} with ${part}`);
  return found;
}

const hasProgram = (name: string) => spawnSync(name, ['--version']).error === undefined;

/** Runs a program that checks a file. @returns what it has to say, with its status */
function check(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, HOME: folder },
  });
  return { status, said: stdout + stderr };
}

describe('the configurations of docs/deploy.md', () => {
  test('name settings that the server knows, with valid values', () => {
    const lines = block('sh', 'MEKI_ORIGIN=').trim().split('\n');
    const variables = Object.fromEntries(lines.map((line) => line.trim().split(/=(.*)/s).slice(0, 2)));
    expect(readEnvironment(variables)).toMatchObject({ ok: true, environment: { trustedProxies: 1 } });
  });

  test('have a valid setting for a CDN', () => {
    const [, shared, then] = /shared: ([\d_]+), staleWhileRevalidate: (\d+)/.exec(block('ts', 'cache:')) ?? [];
    const cache = { shared: Number(shared?.replaceAll('_', '')), staleWhileRevalidate: Number(then) };
    expect(validateSiteConfig({ ...site, cache })).toEqual([]);
    expect(validateSiteConfig({ ...site, cache: { shared: 0 } })).toEqual([expect.stringMatching(/^cache\.shared: /)]);
  });

  test.skipIf(!hasProgram('nginx') || !hasProgram('openssl'))(
    'are what nginx reads (needs nginx and openssl)',
    async () => {
      const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
      const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
      check('openssl', ...request, '-subj', '/CN=example.org', '-keyout', key, '-out', certificate);
      const [port, tlsPort] = [await findFreePort(), await findFreePort()];
      const own = block('nginx', 'proxy_pass')
        .replaceAll(/^ +listen \[::\].*\n/gm, '')
        .replace(/^ +listen 80;/m, `listen 127.0.0.1:${port};`)
        .replace(/^ +listen 443/m, `listen 127.0.0.1:${tlsPort}`)
        .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
        .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
      const file = join(folder, 'nginx.conf');
      mkdirSync(join(folder, 'tmp'));
      const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      const places = kinds.map((kind) => `${kind}_temp_path ${folder}/tmp/${kind};`).join('\n');
      const log = `error_log stderr;\npid ${folder}/nginx.pid;`;
      writeFileSync(file, `${log}\nevents {}\nhttp {\naccess_log off;\n${places}\n${own}}\n`);
      const { status, said } = check('nginx', '-t', '-p', folder, '-c', file);
      expect(status, said).toBe(0);
      expect(said).toMatch(/test is successful/);
    },
  );

  test.skipIf(!hasProgram('caddy'))('are what Caddy reads (needs Caddy)', () => {
    const file = join(folder, 'Caddyfile');
    const isOlder = /^v?2\.6\./.test(check('caddy', 'version').said);
    const own = block('caddyfile', 'reverse_proxy');
    const newer = / From Caddy 2\.7 on: (.+)\n/.exec(own)?.[1] ?? '';
    writeFileSync(file, isOlder ? own : own.replace(/^ +buffer_requests$/m, newer));
    const { status, said } = check('caddy', 'adapt', '--config', file, '--adapter', 'caddyfile');
    expect(status, said).toBe(0);
  });

  test.skipIf(!hasProgram('systemd-analyze'))('are what systemd reads (needs systemd-analyze)', () => {
    const files = ['meki.service'].map((name) => {
      const file = join(folder, name);
      writeFileSync(file, block('ini', `/${name}\n`).replaceAll('/srv/meki', ROOT));
      return file;
    });
    const { status, said } = check('systemd-analyze', 'verify', ...files);
    expect(said.split('\n').filter((line) => line.includes(folder) || line.startsWith('meki'))).toEqual([]);
    expect(status, said).toBe(0);
  });
});

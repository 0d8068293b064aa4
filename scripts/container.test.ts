import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import project from '../package.json' with { type: 'json' };
import { readIgnored, readStages } from './dockerfile.ts';

const ROOT = resolve(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const stages = readStages(read('Dockerfile'));
const image = stages.at(-1)?.instructions ?? [];
const of = (name: string) => image.filter((one) => one.name === name).map(({ text }) => text);

describe('the container', () => {
  test('has only libraries that run the site, and no account of root', () => {
    const libraries = stages.find(({ name }) => name === 'libraries')?.instructions.map(({ text }) => text);
    expect(libraries).toContain('npm ci --omit=dev');
    expect(of('COPY').filter((text) => text.includes('node_modules'))).toEqual([
      '--from=libraries /srv/meki/node_modules ./node_modules',
    ]);
    expect(of('USER')).toEqual(['meki']);
  });

  test('starts the server in Meki’s own Node, and is asked whether it lives', () => {
    const [entry = '[]', command = '[]'] = [of('ENTRYPOINT')[0], of('CMD')[0]];
    const [program, ...rest] = [...JSON.parse(entry), ...JSON.parse(command)];
    expect(program).toBe('node_modules/node/bin/node');
    expect(existsSync(join(ROOT, rest.at(-1)))).toBe(true);
    expect(of('HEALTHCHECK')[0]).toContain('/healthz');
    expect(project.dependencies).toHaveProperty('node');
  });

  test('is given neither data nor secrets nor what was built elsewhere', () => {
    expect(readIgnored(read('.dockerignore'))).toEqual(
      expect.arrayContaining(['.git', 'build', 'data', 'node_modules']),
    );
    for (const name of readIgnored(read('.dockerignore'))) expect(name).toMatch(/^[\w.-]+$/);
    for (const { instructions } of stages) {
      for (const { text } of instructions.filter(({ name, text }) => name === 'COPY' && !text.startsWith('--from='))) {
        for (const name of text.split(' ').slice(0, -1)) expect(existsSync(join(ROOT, name)), name).toBe(true);
      }
    }
    expect(execFileSync('git', ['ls-files', '.env*'], { cwd: ROOT, encoding: 'utf8' })).toBe('');
  });

  test('is run read-only, without capabilities, behind a proxy that alone has ports', () => {
    const { services, volumes } = parse(read('compose.yaml'));
    expect(services.meki).toMatchObject({
      ...{ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], tmpfs: ['/tmp'] },
    });
    expect(services.meki).not.toHaveProperty('ports');
    expect(services.meki.environment.MEKI_ORIGIN).toMatch(/^https:/);
    expect(services.meki.environment.MEKI_TRUSTED_PROXIES).toBe('1');
    const places = services.meki.volumes.map((volume: string) => volume.split(':'));
    for (const [name, place] of places) {
      expect(volumes).toHaveProperty(name);
      expect(of('VOLUME')[0]).toContain(`"${place}"`);
    }
  });
});

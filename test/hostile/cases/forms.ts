import { expect } from 'vitest';
import { ask } from '../harness/ask.ts';
import type { HostileCase, Scene } from '../harness/hostile-case.ts';

/** Field names that form libraries parse as paths or reserve. */
const NAMES = [
  'email[4294967294]',
  'email[30000000]',
  'email[-1]',
  'email[1e9]',
  'email[0][99999999][0]',
  'email[]',
  'email[',
  'email]',
  '[]',
  '[999999999]',
  'a[b][c][d]',
  'email.toString',
  'email.constructor.prototype.x',
  '__proto__.x',
  '__proto__[x]',
  'constructor[prototype][x]',
  'hasOwnProperty',
  'then',
  `email${'.b'.repeat(8_000)}`,
  `email${'[0]'.repeat(8_000)}`,
  `${'['.repeat(20_000)}`,
  '__intent__',
  '__state__',
];

const VALUES = ['1', '{', '{"type":"insert","payload":{"name":"email[4294967294]","index":4294967294}}', '', '\0'];

const ANONYMOUS_FORMS = [
  '/admin/signin',
  '/en/admin/signup',
  '/admin/signup-confirm',
  '/admin/reset',
  '/admin/reset-confirm',
  '/contact',
];

const FORMS_OF_A_VIEWER = ['/admin/account', '/admin/people', '/admin/item-actions/articles', '/admin/items/articles'];

/** Forms that each name is sent to; the next one begins with the form after these. */
const FORMS_OF_A_NAME = 3;

/** Sends a form. @returns the status of the response */
async function post(
  { victim, site }: Scene,
  path: string,
  body: URLSearchParams | FormData,
  cookie = '',
): Promise<number> {
  const answer = await ask(victim.origin + path, {
    method: 'POST',
    headers: { origin: site.origin, cookie },
    body,
  });
  await answer.arrayBuffer();
  return answer.status;
}

function* hostileForms(): Generator<[name: string, value: string]> {
  for (const name of NAMES) yield [name, VALUES[0] ?? ''];
  for (const name of ['__intent__', '__state__', 'email.toString']) for (const value of VALUES) yield [name, value];
}

function plainForm(name: string, value: string): URLSearchParams {
  return new URLSearchParams([
    ['email', 'a'],
    [name, value],
  ]);
}

function multipartForm(name: string, value: string): FormData {
  const form = new FormData();
  form.append('email', 'a');
  form.append(name, value);
  return form;
}

const pathsAsNames: HostileCase = [
  'forms with names that are paths, and with broken __intent__ and __state__',
  async (scene) => {
    const answers: [string, number][] = [];
    const forms: [path: string, cookie?: string][] = [
      ...ANONYMOUS_FORMS.map((path): [string] => [path]),
      ...FORMS_OF_A_VIEWER.map((path): [string, string] => [path, scene.site.cookies.viewer]),
    ];
    let turn = 0;
    // All forms have one parser: each gets a third of the names.
    for (const [name, value] of hostileForms()) {
      const sent = Array.from({ length: FORMS_OF_A_NAME }, () => {
        const [path, cookie] = forms[turn++ % forms.length] ?? [''];
        return post(scene, path, plainForm(name, value), cookie);
      });
      sent.push(post(scene, '/admin/signin', multipartForm(name, value)));
      for (const status of await Promise.all(sent)) answers.push([name.slice(0, 40), status]);
    }
    expect(answers.filter(([, status]) => status < 400 || status >= 500)).toEqual([]);
  },
];

const manyFields: HostileCase = [
  'forms of as many fields as fit, a hundred times',
  async (scene) => {
    const many = new URLSearchParams(Array.from({ length: 13_000 }, (_, index) => [`a${index % 10}`, '']));
    const distinct = new URLSearchParams(Array.from({ length: 6_500 }, (_, index) => [`e${index}`, '1']));
    const parts = new FormData();
    for (let index = 0; index < 500; index++) parts.append(`p${index}`, '');
    const statuses: number[] = [];
    for (let round = 0; round < 25; round++) {
      const sent = [many, distinct, parts, many].map((form) => post(scene, '/admin/signin', form));
      statuses.push(...(await Promise.all(sent)));
    }
    expect(statuses.filter((status) => status < 400 || status >= 500)).toEqual([]);
  },
];

export const FORMS: HostileCase[] = [pathsAsNames, manyFields];

import { describe, expect, test } from 'vitest';
import { PERMISSIONS } from '#core/access/policy.ts';
import { IDENTITY_ERROR_CODES } from '#core/accounts/identity-error.ts';
import { AUDIT_ACTIONS } from '#core/audit/audit-actions.ts';
import type { AuditEntry } from '#core/audit/audit-log.ts';
import { createEntryDescriber } from './describe-entry.ts';

const ana = { kind: 'person', id: 'ana', name: 'Ana Robles' } as const;
const beto = { kind: 'person', id: 'beto', name: 'Beto Sol' } as const;
const at = 0;

const es = createEntryDescriber('es');
const en = createEntryDescriber('en');

describe.each([
  ['es', es],
  ['en', en],
])('in %s', (_, tell) => {
  test.each(AUDIT_ACTIONS)('%s is told as a sentence, whoever did it to whomever', (action) => {
    const actors: AuditEntry['actor'][] = [
      ana,
      { kind: 'anonymous' },
      { kind: 'system' },
      { kind: 'command-line' },
      { kind: 'program', id: 'program-1', name: 'Sincronización' },
      { ...ana, name: '' },
    ];
    for (const actor of actors) {
      for (const object of [undefined, beto, { ...beto, name: '' }]) {
        const { sentence } = tell({ action, at, actor, ...(object && { object }) });
        expect(sentence).toMatch(/^\p{Lu}[^{}]*[^\s{}]\.$/u);
        expect(sentence).not.toMatch(/undefined|audit\./);
      }
    }
  });

  test('every reason that accounts can give has words', () => {
    for (const reason of IDENTITY_ERROR_CODES) {
      const { details } = tell({
        action: 'session.sign-in-failed',
        at,
        actor: { kind: 'anonymous' },
        details: { reason },
      });
      expect(details[0]).toMatch(/^(Motivo|Reason): \S/);
      expect(details[0]).not.toContain(reason);
    }
  });
});

test.each(PERMISSIONS)('a refused %s is told by what it would have been', (refused) => {
  for (const tell of [es, en]) {
    const { sentence, details } = tell({ action: 'access.refused', at, actor: ana, details: { refused } });
    expect(sentence).toMatch(/^Ana Robles .+\.$/);
    expect(details[0]).toMatch(/^\p{Lu}[^:]+: \p{Ll}/u);
    expect(details[0]).not.toMatch(/: (otra cosa|something else)$/);
  }
});

test('a change of rights is told by what changed', () => {
  const change = (details: NonNullable<AuditEntry['details']>) =>
    es({ action: 'person.access-changed', at, actor: ana, object: beto, details });
  expect(change({ roleBefore: 'viewer', role: 'translator', languages: ['en'] })).toEqual({
    sentence: 'Ana Robles cambió el rol de Beto Sol: de Lectura a Traducción.',
    details: ['Idiomas: inglés'],
  });
  expect(change({ languages: ['es', 'en'] })).toEqual({
    sentence: 'Ana Robles cambió los idiomas que Beto Sol puede editar.',
    details: ['Idiomas: español e inglés'],
  });
  expect(change({ suspended: true }).sentence).toBe('Ana Robles suspendió la cuenta de Beto Sol.');
  expect(change({ suspended: false }).sentence).toBe('Ana Robles devolvió el acceso a Beto Sol.');
});

test('a failed sign-in tells whose account it was, why, and from where', () => {
  const entry: AuditEntry = {
    action: 'session.sign-in-failed',
    at,
    actor: { kind: 'anonymous' },
    object: beto,
    network: '203.0.113.0/24',
    details: { reason: 'invalid-credential', device: 'Firefox · Windows' },
  };
  expect(en(entry)).toEqual({
    sentence: 'An attempt to sign in to the account of Beto Sol failed.',
    details: ['Reason: wrong email or password', 'Firefox · Windows', '203.0.113.0/24'],
  });
});

test('a publication is told with its title and languages', () => {
  const object = { kind: 'item', id: 'x', name: 'Radiografía de tórax' } as const;
  expect(en({ action: 'item.published', at, actor: ana, object, details: { languages: ['es', 'en'] } })).toEqual({
    sentence: 'Ana Robles published “Radiografía de tórax”.',
    details: ['Languages: Spanish and English'],
  });
});

test('an import is told by the item, or by how many there were', () => {
  const entry = {
    action: 'item.imported',
    at,
    actor: { kind: 'command-line' },
    details: { languages: ['es'] },
  } as const;
  const object = { kind: 'item', id: 'x', name: 'Radiografía de tórax' } as const;
  expect(es({ ...entry, object, details: { languages: ['es'] } })).toEqual({
    sentence: 'La línea de comandos importó «Radiografía de tórax».',
    details: ['Idiomas: español'],
  });
  expect(es({ ...entry, details: { count: 1_044 } }).sentence).toBe('La línea de comandos importó 1,044 contenidos.');
  expect(en({ ...entry, details: { count: 1_044 } }).sentence).toBe('The command line imported 1,044 items.');
});

test('a name cannot change the sentence around it', () => {
  const { sentence } = en({ action: 'session.signed-in', at, actor: { ...ana, name: '{about, select' } });
  expect(sentence).toBe('{about, select signed in.');
});

import type { Random } from '../../helpers/random.ts';
import { happens, oddText, pick } from './fuzz-values.ts';

/** A JSON schema, as far as the Content API uses it. */
export interface JsonSchema {
  $ref?: string;
  $defs?: { [name: string]: JsonSchema };
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  type?: string;
  properties?: { [name: string]: JsonSchema };
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
}

/** Valid texts for various formats. */
const TEXTS = [
  'articles',
  'articles',
  'news',
  'Un título',
  'Breve.',
  '## Uno\n\nDos.',
  '<p>Dos</p>',
  'es',
  'en',
  'huesos',
  '2027-01-01T00:00:00Z',
  '1',
  'slug-de-prueba',
];

/** Maximum nesting; deeper values are texts. */
const MAX_DEPTH = 8;

/** A value that mostly matches a schema; sometimes completely or not at all. */
export function fuzzJson(random: Random, schema: JsonSchema): unknown {
  const definitions = schema.$defs ?? {};
  const wrongPercent = pick(random, [0, 0, 1, 8, 20]);

  function value(of: JsonSchema, depth: number): unknown {
    if (depth > MAX_DEPTH || happens(random, wrongPercent)) return anything(depth);
    if (of.$ref !== undefined) return value(definitions[of.$ref.split('/').at(-1) ?? ''] ?? {}, depth);
    const choices = of.anyOf ?? of.oneOf ?? of.allOf;
    if (choices) return value(pick(random, choices), depth + 1);
    if (of.enum) return pick(random, of.enum);
    if (of.const !== undefined) return of.const;
    switch (of.type) {
      case 'object':
        return object(of, depth);
      case 'array':
        return Array.from({ length: random(4) }, () => value(of.items ?? {}, depth + 1));
      case 'boolean':
        return happens(random, 50);
      case 'integer':
      case 'number':
        return random(20);
      case 'string':
        return happens(random, 100 - wrongPercent * 3) ? pick(random, TEXTS) : oddText(random);
      default:
        return anything(depth);
    }
  }

  function object(of: JsonSchema, depth: number): { [name: string]: unknown } {
    const members = Object.entries(of.properties ?? {}).filter(() => happens(random, 75));
    const made = members.map(([name, member]): [string, unknown] => [name, value(member, depth + 1)]);
    if (typeof of.additionalProperties === 'object') {
      for (const name of ['es', 'en']) {
        if (happens(random, 60)) made.push([name, value(of.additionalProperties, depth + 1)]);
      }
    }
    if (happens(random, wrongPercent / 2)) made.push([oddText(random), anything(depth)]);
    // `defineProperty`, so that `__proto__` becomes an ordinary member.
    const result = {};
    for (const [name, member] of made) {
      Object.defineProperty(result, name, { value: member, enumerable: true, configurable: true });
    }
    return result;
  }

  function anything(depth: number): unknown {
    const kind = depth > MAX_DEPTH ? 0 : random(8);
    if (kind < 3) return oddText(random);
    if (kind < 4) return null;
    if (kind < 5) return random(2 ** 31) * (happens(random, 50) ? -1e9 : 0.001);
    if (kind < 6) return happens(random, 50);
    if (kind < 7) return Array.from({ length: random(3) }, () => anything(depth + 1));
    return { [oddText(random)]: anything(depth + 1) };
  }

  return value(schema, 0);
}

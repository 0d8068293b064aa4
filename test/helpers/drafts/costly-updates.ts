import { bytesOf } from './draft-message.ts';

/** Updates as a manipulated client could send them: short, and without end to apply. */

/** A struct of one character in a text, after and before others. */
function character({ after, before, text = 'title' }: { after?: Id; before?: Id; text?: string } = {}): number[] {
  const info = 4 + (after ? 128 : 0) + (before ? 64 : 0);
  const parent = after || before ? [] : [1, ...stringOf(text)];
  return [info, ...idOf(after), ...idOf(before), ...parent, ...stringOf('x')];
}

type Id = readonly [client: number, clock: number];

function idOf(id: Id | undefined): number[] {
  return id ? [...bytesOf(id[0]), ...bytesOf(id[1])] : [];
}

function stringOf(text: string): number[] {
  return [...bytesOf(text.length), ...Buffer.from(text)];
}

/** An update with the structs of some clients, which begin at a clock, and deletions of `[client, clock, length]`. */
function forgeUpdate(
  clients: readonly { client: number; clock?: number; structs: readonly number[][] }[],
  deletions: readonly (readonly [client: number, ranges: readonly (readonly [clock: number, length: number])[]])[] = [],
): Uint8Array<ArrayBuffer> {
  const parts = clients.flatMap(({ client, clock = 0, structs }) => [
    [...bytesOf(structs.length), ...bytesOf(client), ...bytesOf(clock)],
    ...structs,
  ]);
  const deleted = deletions.flatMap(([client, ranges]) => [
    [...bytesOf(client), ...bytesOf(ranges.length)],
    ...ranges.map(([clock, length]) => [...bytesOf(clock), ...bytesOf(length)]),
  ]);
  const all = [bytesOf(clients.length), ...parts, bytesOf(deletions.length), ...deleted];
  return Buffer.concat(all.map((part) => Buffer.from(part))) as Uint8Array<ArrayBuffer>;
}

/** One character of each of many clients, all at the beginning of the title. @param first client's id */
export function manyClients(first: number, count: number): Uint8Array<ArrayBuffer> {
  const clients = Array.from({ length: count }, (_, index) => ({ client: first + index, structs: [character()] }));
  return forgeUpdate(clients.toReversed());
}

/** A character at the beginning of a text, of somebody who knows nothing of what the text has. */
export function atBeginning(text: string, client: number, clock: number): Uint8Array<ArrayBuffer> {
  return forgeUpdate([{ client, clock, structs: [character({ text })] }]);
}

/** A character whose predecessors nobody has, by a client of its own. */
export function withoutPredecessor(client: number): Uint8Array<ArrayBuffer> {
  return forgeUpdate([{ client, clock: 9, structs: [character()] }]);
}

/** Deletions of what nobody has. */
export function deletesUnknown(client: number, count: number): Uint8Array<ArrayBuffer> {
  const ranges = Array.from({ length: count }, (_, index) => [index * 2, 1] as const);
  return forgeUpdate([], [[client, ranges]]);
}

/** Characters of one client at one place, each before another one of those that an earlier update put there. */
export function oneClientAtOnePlace(client: number, count: number): Uint8Array<ArrayBuffer>[] {
  const chain = Array.from({ length: count }, (_, clock) =>
    clock === 0 ? character() : character({ after: [client, clock - 1] }),
  );
  const wedges = Array.from({ length: count - 1 }, (_, index) =>
    character({ after: [client, 0], before: [client, index + 1] }),
  );
  return [forgeUpdate([{ client, structs: chain }]), forgeUpdate([{ client: client + 1, structs: wedges }])];
}

/** A long text, and the deletion of each second character. */
export function perforated(client: number, length: number): Uint8Array<ArrayBuffer>[] {
  const text = [4, 1, ...stringOf('title'), ...stringOf('x'.repeat(length))];
  const ranges = Array.from({ length: length / 2 }, (_, index) => [index * 2, 1] as const);
  return [forgeUpdate([{ client, structs: [text] }]), forgeUpdate([], [[client, ranges]])];
}

/** Values of one key of a map, one after the other without knowing of each other. */
export function oneKey(client: number, count: number): Uint8Array<ArrayBuffer> {
  const value = [8 + 32, 1, ...stringOf('fields'), ...stringOf('k'), 1, 126];
  return forgeUpdate([{ client, structs: Array.from({ length: count }, () => value) }]);
}

/** A shared type of its own for each value. */
export function manyTypes(client: number, count: number): Uint8Array<ArrayBuffer> {
  const structs = Array.from({ length: count }, (_, index) => [4, 1, ...stringOf(`t${index}`), ...stringOf('x')]);
  return forgeUpdate([{ client, structs }]);
}

/** Lists in lists, and a value in each of them. */
export function nestedLists(client: number, depth: number): Uint8Array<ArrayBuffer>[] {
  const list = (clock: number) =>
    clock === 0 ? [7, 1, ...stringOf('minorEdits'), 0] : [7, 0, ...idOf([client, clock - 1]), 0];
  const value = (index: number) => [8, 0, ...idOf([client, index]), 1, 126];
  return [
    forgeUpdate([{ client, structs: Array.from({ length: depth }, (_, clock) => list(clock)) }]),
    forgeUpdate([{ client: client + 1, structs: Array.from({ length: depth }, (_, index) => value(index)) }]),
  ];
}

/** JSON in each kind of content that has some: values of a list, an embedded object, a format. */
export function withJson(json: string): Uint8Array<ArrayBuffer>[] {
  const contents = [
    [2, 1, ...stringOf('x'), 1],
    [5, 1, ...stringOf('x')],
    [6, 1, ...stringOf('x'), ...stringOf('key')],
  ];
  return contents.map((head, index) => {
    const start = [1, 1, ...bytesOf(index + 1), 0, ...head, ...bytesOf(json.length)];
    return Buffer.concat([Buffer.from(start), Buffer.from(json), Buffer.from([0])]) as Uint8Array<ArrayBuffer>;
  });
}

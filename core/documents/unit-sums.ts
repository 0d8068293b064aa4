import type { DocumentData, DocumentPath, DocumentStore, Transform, Write } from './document-store.ts';

interface Sum {
  initial: DocumentData;
  amounts: Map<string, number>;
}

/** The increments of a unit of work, which do not conflict with concurrent ones. */
export function createSums() {
  const sums = new Map<DocumentPath, Sum>();

  /** @returns the increments per document, without those that add up to zero */
  const changes = () =>
    [...sums]
      .map(([path, { initial, amounts }]) => ({ path, initial, transforms: transformsOf(amounts) }))
      .filter(({ transforms }) => transforms.length > 0);

  return {
    add(path: DocumentPath, initial: DocumentData, amounts: { [dottedPath: string]: number }): void {
      const sum = sums.get(path) ?? { initial, amounts: new Map<string, number>() };
      for (const [field, by] of Object.entries(amounts)) sum.amounts.set(field, (sum.amounts.get(field) ?? 0) + by);
      sums.set(path, sum);
    },
    size: () => changes().length,
    /** The increment of a missing document creates it, which conflicts if another commit creates it first. */
    async writes(store: DocumentStore): Promise<Write[]> {
      const added = changes();
      if (added.length === 0) return [];
      const documents = await store.batchGet(added.map(({ path }) => path));
      return added.map(
        ({ path, initial, transforms }, index): Write =>
          documents[index]
            ? { kind: 'update', path, fields: {}, transforms }
            : { kind: 'set', path, data: initial, transforms, precondition: { exists: false } },
      );
    },
  };
}

function transformsOf(amounts: Map<string, number>): Transform[] {
  return [...amounts].filter(([, by]) => by !== 0).map(([field, by]) => ({ field, kind: 'increment', by }));
}

import { credentials, waitingSignUps } from '#core/accounts/account-collections.ts';
import type { Passwords } from '#core/accounts/passwords.ts';
import type { Document, DocumentStore } from '#core/documents/document-store.ts';
import { requireFit } from '#core/documents/typed-documents.ts';

/** Gives documents of a collection the holders that the target has for their passwords. */
export type MovePasswords = (collection: string, documents: Document[]) => Promise<Document[]>;

/** The number of people with a password, and of those who need another one since theirs cannot be copied. */
export interface PeopleCopied {
  people: number;
  needCode: number;
}

/**
 * A provider takes hashes, and gives none: where a password cannot follow, its account gets a holder that no password opens, and
 * the person a new password by a code. The same holder is always moved to the same one.
 */
export function createMovePasswords(from: Passwords, to: Passwords): MovePasswords {
  if (!from.provider && !to.provider) return async (_, documents) => documents;
  const moved = new Map<string, string>();

  async function move(holders: string[]): Promise<void> {
    const unknown = holders.filter((holder) => !moved.has(holder));
    const taken = canTakeHashes(from, to) && unknown.length > 0 ? await to.provider?.takeHashes(unknown) : undefined;
    for (const [index, holder] of unknown.entries()) moved.set(holder, taken?.[index] ?? to.unusable(holder));
  }

  return async (collection, documents) => {
    if (collection === credentials.name) {
      const fitting = documents.map((document) => requireFit(credentials, document));
      await move(fitting.map(({ data }) => data.password));
      return fitting.map((document) => {
        const { password } = document.data;
        return { ...document, data: { ...document.data, password: moved.get(password) ?? password } };
      });
    }
    if (collection === waitingSignUps.name) {
      const fitting = documents.map((document) => requireFit(waitingSignUps, document));
      const people = fitting.flatMap(({ data }) => data.signUps.flatMap(({ person }) => person ?? []));
      await move(people.map(({ password }) => password));
      return fitting.map((document) => {
        const signUps = document.data.signUps.map((signUp) => {
          const { person } = signUp;
          return person
            ? { ...signUp, person: { ...person, password: moved.get(person.password) ?? person.password } }
            : signUp;
        });
        return { ...document, data: { ...document.data, signUps } } as Document;
      });
    }
    return documents;
  };
}

/** How many people will need a code; a provider that takes hashes may refuse some of them. */
export async function countPeople(
  { store, passwords }: { store: DocumentStore; passwords: Passwords },
  to: Passwords,
): Promise<PeopleCopied> {
  const [people] = await store.runAggregation({ collection: credentials.name }, [{ kind: 'count' }]);
  const isLossless = (!passwords.provider && !to.provider) || canTakeHashes(passwords, to);
  return { people: people ?? 0, needCode: isLossless ? 0 : (people ?? 0) };
}

function canTakeHashes(from: Passwords, to: Passwords): boolean {
  return !from.provider && to.provider !== undefined;
}

import type { BetterAuthOptions, Where } from 'better-auth';
import type { createAdapterFactory } from 'better-auth/adapters';
import type { DocumentData, DocumentPath, DocumentStore } from '#core/documents/document-store.ts';
import { createUnitOfWork, type UnitOfWork } from '#core/documents/unit-of-work.ts';
import { callContext } from './call-context.ts';
import { findRows } from './find-rows.ts';
import { emailPath, idOfNewRow, MODEL_NAMES, type Row, toData, toRow } from './model-documents.ts';

type CreateFactory = typeof createAdapterFactory;

/**
 * better-auth's database on the document store. A transaction is one commit; a user's email is claimed in the same one.
 * Inside a transaction, rows that it has not written yet are read as the store holds them.
 * @param createFactory better-auth's own, which is loaded late.
 */
export function createDocumentAdapter(store: DocumentStore, createFactory: CreateFactory) {
  const factoryOn = (shared?: UnitOfWork): ReturnType<CreateFactory> =>
    createFactory({
      config: {
        adapterId: 'meki-documents',
        adapterName: 'Meki documents',
        supportsJSON: true,
        supportsArrays: true,
        transaction: shared
          ? false
          : async (work) => {
              const unit = createUnitOfWork(store);
              const result = await work(factoryOn(unit)(options ?? {}));
              await noteFailure(() => unit.commit());
              return result;
            },
      },
      adapter: (config) => {
        options = config.options;
        return operations(store, shared);
      },
    });
  let options: BetterAuthOptions | undefined;
  return factoryOn();
}

function operations(store: DocumentStore, shared: UnitOfWork | undefined) {
  /** Runs changes in the transaction, or in one of their own. */
  async function change<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    return noteFailure(async () => {
      const unit = shared ?? createUnitOfWork(store);
      const result = await work(unit);
      if (!shared) await unit.commit();
      return result;
    });
  }
  const find = (model: string, where: Where[] = []) => noteFailure(() => findRows(store, model, where));

  async function update(unit: UnitOfWork, model: string, row: Row, values: Record<string, unknown>): Promise<Row> {
    const path: DocumentPath = `${model}/${row.id}`;
    await unit.read([path]);
    const data: DocumentData = { ...unit.get<DocumentData>(path), ...toData(values, false) };
    unit.set(path, data);
    return toRow(row.id, data);
  }

  async function remove(unit: UnitOfWork, model: string, row: Row): Promise<void> {
    const paths: DocumentPath[] = [`${model}/${row.id}`];
    if (model === MODEL_NAMES.user) paths.push(await emailPath(String(row.email)));
    await unit.read(paths);
    for (const path of paths) unit.remove(path);
  }

  return {
    create: <T extends Record<string, unknown>>({ model, data }: { model: string; data: T }) =>
      change(async (unit) => {
        const id = await idOfNewRow(model, data);
        const path: DocumentPath = `${model}/${id}`;
        await unit.read([path]);
        unit.set(path, toData(data, true));
        if (model === MODEL_NAMES.user) await claimEmail(unit, String(data.email), id);
        return { ...data, id };
      }),
    findOne: async <T>({ model, where }: { model: string; where: Where[] }) =>
      ((await find(model, where))[0] as T | undefined) ?? null,
    findMany: async <T>({ model, where, limit }: { model: string; where?: Where[] | undefined; limit: number }) =>
      (await find(model, where)).slice(0, limit) as T[],
    count: async ({ model, where }: { model: string; where?: Where[] | undefined }) =>
      (await find(model, where)).length,
    update: <T>({ model, where, update: values }: { model: string; where: Where[]; update: T }) =>
      change(async (unit) => {
        const [row] = await find(model, where);
        return row ? ((await update(unit, model, row, values as Record<string, unknown>)) as T) : null;
      }),
    updateMany: ({
      model,
      where,
      update: values,
    }: {
      model: string;
      where: Where[];
      update: Record<string, unknown>;
    }) =>
      change(async (unit) => {
        const rows = await find(model, where);
        for (const row of rows) await update(unit, model, row, values);
        return rows.length;
      }),
    delete: ({ model, where }: { model: string; where: Where[] }) =>
      change(async (unit) => {
        const [row] = await find(model, where);
        if (row) await remove(unit, model, row);
      }),
    deleteMany: ({ model, where }: { model: string; where: Where[] }) =>
      change(async (unit) => {
        const rows = await find(model, where);
        for (const row of rows) await remove(unit, model, row);
        return rows.length;
      }),
  };
}

/** No two accounts have one email: the commit fails if there is a claim by then. */
async function claimEmail(unit: UnitOfWork, email: string, userId: string): Promise<void> {
  const path = await emailPath(email);
  await unit.read([path]);
  const claim = unit.get<{ userId: string }>(path);
  if (claim && claim.userId !== userId) throw new EmailTaken(email);
  unit.set(path, { userId });
}

/** Another account has the email. */
class EmailTaken extends Error {
  override name = 'EmailTaken';
}

/** better-auth turns some errors into its own: keeps what they were. */
async function noteFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const context = callContext();
    if (context) context.failure = error;
    throw error;
  }
}

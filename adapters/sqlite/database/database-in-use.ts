/**
 * Why another process prevents this one from opening the database. `serving`: the other one is a server, and this process is one
 * too or must be alone. `serving-otherwise`: the other one is a server, and this process needs a schema change. `used`: the other
 * one is not a server, and this process needs a schema change or must be alone. `changing`: the other one is changing the schema
 * and takes long, or must be alone.
 */
export type OtherUse = 'serving' | 'serving-otherwise' | 'used' | 'changing';

/** Another process prevents this one from opening the database. Nothing was changed. */
export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse';
  readonly use: OtherUse;
  constructor(file: string, use: OtherUse) {
    super(`The database ${file} is in use by another process (${use}).`);
    this.use = use;
  }
}

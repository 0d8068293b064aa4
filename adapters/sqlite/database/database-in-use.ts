/**
 * How another process uses a database that this one cannot open for that.
 * `serving`: it is a server, and this would be a second one. `serving-otherwise`: it is a server, and this process would
 * change the schema. `used`: it is something else, and this process would change the schema. `changing`: it changes the
 * schema, and takes long.
 */
export type OtherUse = 'serving' | 'serving-otherwise' | 'used' | 'changing';

/** Another process uses the database in a way that keeps this one from opening it. Nothing was changed. */
export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse';
  readonly use: OtherUse;
  constructor(file: string, use: OtherUse) {
    super(`The database ${file} is in use by another process (${use}).`);
    this.use = use;
  }
}

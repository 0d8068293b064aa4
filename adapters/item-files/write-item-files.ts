import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { ExportTarget } from '#core/exporting/export-items.ts';

/** The folder has something in it, or is none. */
export class FolderNotEmpty extends Error {
  override name = 'FolderNotEmpty';
}

/**
 * A new or empty folder for item files: `{type}/{id}.yaml`, the files of the library in `media/`, with what they say,
 * and `settings.yaml`.
 * @throws {FolderNotEmpty}
 */
export async function createItemFolder(folder: string): Promise<ExportTarget> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new FolderNotEmpty(`${folder} is not a folder`, { cause: error });
  });
  if ((await readdir(folder)).length > 0) throw new FolderNotEmpty(`${folder} is not empty`);
  const write = async (place: string, name: string, contents: string | Uint8Array) => {
    await mkdir(join(folder, place), { recursive: true });
    await writeFile(join(folder, place, name), contents, { flag: 'wx' });
  };
  const toYaml = (value: object) => stringify(value, { version: '1.2', lineWidth: 0, aliasDuplicateObjects: false });
  return {
    writeItem: (type, id, value) => write(type, `${id}.yaml`, toYaml(value)),
    writeFile: (name, bytes) => write('media', name, bytes),
    writeSettings: (values) => write('.', 'settings.yaml', toYaml(values)),
    writeDescription: (id, value) => write('media', `${id}.yaml`, toYaml(value)),
  };
}

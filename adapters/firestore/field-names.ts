import { MEMBER } from './stored-document.ts';

/** The service's path of a member of the contents. */
export function fieldName(field: string): string {
  return [MEMBER.data, ...field.split('.')].map(quoted).join('.');
}

function quoted(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name}\``;
}

import { describe, expect, it } from 'vitest';
import { matchCommand } from './match-command.ts';

describe('matching a command', () => {
  it('finds it without its accents and capitals', () => {
    expect(matchCommand('Bitácora de auditoría', 'AUDITORIA')).toBeGreaterThan(0);
    expect(matchCommand('Configuracion', 'configuración')).toBeGreaterThan(0);
  });

  it('needs every word typed, in any order, from the beginning of a word', () => {
    expect(matchCommand('Cerrar todas las sesiones', 'ses cerr')).toBeGreaterThan(0);
    expect(matchCommand('Cerrar todas las sesiones', 'cerrar cuenta')).toBe(0);
    expect(matchCommand('Inicio', 'icio')).toBe(0);
  });

  it('prefers a label to a keyword, and the beginning of a label to its middle', () => {
    const beginning = matchCommand('Cuenta', 'cuenta');
    const middle = matchCommand('Mi cuenta', 'cuenta');
    const keyword = matchCommand('Perfil', 'cuenta', ['mi cuenta']);
    expect(beginning).toBeGreaterThan(middle);
    expect(middle).toBeGreaterThan(keyword);
    expect(keyword).toBeGreaterThan(0);
  });

  it('lets every command through when nothing is typed', () => {
    expect(matchCommand('Cuenta', '  ')).toBe(1);
  });
});

/** What the admin area says around its pages and on that of people, by language. */
export const ADMIN_WORDS = {
  es: {
    skip: 'Saltar al contenido',
    navigation: 'Administración',
    openNavigation: 'Abrir el menú',
    openPalette: 'Buscar páginas y acciones',
    palette: 'Páginas y acciones',
    people: 'Personas',
    audit: 'Bitácora de auditoría',
    signedOut: 'Cerró su sesión.',
    owner: 'Propiedad',
    manage: (name: string) => `Administrar la cuenta de ${name}`,
    role: 'Papel',
    saveRole: 'Guardar el papel',
    roleSaved: 'Se guardaron el papel y los idiomas.',
    remove: 'Eliminar la cuenta',
    removeQuestion: (name: string) => `¿Eliminar la cuenta de ${name}?`,
    keep: 'Cancelar',
    removeForGood: 'Eliminar para siempre',
  },
} as const;

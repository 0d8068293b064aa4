/** Where uploads begin, by the protocol tus; each goes on at its id below. */
export const UPLOADS_PATH = '/admin/uploads';

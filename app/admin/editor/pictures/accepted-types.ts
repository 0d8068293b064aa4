/** The types that can be uploaded, for the browser's file dialog; a phone offers its camera, too. */
export const ACCEPTED_TYPES = 'image/svg+xml,image/png,image/jpeg,image/webp,image/avif,image/gif';

/** The overlay between a dialog and the page. */
export const overlayStyle = 'fade-motion fixed inset-0 z-50 bg-meki-gray-950/55';

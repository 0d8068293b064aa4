/** The response header that tells which client files belong to what is served: React Router's version of its manifest of routes. */
export const BUILD_HEADER = 'X-Meki-Build';

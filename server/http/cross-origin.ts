/** Headers of what pages of every other origin may read, which is the same for everybody. */
export const CROSS_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

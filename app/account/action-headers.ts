import type { HeadersFunction } from 'react-router';

/** The headers of an act go out with its page as well, not only with its data: `Retry-After`. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

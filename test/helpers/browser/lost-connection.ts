/** How Chromium names a connection that a lost network or a killed server ends; which one depends on the moment. */
export const LOST_CONNECTION =
  /net::ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED|CONNECTION_\w+|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_\w+)/;

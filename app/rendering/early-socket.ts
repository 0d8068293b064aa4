declare global {
  interface Window {
    /** Opened by the start script of the document. */
    mekiSocket?: StartedSocket;
  }
}

/** A socket that a document opens before its scripts have come. */
export interface EarlySocket {
  path: string;
  /** What is sent once it is open, each in base64. */
  frames: string[];
}

/** Such a socket, and what has come on it. */
interface StartedSocket {
  socket: WebSocket;
  messages: ArrayBuffer[];
}

/** For the start script: opens the socket, sends, and keeps what comes. */
export function openEarly({ path, frames }: EarlySocket): string {
  return `const socket=new WebSocket(location.origin.replace(/^http/,"ws")+${JSON.stringify(path)}),messages=[];
socket.binaryType="arraybuffer";
socket.onopen=()=>{for(const frame of ${JSON.stringify(frames)})socket.send(Uint8Array.from(atob(frame),sign=>sign.charCodeAt(0)));};
socket.onmessage=({data})=>messages.push(data);
window.mekiSocket={socket,messages};
`;
}

/** The socket that the document has opened, once. */
export function takeStartedSocket(): StartedSocket | undefined {
  const started = window.mekiSocket;
  delete window.mekiSocket;
  return started;
}

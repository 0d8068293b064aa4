import { IncomingMessage } from '@hocuspocus/server';
import { decodeStateVector, decodeUpdate } from 'yjs';

/** Types of messages that a browser sends. Source: `MessageType` of @hocuspocus/server. */
const TYPE = { sync: 0, awareness: 1, auth: 2, queryAwareness: 3, syncReply: 4, stateless: 5, close: 7 } as const;

/** Types of messages of the Yjs synchronization: what I have, what you lack, what has changed. */
const SYNC = { step1: 0, step2: 1, update: 2 } as const;

/** Longest name of a draft on the wire, with the number of its session. */
const MAX_NAME = 200;

/** Whether a message can be read to its end. What cannot is refused before anything looks at it closer. */
export function isWellFormedFrame(data: Uint8Array): boolean {
  try {
    const message = new IncomingMessage(data);
    if (message.readVarString().length > MAX_NAME) return false;
    switch (message.readVarUint()) {
      case TYPE.sync:
      case TYPE.syncReply:
        return isSync(message.readVarUint(), message.readVarUint8Array());
      case TYPE.awareness:
        return isAwareness(message.readVarUint8Array());
      case TYPE.auth:
        message.readVarUint();
        message.readVarString();
        return true;
      case TYPE.stateless:
        message.readVarString();
        return true;
      case TYPE.queryAwareness:
      case TYPE.close:
        return true;
      default:
        return false;
    }
  } catch {
    return false;
  }
}

function isSync(type: number, payload: Uint8Array): boolean {
  if (type === SYNC.step2 || type === SYNC.update) decodeUpdate(payload);
  else if (type === SYNC.step1) decodeStateVector(payload);
  else return false;
  return true;
}

function isAwareness(payload: Uint8Array): boolean {
  const message = new IncomingMessage(payload);
  for (let count = message.readVarUint(); count > 0; count--) {
    message.readVarUint();
    message.readVarUint();
    const state: unknown = JSON.parse(message.readVarString());
    if (typeof state !== 'object' || Array.isArray(state)) return false;
  }
  return true;
}

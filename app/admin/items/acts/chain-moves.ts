/** An item, and behind whom it goes; an empty id for the first place. */
export interface Move {
  id: string;
  behind: string;
}

/** The order once a move is done. */
export function afterMove(ids: readonly string[], { id, behind }: Move): string[] {
  const others = ids.filter((other) => other !== id);
  return others.toSpliced(others.indexOf(behind) + 1, 0, id);
}

export interface MoveChain {
  add(move: Move): void;
  /** Whether every move was answered. */
  isDone(): boolean;
}

interface MoveChainOptions {
  /** @returns whether it was done */
  send(move: Move): Promise<boolean>;
  /** Called when none is left; `isBroken` where one was not done, and those that waited behind it were not sent. */
  onDone(isBroken: boolean): void;
}

/**
 * Sends moves one after the other, so that none overtakes another one: each says where an item goes among the others as
 * those before it left them. Of moves of one item that wait together, only the last one is sent.
 */
export function chainMoves({ send, onDone }: MoveChainOptions): MoveChain {
  let waiting: Move[] = [];
  let isSending = false;

  async function sendAll(): Promise<void> {
    isSending = true;
    let isBroken = false;
    for (let move = waiting.shift(); move; move = waiting.shift()) {
      if (await send(move)) continue;
      isBroken = true;
      waiting = [];
    }
    isSending = false;
    onDone(isBroken);
  }

  return {
    add(move) {
      if (waiting.at(-1)?.id === move.id) waiting.pop();
      waiting.push(move);
      if (!isSending) void sendAll();
    },
    isDone: () => !isSending,
  };
}

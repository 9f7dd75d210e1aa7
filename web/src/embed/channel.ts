/** The frame's end of the conversation: with the page around it, or the one that opened it, and with nobody else. */
import { type ErrorCode, type MessageIn, type MessageOut, readMessage, type Sent, VERSION } from "./messages.ts";

export interface Channel {
  send(message: MessageOut): void;
  refuse(code: ErrorCode, message: string): void;
}

export function openChannel(id: string, hear: (message: MessageIn) => void): Channel {
  const peer: Window | null = parent === window ? opener : parent;
  const channel: Channel = {
    send(message) {
      const sent: Sent = { ...message, v: VERSION, id };
      // Whoever embeds may be of any origin, or of none.
      peer?.postMessage(sent, "*");
    },
    refuse(code, message) {
      channel.send({ type: "posenc:error", code, message });
    },
  };
  addEventListener("message", ({ data, source }) => {
    const read = readMessage(data);
    if (read === null) return;
    if (source === null || source !== peer) console.warn("posenc: a message of a stranger was not read");
    else if (read.kind === "refused") channel.refuse(read.code, read.message);
    else hear(read.message);
  });
  return channel;
}

/** The buffers of plain data that may change hands: those that a typed array covers whole. */
export function transferables(data: unknown): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  collect(data, buffers);
  return [...buffers];
}

function collect(data: unknown, buffers: Set<ArrayBuffer>): void {
  if (ArrayBuffer.isView(data)) {
    if (data.buffer instanceof ArrayBuffer && data.byteLength === data.buffer.byteLength) buffers.add(data.buffer);
  } else if (typeof data === "object" && data !== null) {
    for (const value of Array.isArray(data) ? data : Object.values(data)) collect(value, buffers);
  }
}

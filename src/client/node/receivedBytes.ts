/** Bytes that come in pieces, copied together: a server may send them one by one, and a piece costs a hundred times that. */
export class ReceivedBytes {
  #bytes = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.byteLength;
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#bytes.length));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = length;
  }

  /** All that came so far. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}

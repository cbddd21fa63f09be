/** The beginning of a body, up to a number of bytes. */
export class KeptBody {
  private readonly chunks: Uint8Array[] = [];
  private size = 0;
  truncated = false;

  constructor(private readonly limit: number) {}

  /** False once something had to be left out. */
  add(chunk: Uint8Array): boolean {
    const room = this.limit - this.size;
    const kept = chunk.byteLength > room ? chunk.subarray(0, room) : chunk;
    this.chunks.push(kept);
    this.size += kept.byteLength;
    this.truncated = chunk.byteLength > room;
    return !this.truncated;
  }

  bytes(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.chunks, this.size));
  }
}

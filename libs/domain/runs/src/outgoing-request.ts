/** A request as it goes out, byte for byte. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Text goes out as UTF-8; bytes as they are. */
  readonly body: string | Uint8Array | null;
}

/** The contract and the parameters do not make a request; a defect of the contract, or a value that no request can carry. */
export class UnbuildableRequest extends Error {
  constructor(
    readonly field: string,
    readonly reason: string,
  ) {
    super(`${field}: ${reason}`);
    this.name = 'UnbuildableRequest';
  }
}

/** A request exactly as it came in. */
export interface RecordedRequest {
  readonly at: string;
  readonly method: string;
  readonly url: string;
  /** In the order and spelling received. */
  readonly headers: readonly (readonly [string, string])[];
  body_base64: string;
}

const MOST_RECORDED = 200;

/** The last requests, the oldest first. */
export class RecordedRequests {
  private requests: RecordedRequest[] = [];

  add(request: RecordedRequest): void {
    this.requests = [...this.requests, request].slice(-MOST_RECORDED);
  }

  list(): readonly RecordedRequest[] {
    return this.requests;
  }

  reset(): void {
    this.requests = [];
  }
}

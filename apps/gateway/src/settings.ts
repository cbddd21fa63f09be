/** What the gateway is told at start. */
export interface GatewaySettings {
  /** Where people and links reach it, without a trailing slash: `http://127.0.0.1:7420`. Empty: where it listens, known once it does. */
  publicUrl: string;
  /** `host:port` destinations that an import by URL may read although they are private. */
  readonly importAllow: readonly string[];
}

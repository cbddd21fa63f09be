/** The bus did not take the record: it may or may not have been delivered, and is to be sent again. */
export class TransportUnavailable extends Error {
  override readonly name = 'TransportUnavailable';
}

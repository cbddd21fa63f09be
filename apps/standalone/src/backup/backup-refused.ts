/** A backup or a restore that cannot be done, in words that a tired person can act on. Nothing was changed. */
export class BackupRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupRefused';
  }
}

/** A neighbour sent what its own definition forbids: a defect, never a caller's fault. */
export class InvalidServiceRequest extends Error {
  constructor(path: string, issues: string) {
    super(`request to ${path} does not match its definition: ${issues}`);
    this.name = 'InvalidServiceRequest';
  }
}

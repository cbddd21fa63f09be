import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { LIMITS } from '@turnpike/contracts';

/** Argon2id with 19 MiB and two passes, the least that OWASP's password storage sheet asks for. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of 32 random bytes that nobody kept, at the same cost. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$K8SlyBX39YJ1zGDzcOEOjg$oNs2pv9r+ETBulOAUuAxt0e4DwnQDhODHI4mJdC/dZM';

/** Hashes and checks passwords off the main thread, and never more at once than it may hold memory for. */
@Injectable()
export class Passwords {
  private running = 0;

  /** Null when too many are under way. */
  hash(password: string): Promise<string | null> {
    return this.limited(() => hash(password, COST));
  }

  /**
   * Whether the password opens the account; null when too many are under way. An account that does not exist or has no
   * password is compared with the hash of a random one, so that the time taken tells nothing.
   */
  verify(stored: string | null, password: string): Promise<boolean | null> {
    return this.limited(async () => {
      const matches = await this.compare(stored ?? NOBODYS, password);
      return matches && stored !== null;
    });
  }

  protected compare(stored: string, password: string): Promise<boolean> {
    return verify(stored, password);
  }

  private async limited<T>(work: () => Promise<T>): Promise<T | null> {
    if (this.running >= LIMITS.passwordChecksWaiting) return null;
    this.running += 1;
    try {
      return await work();
    } finally {
      this.running -= 1;
    }
  }
}

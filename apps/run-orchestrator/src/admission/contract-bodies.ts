import { Injectable } from '@nestjs/common';
import type { Contract } from '@turnpike/contracts';
import { contentDigest } from '@turnpike/kernel';
import { Database } from '@turnpike/platform-persistence';

const MOST_BODIES = 2_000;

/** Contracts by digest, kept for good: what a run relied on can be read years later. */
@Injectable()
export class ContractBodies {
  private readonly kept = new Map<string, Contract>();

  constructor(private readonly db: Database) {}

  async find(digest: string): Promise<Contract | null> {
    const known = this.kept.get(digest);
    if (known) return known;
    const [row] = await this.db.query<{ body: Contract }>(
      { name: 'orchestrator-contract', text: 'select body from contracts_by_digest where digest = $1' },
      [digest],
    );
    if (row) this.keep(digest, row.body);
    return row?.body ?? null;
  }

  /** Keeps a body under the digest that the registry signed; false when it is not that contract. */
  async save(digest: string, contract: Contract): Promise<boolean> {
    if (contentDigest(contract) !== digest) return false;
    await this.db.query('insert into contracts_by_digest (digest, body) values ($1, $2) on conflict do nothing', [
      digest,
      JSON.stringify(contract),
    ]);
    this.keep(digest, contract);
    return true;
  }

  private keep(digest: string, contract: Contract): void {
    if (this.kept.size >= MOST_BODIES) this.kept.delete(this.kept.keys().next().value ?? '');
    this.kept.set(digest, contract);
  }
}

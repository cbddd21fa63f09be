import { Injectable } from '@nestjs/common';
import { Database, lockKey, type Transaction } from '@turnpike/platform-persistence';

export interface PriceRow extends Record<string, unknown> {
  readonly capability_id: string;
  readonly per_call_milli: number;
  readonly version: number;
  readonly set_at: Date;
}

/** Plan: one advisory lock, then the primary key's index read backwards for one row. */
const READ = { name: 'billing-read-price', text: 'select version, per_call_milli from read_price($1, $2)' };

@Injectable()
export class PriceStore {
  constructor(private readonly db: Database) {}

  async current(owner: string, capabilityId: string): Promise<{ version: number; perCallMilli: number } | null> {
    const [row] = await this.db.query<{ version: number; per_call_milli: number }>(READ, [owner, capabilityId]);
    return row ? { version: row.version, perCallMilli: row.per_call_milli } : null;
  }

  /** Takes the price's exclusive lock before it writes: every reader either saw the older version before, or sees this one. */
  async add(tx: Transaction, price: { owner: string; capabilityId: string; perCallMilli: number; by: string }): Promise<PriceRow> {
    await tx.query('select pg_advisory_xact_lock($1)', [lockKey(`price:${price.owner}/${price.capabilityId}`)]);
    const [row] = await tx.query<PriceRow>(
      `insert into price_versions (owner_workspace_id, capability_id, version, per_call_milli, set_by) values ($1, $2, next_version(), $3, $4)
       returning capability_id, per_call_milli, version, set_at`,
      [price.owner, price.capabilityId, price.perCallMilli, price.by],
    );
    if (!row) throw new Error('the price was not written');
    return row;
  }

  list(owner: string): Promise<PriceRow[]> {
    return this.db.query<PriceRow>(
      `select distinct on (capability_id) capability_id, per_call_milli, version, set_at from price_versions
       where owner_workspace_id = $1 order by capability_id, version desc limit 5000`,
      [owner],
    );
  }
}

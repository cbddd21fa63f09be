import { formatCredits, toTimestamp } from '@turnpike/kernel';
import type { PriceRow } from './price.store.js';

export interface PriceView {
  readonly capability_id: string;
  readonly per_call: string;
  readonly version: number;
  readonly set_at: string;
}

export const toPriceView = (row: PriceRow): PriceView => ({
  capability_id: row.capability_id,
  per_call: formatCredits(row.per_call_milli),
  version: row.version,
  set_at: toTimestamp(row.set_at.getTime()),
});
